import type { PinChange } from '../../domain/people/pin-change.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { forgetCode } from '../db/queries/one-time-code.ts';
import { revokeSessionsOf } from '../db/queries/session.ts';
import { readCredentials, writePinHash } from '../db/queries/user.ts';
import type { PinHasher } from '../pin-hash.ts';
import { type AccountCaller, type AccountPorts, type CallerRefusal, changeAccountAs } from './change-account.ts';
import type { GateRefusal, GuessGate } from './guess-gate.ts';
import type { SignInCaller } from './sign-in.ts';

export type ChangePinRefusal = CallerRefusal | 'wrong' | GateRefusal;

/**
 * Changes the caller's own PIN (G12). Needs the present PIN, so that an unlocked phone on the counter is not enough.
 * Wrong tries count as at sign-in from this device. The user's other sessions end.
 */
export async function changePin(
  ports: AccountPorts & { pins: PinHasher; guesses: GuessGate },
  caller: AccountCaller & { sessionId: number },
  input: PinChange,
  { networks, device }: Pick<SignInCaller, 'networks' | 'device'>,
): Promise<Result<null, ChangePinRefusal>> {
  const { businessId, userId, sessionId } = caller;
  const known = await ports.database.transaction({ businessId, readOnly: true }, (sql) =>
    readCredentials(sql, businessId, userId),
  );
  if (known === undefined) return refuse('signed_out');
  const phone = known.phone_normalised;
  // A signed-in device counts as known, even if its cookie of a known device is gone.
  const tried = [{ phone, device: device.nameFor({ businessId, userId }) ?? 'signed in' }];
  const taken = await ports.guesses.take({ networks, tried, nowMs: ports.clock.nowMs() });
  if (!taken.ok) return taken;
  const isRight = await ports.pins.verify(known.pin_hash, input.currentPin).catch(async (error: unknown) => {
    await taken.value.giveBack(null);
    throw error;
  });
  if (!isRight) return refuse('wrong');
  await taken.value.giveBack(phone);
  const pinHash = await ports.pins.hash(input.pin);
  return await changeAccountAs<null, ChangePinRefusal>(ports, caller, 'PUT /auth/pin', async (change) => {
    // Refuses if an admin set another PIN while the present one was being checked.
    if (!(await writePinHash(change.sql, businessId, userId, pinHash, known.pin_hash))) return refuse('wrong');
    await forgetCode(change.sql, businessId, userId);
    const others = { nowMs: change.nowMs, exceptId: sessionId };
    change.endStreams(await revokeSessionsOf(change.sql, businessId, userId, others));
    await change.record({ kind: 'pin_changed', userId });
    return ok(null);
  });
}
