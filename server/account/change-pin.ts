import type { PinChange } from '../../domain/pin-change.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { forgetCode } from '../db/queries/one-time-code.ts';
import { revokeSessionsOf } from '../db/queries/session.ts';
import { readCredentials, writePinHash } from '../db/queries/user.ts';
import type { Caller } from '../mutate/server-store.ts';
import type { PinHasher } from '../pin-hash.ts';
import { type AccountPorts, type CallerRefusal, changeAccountAs } from './change-account.ts';
import type { GuessLimit } from './guess-limit.ts';

export type ChangePinRefusal = CallerRefusal | 'wrong' | { code: 'wait'; waitMs: number };

/**
 * One's own new PIN (G12), for whoever knows the one before: a phone that lies open on the counter is not enough.
 * Guessing counts as at sign-in. The user's other devices have to sign in again.
 */
export async function changePin(
  ports: AccountPorts & { pins: PinHasher; guesses: GuessLimit },
  caller: Caller & { sessionId: number },
  input: PinChange,
  address: string,
): Promise<Result<null, ChangePinRefusal>> {
  const { businessId, userId, sessionId } = caller;
  const known = await ports.database.transaction({ businessId, readOnly: true }, (sql) =>
    readCredentials(sql, businessId, userId),
  );
  if (known === undefined) return refuse('signed_out');
  const guess = { address, phones: [known.phone_normalised], nowMs: ports.clock.nowMs() };
  const ticket = await ports.guesses.take(guess);
  if (ticket.open.length === 0) return refuse({ code: 'wait', waitMs: ticket.waitMs });
  if (!(await ports.pins.verify(known.pin_hash, input.currentPin))) return refuse('wrong');
  await ports.guesses.giveBack(guess, known.phone_normalised);
  const pinHash = await ports.pins.hash(input.pin);
  return await changeAccountAs<null, ChangePinRefusal>(ports, caller, 'PUT /auth/pin', async (change) => {
    // Somebody gave them another PIN while this one was being checked.
    if (!(await writePinHash(change.sql, businessId, userId, pinHash, known.pin_hash))) return refuse('wrong');
    await forgetCode(change.sql, businessId, userId);
    const others = { nowMs: change.nowMs, exceptId: sessionId };
    change.endStreams(await revokeSessionsOf(change.sql, businessId, userId, others));
    return ok(null);
  });
}
