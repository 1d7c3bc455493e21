import { hash, verify } from '@node-rs/argon2';

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

export async function createPinHasher(pepper: string): Promise<PinHasher> {
  const secret = Buffer.from(pepper);
  const hashPin = (pin: string) => hash(pin, { secret, memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: 1 }); // argon2id is the default kind
  const nobody = await hashPin('nobody');
  return {
    hash: hashPin,
    verify: (pinHash, pin) => verify(pinHash, pin, { secret }),
    async verifyNobody(pin) {
      await verify(nobody, pin, { secret });
      return false;
    },
  };
}
