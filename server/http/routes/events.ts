import { Hono } from 'hono';
import { readVersion } from '../../db/queries/business.ts';
import { isSessionOpen } from '../../db/queries/session.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import type { BusinessNews, EndOfStream } from '../../events-hub.ts';
import { notFound } from '../errors.ts';
import { requireSession, type Session } from '../middleware/session.ts';

/** Short enough that no proxy closes the stream as idle. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 3_000;
/**
 * The delay for a stream that a newer one replaced. If it came back at once, it would replace that one, without end.
 */
const RECONNECT_AFTER_GIVING_WAY_MS = 300_000;

/** GET /events (SYN-16): server-sent events with { epoch, version } and nothing else; the first is sent at once. */
export function eventRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/events', async (c) => {
    const session = requireSession(c);
    const news = await readNews(deps, session);
    if (news === undefined) throw notFound();
    return new Response(newsStream(deps, session, news), {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  });
  return routes;
}

function newsStream(deps: AppDeps, session: Session, first: BusinessNews): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      let open = true;
      let lastSent = first;
      const write = (text: string) => {
        if (open) controller.enqueue(encoder.encode(text));
      };
      const tell = (news: BusinessNews) => {
        lastSent = news;
        write(eventText(news));
      };
      const end = (why: EndOfStream) => {
        if (why === 'gave_way') write(`retry: ${RECONNECT_AFTER_GIVING_WAY_MS}\n\n`);
        stop();
        controller.close();
      };
      const unsubscribe = deps.events.subscribe(session.businessId, session, {
        onNews: tell,
        onEnd: end,
      });
      const heartbeat = setInterval(() => {
        write(':\n\n');
        // Another process may have ended the session since the last heartbeat, or it may have expired.
        isStillOpen(deps, session).then(
          (stillOpen) => {
            if (open && !stillOpen) end('closed');
          },
          (error: unknown) => deps.log.warn({ error }, 'A session could not be checked'),
        );
      }, HEARTBEAT_MS);
      stop = () => {
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
      };
      write(`retry: ${RECONNECT_MS}\n${eventText(first)}`);
      // Reads the version again, because a change between the first read and the subscription would be missed.
      readNews(deps, session).then(
        (news) => {
          if (news && (news.epoch !== lastSent.epoch || news.version > lastSent.version)) tell(news);
        },
        (error: unknown) => deps.log.warn({ error }, 'A stream of events may have missed its first one'),
      );
    },
    cancel: () => stop(),
  });
}

const readNews = (deps: AppDeps, { businessId }: Session): Promise<BusinessNews | undefined> =>
  deps.database.transaction({ businessId, readOnly: true }, (sql) => readVersion(sql, businessId));

const eventText = ({ epoch, version }: BusinessNews): string => `data: ${JSON.stringify({ epoch, version })}\n\n`;

const isStillOpen = (deps: AppDeps, { businessId, sessionId }: Session): Promise<boolean> =>
  deps.database.transaction({ businessId, readOnly: true }, (sql) =>
    isSessionOpen(sql, businessId, sessionId, deps.clock.nowMs()),
  );
