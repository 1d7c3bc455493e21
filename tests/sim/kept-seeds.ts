import type { Mask } from './plan.ts';

/** A run that once broke a rule, in its smallest form, and what it found. */
export interface KeptSeed {
  seed: number;
  found: string;
  minutesMax?: number;
  devicesMax?: number;
  turn?: number;
  without?: string;
}

export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    seed: 678134052,
    found:
      'who became staff between two edits of a cost price keeps the number of forgotten edits, which no replay tells',
  },
  {
    seed: 731000846,
    found:
      'an order that a restored server lost is still shown for an act over it that no longer fits, so its customer is in use',
  },
  {
    seed: 731001020,
    found:
      'a retry was accepted and lost by a restore; the server knew the refusal before it, so the device did not send it again',
  },
];

export const maskOf = ({ minutesMax = 999, devicesMax = 9, turn = 0, without = '' }: KeptSeed): Mask => ({
  minutesMax,
  devicesMax,
  turn,
  // The names come from the plan's lists. A name that is no longer in them has no effect.
  without: new Set(without.split(',')) as unknown as Mask['without'],
});
