import type { Notices } from './db/database.ts';
import type { Log } from './log.ts';

/** The message to a device: there is a newer version; never what changed (SYN-16). */
export interface BusinessNews {
  epoch: string;
  version: number;
}

/** 'gave_way': the listener may reconnect, but not at once. */
export type EndOfStream = 'closed' | 'gave_way';

/** Who listens. */
export interface Listener {
  sessionId: number;
  userId: number;
}

export interface Subscriber {
  onNews(news: BusinessNews): void;
  /** The hub closes, the session behind this subscriber has ended, or it gives way to a newer one. */
  onEnd(why: EndOfStream): void;
}

/**
 * Tells the event streams of this process, and those of every other process on the same database, that a business has a
 * newer version. A lost message does no harm: devices also ask by themselves.
 */
export interface EventsHub {
  /** To be called after the commit. Never fails and never waits. */
  publish(businessId: number, news: BusinessNews): void;
  subscribe(businessId: number, listener: Listener, subscriber: Subscriber): () => void;
  /** Ends the streams of a session that was revoked. */
  endSession(sessionId: number): void;
  close(): void;
}

/** Tabs and workers of one session, and all phones of one user; the oldest stream gives way (R-LIM-05). */
const STREAMS_PER_SESSION_MAX = 6;
const STREAMS_PER_USER_MAX = 20;

interface Entry extends Listener {
  subscriber: Subscriber;
}

export function createEventsHub(notices: Notices, log: Log): EventsHub {
  const entriesByBusiness = new Map<number, Set<Entry>>();
  const outgoing = new Map<number, BusinessNews>();
  let sending = false;
  let closed = false;

  const unsubscribeNotices = notices.subscribe((text) => {
    const heard = readNotice(text);
    if (heard !== undefined) tellHere(heard.businessId, heard.news);
  });

  function tellHere(businessId: number, news: BusinessNews): void {
    for (const { subscriber } of entriesByBusiness.get(businessId) ?? []) subscriber.onNews(news);
  }

  /** One notice at a time, and of each business only the newest: a busy shop does not fill the queue. */
  async function sendOutgoing(): Promise<void> {
    if (sending) return;
    sending = true;
    for (const [businessId, news] of outgoing) {
      outgoing.delete(businessId);
      await notices
        .send(writeNotice(businessId, news))
        .catch((error: unknown) => log.warn({ error }, 'Other processes could not be told of a new version'));
    }
    sending = false;
  }

  function remove(businessId: number, entry: Entry): void {
    const entries = entriesByBusiness.get(businessId);
    entries?.delete(entry);
    if (entries?.size === 0) entriesByBusiness.delete(businessId);
  }

  function end(matches: (entry: Entry) => boolean, why: EndOfStream): void {
    for (const [businessId, entries] of [...entriesByBusiness])
      for (const entry of [...entries].filter(matches)) {
        remove(businessId, entry);
        entry.subscriber.onEnd(why);
      }
  }

  return {
    publish(businessId, news) {
      tellHere(businessId, news);
      outgoing.set(businessId, news);
      void sendOutgoing();
    },
    subscribe(businessId, { sessionId, userId }, subscriber) {
      if (closed) {
        queueMicrotask(() => subscriber.onEnd('closed')); // whoever subscribes is not ready to be ended yet
        return () => {};
      }
      const entries = entriesByBusiness.get(businessId) ?? new Set();
      entriesByBusiness.set(businessId, entries);
      const entry = { sessionId, userId, subscriber };
      entries.add(entry);
      const excess = excessOf([...entries], entry);
      if (excess.size > 0) end((each) => excess.has(each), 'gave_way');
      return () => remove(businessId, entry);
    },
    endSession: (sessionId) => end((entry) => entry.sessionId === sessionId, 'closed'),
    close() {
      closed = true;
      unsubscribeNotices();
      end(() => true, 'closed');
    },
  };
}

/** The oldest streams beyond what the listener may have. */
function excessOf(entries: readonly Entry[], { sessionId, userId }: Listener): Set<Entry> {
  const ofSession = entries.filter((each) => each.sessionId === sessionId);
  const ofUser = entries.filter((each) => each.userId === userId);
  return new Set([...ofSession.slice(0, -STREAMS_PER_SESSION_MAX), ...ofUser.slice(0, -STREAMS_PER_USER_MAX)]);
}

const writeNotice = (businessId: number, { epoch, version }: BusinessNews): string =>
  `${businessId} ${version} ${epoch}`;

function readNotice(text: string): { businessId: number; news: BusinessNews } | undefined {
  const [, businessId, version, epoch] = /^(\d+) (\d+) (\S+)$/.exec(text) ?? [];
  if (businessId === undefined || version === undefined || epoch === undefined) return undefined;
  return { businessId: Number(businessId), news: { epoch, version: Number(version) } };
}
