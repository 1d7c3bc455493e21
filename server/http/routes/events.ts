import { Hono } from 'hono';
import { readVersion } from '../../db/queries/business.ts';
import { isSessionOpen } from '../../db/queries/session.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import type { BusinessNews, EndOfStream } from '../../events-hub.ts';
import { notFound } from '../errors.ts';
import { requireSession, type Session } from '../middleware/session.ts';

/** Often enough that no proxy thinks the stream dead. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 3_000;
/** For a stream that gave way to a newer one: back at once it would push that one out, and so on round the clock. */
const RECONNECT_AFTER_GIVING_WAY_MS = 300_000;

/** GET /events (SYN-16): server-sent events that carry { epoch, version } and nothing else; the first one at once. */
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
        // Another process, or the passing of time, may have ended the session since the last heartbeat.
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
      // News between the first read and the subscription would otherwise be missed.
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
