import { createHmac } from 'node:crypto';
import { digitsOf } from '../../domain/text/phone-digits.ts';
import type { SecurityEventKind } from '../../domain/people/security-event.ts';
import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/database.ts';
import { insertSecurityEvent } from '../db/queries/security-event.ts';
import type { Log } from '../log.ts';
import { type Random, randomId } from '../random.ts';
import { accountsOfPhone } from './sign-in.ts';

// The security trail, which an admin can read (R-SEC), and its copy in the operator's log. The log has one line for
// each event, also for events of no known shop. The keyed hash of the address is the same for all shops, so that the
// operator can follow one stranger.

/** Where a request comes from, as far as the trail may store it. */
export interface Origin {
  /** A keyed hash of the address. */
  network: string;
  /** The browser's User-Agent, cut to the length that is stored. */
  userAgent: string;
}

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** The business whose trail gets the event. */
  businessId: number;
  /** The user who did it; null if no user was signed in. */
  actorUserId: number | null;
  /** The user it was done to; null if there is none. */
  userId: number | null;
  /** The reason of a refusal, in one word. */
  outcome?: string;
  /** Small facts in our own words; never text that a stranger typed. */
  detail?: Readonly<Record<string, string | number>>;
}

export interface TrailPorts {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  pepper: string;
}

/** Returns the keyed hash of an address for log and trail: the same for the same address, and irreversible. */
export const networkOf = (pepper: string, address: string): string => keyed(pepper, 'network', address);

const keyed = (pepper: string, what: string, text: string): string =>
  createHmac('sha256', pepper).update(`${what}:${text}`).digest('hex').slice(0, 16);

/**
 * Writes the event in the transaction of its change: both are committed, or neither. Call `logSecurityEvent` after the
 * commit.
 */
export const writeSecurityEvent = (
  { clock, random }: Pick<TrailPorts, 'clock' | 'random'>,
  sql: Sql,
  origin: Origin,
  { kind, businessId, actorUserId, userId, outcome = '', detail = {} }: SecurityEvent,
): Promise<void> =>
  insertSecurityEvent(sql, businessId, {
    ...{ id: randomId(random), kind, atMs: clock.nowMs(), outcome, actorUserId, userId, detail },
    ...origin,
  });

export const logSecurityEvent = (log: Log, { network }: Origin, { kind, ...facts }: SecurityEvent): void =>
  log.info({ event: kind, ...facts, network }, 'security');

/**
 * Records a past event in the shop's trail and in the log. Never rejects, because an error of the trail must not stop
 * the user's work.
 */
export async function recordSecurityEvent(ports: TrailPorts, origin: Origin, event: SecurityEvent): Promise<void> {
  logSecurityEvent(ports.log, origin, event);
  try {
    await ports.database.transaction({ businessId: event.businessId }, (sql) =>
      writeSecurityEvent(ports, sql, origin, event),
    );
  } catch (error) {
    ports.log.warn({ error }, 'The security trail could not be written');
  }
}

/** The most attempts being written at once. More come only in an attack; the log has them, the trail does not. */
const WRITING_MAX = 100;
let writing = 0;

/**
 * Records a refused sign-in or a request for a code, for every user that the typed phone may mean. Does not wait for
 * the write: a longer response time would reveal that the phone is registered. An unknown phone is only logged.
 */
export function recordAttempt(
  ports: TrailPorts,
  origin: Origin,
  attempt: { kind: SecurityEventKind; phone: string; outcome: string },
): void {
  const { kind, phone, outcome } = attempt;
  const digits = digitsOf(phone).slice(-8);
  ports.log.info(
    { event: kind, outcome, network: origin.network, phoneHash: keyed(ports.pepper, 'phone', digits) },
    'security',
  );
  if (writing >= WRITING_MAX) return;
  writing += 1;
  void writeAttempt(ports, origin, attempt)
    .catch((error: unknown) => ports.log.warn({ error }, 'The security trail could not be written'))
    .finally(() => (writing -= 1));
}

async function writeAttempt(
  ports: TrailPorts,
  origin: Origin,
  { kind, phone, outcome }: { kind: SecurityEventKind; phone: string; outcome: string },
): Promise<void> {
  const { users } = await accountsOfPhone(ports.database, phone);
  for (const { business_id: businessId, id: userId } of users)
    await ports.database.transaction({ businessId }, (sql) =>
      writeSecurityEvent(ports, sql, origin, { kind, businessId, actorUserId: null, userId, outcome }),
    );
}
