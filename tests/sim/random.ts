/** A seeded generator: the same seed and name give the same numbers on every machine. */
export interface Chance {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number;
  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number;
  /** True with this probability. */
  odds(probability: number): boolean;
  pick<T>(among: readonly T[]): T;
}

/** Creates a generator for one actor, so that the draws of one do not change those of another. */
export function createChance(seed: number, name: string): Chance {
  const next = sfc32(seed, name);
  const fraction = (): number => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
  const below = (bound: number): number => Math.floor((bound <= 2 ** 20 ? next() / 2 ** 32 : fraction()) * bound);
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    odds: (probability) => next() / 2 ** 32 < probability,
    pick(among) {
      if (among.length === 0) throw new Error('Nothing to pick from');
      // The index is within the list.
      return among[below(among.length)] as (typeof among)[number];
    },
  };
}

/** A small fast counter generator of 32 bits at a time, started from a hash of the seed and the name. */
function sfc32(seed: number, name: string): () => number {
  let [a, b, c, counter] = [hash(`${seed}`, 1), hash(name, 2), hash(`${seed}/${name}`, 3), 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** Returns a 32-bit hash of a text (FNV-1a), another one for each salt. */
export function hash(text: string, salt: number): number {
  let value = (0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
