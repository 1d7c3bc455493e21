import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE_AGAIN_AFTER_MS, CODE_LASTS_MS, CODE_LENGTH, CODE_TRIES_MAX } from '../../domain/people/one-time-code.ts';
import type { PinByCode } from '../../domain/people/pin-change.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { forgetCode, putCode, tryCode } from '../db/queries/one-time-code.ts';
import { revokeSessionsOf } from '../db/queries/session.ts';
import { readUser, type SignInUser, writePinHash } from '../db/queries/user.ts';
import type { Log } from '../log.ts';
import type { PinHasher } from '../pin-hash.ts';
import { randomBelow } from '../random.ts';
import { type AccountPorts, changeAccount } from './change-account.ts';
import type { CodeSender } from './code-sender.ts';
import { type GateRefusal, GuessGate } from './guess-gate.ts';
import { GuessLimit, type GuessRules } from './guess-limit.ts';
import { logSecurityEvent, type Origin, type SecurityEvent, writeSecurityEvent } from './security-trail.ts';
import { accountsOfPhone, type SignedIn, type SignInCaller, triedBy } from './sign-in.ts';

// A forgotten PIN (R-OTP, C-007): a code of six digits is sent to the phone, and typing it sets a new PIN. Neither call
// reveals whether a phone is known: both respond the same after the same work, and do the other work after the
// response.

/**
 * A phone gets a second code after a minute, and each further one after twice as long. With the tries of each code,
 * fewer than 300 of a million values can be tried a day. An address gets twenty codes before it must wait, because a
 * whole market may be behind it.
 */
export const REQUEST_RULES: GuessRules = {
  phone: { freeTries: 1, firstWaitMs: CODE_AGAIN_AFTER_MS, longestWaitMs: 30 * 60_000 },
  address: { freeTries: 20, firstWaitMs: CODE_AGAIN_AFTER_MS, longestWaitMs: 60 * 60_000 },
};

export interface CodePorts extends AccountPorts {
  pins: PinHasher;
  pepper: string;
  codes: CodeSender;
  log: Log;
}

/** The limits on requests for codes, on guesses of codes, and on guesses of PINs. */
export interface CodeLimits {
  requests: GuessLimit;
  codes: GuessGate;
  pins: GuessGate;
}

export const codeLimits = (ports: CodePorts, pins: GuessGate): CodeLimits => ({
  requests: new GuessLimit(ports.database, ports.pepper, { purpose: 'code-request', rules: REQUEST_RULES }),
  codes: new GuessGate(ports, 'code'),
  pins,
});

export type CodeRefusal = { code: 'wrong' } | GateRefusal;

/**
 * Sends a code to the phone's user, if there is one. Sends none if the number may belong to several users: then
 * `isAmbiguous`, for the security trail alone.
 */
export async function askForCode(
  ports: CodePorts,
  limits: CodeLimits,
  phone: string,
  address: string,
): Promise<Result<{ isAmbiguous: boolean }, GateRefusal>> {
  const { users, phones } = await accountsOfPhone(ports.database, phone);
  const nowMs = ports.clock.nowMs();
  const ticket = await limits.requests.take({ address, phones, nowMs });
  if (ticket.open.length === 0) return refuse({ code: 'wait', waitMs: ticket.waitMs });
  const [user, ...others] = users;
  // Not awaited: a longer response time would reveal that the phone is registered.
  if (user !== undefined && others.length === 0)
    void issueCode(ports, user, nowMs).catch((error: unknown) =>
      ports.log.error({ error }, 'A one-time code could not be sent'),
    );
  return ok({ isAmbiguous: others.length > 0 });
}

async function issueCode(ports: CodePorts, { business_id: businessId, id }: SignInUser, nowMs: number): Promise<void> {
  const code = String(randomBelow(ports.random, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const user = await ports.database.transaction({ businessId }, async (sql) => {
    await putCode(sql, businessId, id, {
      hash: hashCode(ports, businessId, id, code),
      expiresAtMs: nowMs + CODE_LASTS_MS,
    });
    return await readUser(sql, businessId, id);
  });
  if (user) await ports.codes.send({ phone: user.phone, code });
}

/** Stands for the user of an unknown phone, so that it costs the same work as a known one. */
const NOBODY = { business_id: 1, id: 0 };

/**
 * Sets the PIN of the user who got the code. The user's sessions end, because a stranger may hold a lost phone. The
 * calling device becomes a known device, so that guesses of strangers cannot slow it down.
 */
export async function setPinByCode(
  ports: CodePorts,
  limits: CodeLimits,
  input: PinByCode,
  from: SignInCaller & { origin: Origin },
): Promise<Result<SignedIn, CodeRefusal>> {
  const { users, phones } = await accountsOfPhone(ports.database, input.phone);
  const nowMs = ports.clock.nowMs();
  const taken = await limits.codes.take({ ...triedBy(from, users, phones), nowMs });
  if (!taken.ok) return taken;
  const ticket = taken.value;
  const pinHash = await ports.pins.hash(input.pin).catch(async (error: unknown) => {
    await ticket.giveBack(null);
    throw error;
  });
  const [user] = users.filter(({ phone_normalised }) => ticket.open.includes(phone_normalised));
  const isRight = await takeCode(ports, user ?? NOBODY, input.code, nowMs);
  if (!isRight || user === undefined) return refuse({ code: 'wrong' });
  const { business_id: businessId, id, phone_normalised } = user;
  const event: SecurityEvent = { kind: 'pin_reset_by_code', businessId, actorUserId: null, userId: id };
  await changeAccount<null, never>(ports, businessId, async (change) => {
    await writePinHash(change.sql, businessId, id, pinHash);
    change.endStreams(await revokeSessionsOf(change.sql, businessId, id, { nowMs, exceptId: null }));
    await writeSecurityEvent(ports, change.sql, from.origin, event);
    return ok(null);
  });
  logSecurityEvent(ports.log, from.origin, event);
  await ticket.giveBack(phone_normalised);
  await limits.requests.giveBack({ address: null, phones: [phone_normalised], nowMs }, phone_normalised);
  // Forgets wrong tries at the old PIN, because they reveal nothing about the new one.
  await limits.pins.forgetStrangers(phone_normalised, nowMs);
  return ok({ businessId, userId: id });
}

/** True if the code is right. A right code is deleted, so it works once. */
async function takeCode(
  ports: CodePorts,
  { business_id: businessId, id }: Pick<SignInUser, 'business_id' | 'id'>,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const given = Buffer.from(hashCode(ports, businessId, id, code));
  return await ports.database.transaction({ businessId }, async (sql) => {
    const hash = await tryCode(sql, businessId, id, { nowMs, triesMax: CODE_TRIES_MAX });
    const isRight = hash !== undefined && timingSafeEqual(Buffer.from(hash), given);
    if (isRight) await forgetCode(sql, businessId, id);
    return isRight;
  });
}

/**
 * Hashes a code with the pepper. All million codes are quickly tried, so only the pepper protects a stolen database.
 */
const hashCode = ({ pepper }: Pick<CodePorts, 'pepper'>, businessId: number, userId: number, code: string): string =>
  createHmac('sha256', pepper).update(`code:${businessId}:${userId}:${code}`).digest('hex');
