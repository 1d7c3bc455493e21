import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readCredentials } from '../db/queries/user.ts';
import type { PinHasher } from '../pin-hash.ts';
import type { AccountCaller } from './change-account.ts';
import type { GateRefusal, GuessGate } from './guess-gate.ts';
import { deviceForPin, type SignInCaller } from './sign-in.ts';

export interface OwnPinPorts {
  database: Database;
  clock: Clock;
  pins: PinHasher;
  guesses: GuessGate;
}

/** The device that a signed-in caller uses. */
export type CallingDevice = Pick<SignInCaller, 'networks' | 'device'>;

/**
 * Checks the caller's own PIN before a change by which somebody else could sign in as them: an unlocked phone on the
 * counter is not enough. Wrong tries count as at sign-in from this device. Returns the stored hash that the PIN fits.
 */
export async function checkOwnPin(
  ports: OwnPinPorts,
  { businessId, userId }: AccountCaller,
  pin: string,
  { networks, device }: CallingDevice,
): Promise<Result<string, 'signed_out' | 'wrong' | GateRefusal>> {
  const known = await ports.database.transaction({ businessId, readOnly: true }, (sql) =>
    readCredentials(sql, businessId, userId),
  );
  if (known === undefined) return refuse('signed_out');
  const phone = known.phone_normalised;
  // A signed-in device counts as known, even if its cookie of a known device is gone.
  const name = device.nameFor({ businessId, userId }) ?? 'signed in';
  const tried = [{ phone, device: deviceForPin(name, known.pin_hash) }];
  const taken = await ports.guesses.take({ networks, tried, nowMs: ports.clock.nowMs() });
  if (!taken.ok) return taken;
  const isRight = await ports.pins.verify(known.pin_hash, pin).catch(async (error: unknown) => {
    await taken.value.giveBack(null);
    throw error;
  });
  if (!isRight) return refuse('wrong');
  await taken.value.giveBack(phone);
  return ok(known.pin_hash);
}
