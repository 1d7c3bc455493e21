import { hash, verify } from '@node-rs/argon2';
import { Turns } from './db/turns.ts';

/**
 * PINs as they are kept: argon2id over the PIN and the pepper. A PIN has 10,000 values, so the hash alone protects
 * nothing; the pepper, which is not in the database, and the limit on guesses do.
 */
export interface PinHasher {
  hash(pin: string): Promise<string>;
  verify(pinHash: string, pin: string): Promise<boolean>;
  /** Takes as long as a wrong PIN does, so that the time of an answer does not tell which phones exist. */
  verifyNobody(pin: string): Promise<false>;
}

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;

/** Each takes 19 MiB and a core for some milliseconds; more at a time would starve what else is asked. */
const AT_ONCE = 2;
/** So many wait about a second. Further callers are told that Kaunta is busy. */
const WAITING_MAX = 60;

/** More PINs are to be checked than can be at once and soon. Worth trying again. */
export class TooManyPins extends Error {
  override name = 'TooManyPins';
}

export async function createPinHasher(pepper: string): Promise<PinHasher> {
  const secret = Buffer.from(pepper);
  const turns = new Turns({
    atOnce: AT_ONCE,
    waitingMax: WAITING_MAX,
    tooMany: () => new TooManyPins('Too many PINs are waiting to be checked'),
  });
  const cost = { secret, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: 1 }; // argon2id is the default kind
  const hashPin = (pin: string) => turns.take(() => hash(pin, cost));
  const verifyPin = (pinHash: string, pin: string) => turns.take(() => verify(pinHash, pin, { secret }));
  const nobody = await hashPin('nobody');
  return {
    hash: hashPin,
    verify: verifyPin,
    async verifyNobody(pin) {
      await verifyPin(nobody, pin);
      return false;
    },
  };
}
