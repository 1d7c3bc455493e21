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

/** The inside of one change of people, PINs, slug or currency. */
export interface AccountChange {
  readonly sql: Sql;
  readonly businessId: number;
  readonly version: number;
  readonly nowMs: number;
  /** Ends the event streams of these sessions, once this is committed. */
  endStreams(sessionIds: readonly number[]): void;
}

/** Whose request it is, and where it comes from. */
export interface AccountCaller extends Caller {
  origin: Origin;
}

/** A change by somebody, who stands in the security trail with it. */
export interface RecordedChange extends AccountChange {
  /** Committed with the change, or not at all. */
  record(event: Omit<SecurityEvent, 'businessId' | 'actorUserId'>): Promise<void>;
}

/** Who asks is no longer who the session said, or may no longer do this. */
export type CallerRefusal = 'signed_out' | 'not_permitted';

/**
 * One change that needs the whole world to agree. It takes the same lock as a push, as its first statement (SYN-7), and
 * every device hears of the new version. A refusal leaves nothing behind, the version neither.
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
  /** null where nothing changed. */
  news: { epoch: string; version: number } | null;
}

/** The same by somebody, who is looked at under the lock: what a session knew of them may be a moment old. */
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
