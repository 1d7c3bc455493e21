import { hash, verify } from '@node-rs/argon2';
import { Turns } from './db/turns.ts';

/**
 * Hashes PINs with argon2id and the pepper. A PIN has only 10,000 values, so the hash alone protects nothing. The
 * pepper, which is not in the database, and the limit on guesses protect it.
 */
export interface PinHasher {
  hash(pin: string): Promise<string>;
  verify(pinHash: string, pin: string): Promise<boolean>;
  /** Takes as long as for a wrong PIN, so that the response time does not reveal which phones exist. */
  verifyNobody(pin: string): Promise<false>;
}

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;

/** Each hash takes 19 MiB and a core for some milliseconds. More at a time would slow down all other requests. */
const AT_ONCE = 2;
/** This many wait about a second. Further calls are refused with `TooManyPins`. */
const WAITING_MAX = 60;

/** Too many PINs wait to be checked; the caller may try again. */
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
