import type { Notices } from './db/database.ts';
import type { Log } from './log.ts';

/** The message to a device: the newest version, without the changes (SYN-16). */
export interface BusinessNews {
  epoch: string;
  version: number;
}

/** Why a stream ended. 'gave_way': a newer stream replaced it, so the listener must not reconnect at once. */
export type EndOfStream = 'closed' | 'gave_way';

/** The session and user of a stream. */
export interface Listener {
  sessionId: number;
  userId: number;
}

export interface Subscriber {
  onNews(news: BusinessNews): void;
  /** Called if the hub closes, the session has ended, or a newer stream replaces this one. */
  onEnd(why: EndOfStream): void;
}

/**
 * Notifies the event streams of this process, and of all other processes on the same database, that a business has a
 * newer version. A lost message does no harm, because devices also pull without one.
 */
export interface EventsHub {
  /** Call it after the commit. Never throws and never waits. */
  publish(businessId: number, news: BusinessNews): void;
  subscribe(businessId: number, listener: Listener, subscriber: Subscriber): () => void;
  /** Ends the streams of a session that was revoked. */
  endSession(sessionId: number): void;
  close(): void;
}

/** Limits on the streams of a session (tabs and workers) and of a user. A further one ends the oldest (R-LIM-05). */
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

  /** Sends one notice at a time, and only the newest of each business, so that a busy shop does not fill the queue. */
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
        queueMicrotask(() => subscriber.onEnd('closed')); // Not at once: the caller still subscribes.
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

/** Returns the oldest streams beyond the limits of the listener's session and user. */
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
