import { describe, expect, it } from 'vitest';
import { FREQUENT_PINS } from '../../../domain/people/new-pin.ts';
import { countedOf } from '../../../server/account/guess-gate.ts';
import type { PaidTask } from '../../../server/account/guess-task.ts';
import { StrangerLimit } from '../../../server/account/stranger-limit.ts';
import { systemRandom } from '../../../server/random.ts';
import { memoryPressures } from '../../support/server/memory-pressures.ts';

/*
 * How many PINs a day of guessing finds (R-PIN-07), simulated with the limiter and its own clock.
 *
 * How people choose PINs: Nick Berry, 'PIN analysis', DataGenetics 2012, over 3.4 million four-digit passwords. It
 * publishes the shares of the first twenty, that 61 PINs are a third of all, and that 426 are half. Between these
 * points the shares are interpolated as powers of the rank. People who choose one of the 200 refused PINs choose again.
 *
 * What arithmetic costs: one round is one iteration of PBKDF2-HMAC-SHA256. An NVIDIA RTX 4090 does about 8.9 thousand
 * million rounds a second (hashcat's benchmark of mode 10900: 8.87 million hashes of 999 iterations), and can be rented
 * for about ten dollars a day; a cheap phone does a million rounds a second, a laptop six.
 */
const GRAPHICS_CARD_DAY_ROUNDS = 8.9e9 * 86_400;

const TOP_TWENTY_PERCENT = [
  ...[10.713, 6.016, 1.881, 1.197, 0.745, 0.616, 0.613, 0.526, 0.516, 0.512],
  ...[0.451, 0.419, 0.395, 0.391, 0.366, 0.304, 0.303, 0.293, 0.29, 0.285],
];

/** Returns the percentage of people who choose the PIN of this rank, from 1. */
function percentOfRank(rank: number): number {
  if (rank <= 20) return TOP_TWENTY_PERCENT[rank - 1] ?? 0;
  if (rank <= 61) return 0.285 * (rank / 20) ** -0.9;
  return 0.1045 * (rank / 61) ** -0.7;
}
const percentOfFirst = (ranks: number): number =>
  Array.from({ length: ranks }, (_, index) => percentOfRank(index + 1)).reduce((sum, percent) => sum + percent, 0);

/** The share of accounts whose PIN is the nth best guess among the allowed PINs. */
const REFUSED = FREQUENT_PINS.length;
const chanceOfGuess = (nth: number): number => percentOfRank(REFUSED + nth) / (100 - percentOfFirst(REFUSED));

const TRIES = 10_000;
const DAY_MS = 86_400_000;

interface Attack {
  phones: number;
  /** The rounds that the attacker can compute in a day. */
  rounds: number;
  /** The attacker skips harder tasks. */
  bitsMax: number;
  /** The time from the start of the day within which the attacker tries. */
  withinMs?: number;
}

/** Tries every phone in turn, each from its own address, with the likeliest PINs first. */
async function attack({ phones, rounds, bitsMax, withinMs = DAY_MS }: Attack) {
  const paid = new Map<string, PaidTask>();
  const tasks = {
    make: (_purpose: string, bits: number, nowMs: number) => {
      const challenge = String(paid.size);
      paid.set(challenge, { id: challenge, bits, expiresAtMs: nowMs + DAY_MS });
      return { challenge, bits };
    },
    check: async (_purpose: string, { challenge }: { challenge: string }) => paid.get(challenge) ?? null,
  };
  const limit = new StrangerLimit(memoryPressures(), 'a pepper for tests', systemRandom, tasks);
  const guessed = new Map<number, number>();
  let [left, found, judged] = [rounds, 0, 0];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const phone = tried % phones;
    const counted = countedOf(phones, [`10.0.${phone}`], [`phone ${phone}`]);
    const guess = { purpose: 'pin', counted, nowMs: Math.floor((tried * withinMs) / TRIES) };
    let taken = await limit.take(guess);
    if (!taken.ok && taken.error.bits <= bitsMax && 2 ** taken.error.bits <= left) {
      left -= 2 ** taken.error.bits;
      taken = await limit.take({ ...guess, task: { challenge: taken.error.challenge, answer: 0 } });
    }
    if (!taken.ok) continue;
    judged += 1;
    const nth = (guessed.get(phone) ?? 0) + 1;
    guessed.set(phone, nth);
    found += chanceOfGuess(nth);
  }
  return { foundShare: found / phones, judged, spentRounds: rounds - left };
}

describe('R-PIN-07 what a day of guessing finds', () => {
  it('R-PIN-07 the distribution is the published one', () => {
    expect(percentOfFirst(20)).toBeCloseTo(26.83, 1);
    expect(percentOfFirst(61)).toBeGreaterThan(33);
    expect(percentOfFirst(61)).toBeLessThan(33.7);
    expect(percentOfFirst(426)).toBeGreaterThan(49.7);
    expect(percentOfFirst(426)).toBeLessThan(50.5);
  });

  describe.each([100, 1_000, 10_000])('R-PIN-07 10,000 tries over %i phones and as many addresses', (phones) => {
    it('R-PIN-07 find fewer than one PIN in a thousand without arithmetic', async () => {
      for (const withinMs of [DAY_MS, 60_000]) {
        const { foundShare, judged } = await attack({ phones, rounds: 0, bitsMax: 0, withinMs });
        expect(judged).toBeGreaterThan(0);
        expect(foundShare).toBeLessThan(0.001);
      }
    });

    it.each([28, 36, 44, 60])(
      'R-PIN-07 find fewer than one in a thousand with a graphics card that does nothing else all day, where it leaves tasks beyond %i bits alone',
      async (bitsMax) => {
        for (const withinMs of [DAY_MS, 60_000]) {
          const done = await attack({ phones, rounds: GRAPHICS_CARD_DAY_ROUNDS, bitsMax, withinMs });
          expect(done.spentRounds).toBeGreaterThan(0);
          expect(done.foundShare).toBeLessThan(0.001);
        }
      },
    );
  });

  it('R-PIN-07 without limits the same tries would find more: the test can fail', () => {
    const perPhone = Array.from({ length: TRIES / 100 }, (_, index) => chanceOfGuess(index + 1));
    expect(perPhone.reduce((sum, chance) => sum + chance, 0)).toBeGreaterThan(0.04);
  });
});
