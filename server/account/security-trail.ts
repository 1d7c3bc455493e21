import { createHmac } from 'node:crypto';
import { digitsOf } from '../../domain/text/phone-digits.ts';
import type { SecurityEventKind } from '../../domain/people/security-event.ts';
import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/database.ts';
import { insertSecurityEvent } from '../db/queries/security-event.ts';
import type { Log } from '../log.ts';
import { type Random, randomId } from '../random.ts';
import { accountsOfPhone } from './sign-in.ts';

// The security trail that an admin can read (R-SEC), and its copy in the operator's log: one line for each event, of a
// known shop or of none, with a keyed hash of the address, so that one stranger can be followed over all shops.

/** From where somebody asks, as far as the trail may know it. */
export interface Origin {
  /** A keyed hash of the address. */
  network: string;
  /** The browser's User-Agent, cut to the length that is stored. */
  userAgent: string;
}

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Whose trail it belongs into. */
  businessId: number;
  /** Who did it; null where nobody was signed in. */
  actorUserId: number | null;
  /** Whom it is about. */
  userId: number | null;
  /** Why it was refused, in one word. */
  outcome?: string;
  /** Small facts in words of ours, never what a stranger typed. */
  detail?: Readonly<Record<string, string | number>>;
}

export interface TrailPorts {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  pepper: string;
}

/**
 * The address as the log and the trail know it: the same word for the same address, and no way back without the pepper.
 */
export const networkOf = (pepper: string, address: string): string => keyed(pepper, 'network', address);

const keyed = (pepper: string, what: string, text: string): string =>
  createHmac('sha256', pepper).update(`${what}:${text}`).digest('hex').slice(0, 16);

/**
 * Writes the event with the change that it tells of: both are committed, or neither. Log it with `logSecurityEvent`
 * after.
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
 * Records an event in the shop's trail and in the log. For events that are past: it never rejects, because a trail that
 * cannot be written must stop nobody's work.
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

/** More than these wait when somebody sprays: the log has the others. */
const WRITING_MAX = 100;
let writing = 0;

/**
 * Records for every account that a typed phone may mean that somebody was refused, or asked for a code. Nobody waits
 * for it: how long an answer takes would tell that somebody has this phone. A phone of nobody is in the log alone.
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
