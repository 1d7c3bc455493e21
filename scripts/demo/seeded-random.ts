/** Random numbers that follow from a seed, so that a demo shop or a bench is the same shop every time. */
export interface SeededRandom {
  /** Returns a number from 0 to 1, without 1. */
  share(): number;
  below(bound: number): number;
  pick<T>(values: readonly T[]): T;
}

/** The generator mulberry32: 32 bits of state, good enough for test data. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(share() * bound);
  return {
    share,
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from');
      return value;
    },
  };
}
