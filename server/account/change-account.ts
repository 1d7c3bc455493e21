import { type PermittedCall, mayCall } from '../../domain/people/call-permission.ts';
import { refuse, type Result } from '../../domain/result.ts';
import type { User } from '../../domain/people/user.ts';
import type { Clock } from '../clock.ts';
import { changeOrNothing } from '../db/change-or-nothing.ts';
import type { Database, Sql } from '../db/database.ts';
import { takeNextVersion } from '../db/queries/business.ts';
import { readUser } from '../db/queries/user.ts';
import type { EventsHub } from '../events-hub.ts';
import type { Log } from '../log.ts';
import type { Caller } from '../mutate/server-store.ts';
import type { Random } from '../random.ts';
import { logSecurityEvent, type Origin, type SecurityEvent, writeSecurityEvent } from './security-trail.ts';

export interface AccountPorts {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  events: Pick<EventsHub, 'publish' | 'endSession'>;
}

/** The transaction of one change of users, PINs, slug or currency. */
export interface AccountChange {
  readonly sql: Sql;
  readonly businessId: number;
  readonly version: number;
  readonly nowMs: number;
  /** Ends the event streams of these sessions after the commit. */
  endStreams(sessionIds: readonly number[]): void;
}

/** The user who makes the request, and the request's origin. */
export interface AccountCaller extends Caller {
  origin: Origin;
}

/** A change by a user. The security trail records it with that user. */
export interface RecordedChange extends AccountChange {
  /** Records an event, which is committed together with the change. */
  record(event: Omit<SecurityEvent, 'businessId' | 'actorUserId'>): Promise<void>;
}

/** The caller was dismissed, or the caller's role no longer permits the call. */
export type CallerRefusal = 'signed_out' | 'not_permitted';

/**
 * Runs a change that must be decided online. Its first statement takes the same lock as a push (SYN-7), and every
 * device is notified of the new version. A refusal leaves nothing in the database, not even the version.
 */
export async function changeAccount<T, E>(
  { database, clock, random, events }: AccountPorts,
  businessId: number,
  work: (change: AccountChange) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const ended: number[] = [];
  const { result, news } = await changeOrNothing<Ended<T, E>>((nothing) =>
    database.transaction({ businessId }, async (sql) => {
      const { version, epoch } = await takeNextVersion(sql, businessId, random);
      const endStreams = (ids: readonly number[]) => void ended.push(...ids);
      const done = await work({ sql, businessId, version, nowMs: clock.nowMs(), endStreams });
      return done.ok ? { result: done, news: { epoch, version } } : nothing({ result: done, news: null });
    }),
  );
  if (news) {
    for (const sessionId of ended) events.endSession(sessionId);
    events.publish(businessId, news);
  }
  return result;
}

interface Ended<T, E> {
  result: Result<T, E>;
  /** Null if nothing changed. */
  news: { epoch: string; version: number } | null;
}

/** Runs a change by a user. Checks the user under the lock, because the session's knowledge may be out of date. */
export async function changeAccountAs<T, E>(
  ports: AccountPorts,
  { businessId, userId, origin }: AccountCaller,
  call: PermittedCall,
  work: (change: RecordedChange, actor: User) => Promise<Result<T, E>>,
): Promise<Result<T, E | CallerRefusal>> {
  const recorded: SecurityEvent[] = [];
  const result = await changeAccount<T, E | CallerRefusal>(ports, businessId, async (change) => {
    const actor = await readUser(change.sql, businessId, userId);
    if (!actor?.isActive) return refuse('signed_out');
    if (!mayCall(actor.role, call)) return refuse('not_permitted');
    const record: RecordedChange['record'] = async (facts) => {
      const event = { ...facts, businessId, actorUserId: userId };
      await writeSecurityEvent(ports, change.sql, origin, event);
      recorded.push(event);
    };
    return await work({ ...change, record }, actor);
  });
  if (result.ok) for (const event of recorded) logSecurityEvent(ports.log, origin, event);
  return result;
}
