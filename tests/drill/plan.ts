import type { SeededRandom } from '../../scripts/demo/seeded-random.ts';

/** When in a step the power goes: so long after the signal is back, after a push has set out, or after its answer. */
export interface Moment {
  after: 'signal' | 'push' | 'answer';
  delayMs: number;
}

export interface Step {
  killed: 'browser' | 'server';
  /** Killed over a sale that is being saved, or over the sending of what was sold before. */
  during: 'selling' | 'replaying';
  /** False without a signal while it sells; there is none before a replay. */
  hasSignal: boolean;
  /** Sales of this step; at least one. */
  sales: number;
  moment: Moment;
  /** From the tap on 'Create sale', when it is the browser that dies while selling. */
  tapToKillMs: number;
  /** How long a killed server stays away. */
  awayMs: number;
  /** Waits until all is sent before the next step; otherwise that one begins with what is left of this one. */
  settles: boolean;
}

const SELLING_SHARE = { browser: 0.5, server: 0.25 };
const SETTLING_SHARE = 0.25;

export interface PlanSize {
  killsEach: number;
  sales: number;
}

/** So many kills of the browser and as many of the server, in any order, with the sales spread unevenly among them. */
export function planSteps(random: SeededRandom, { killsEach, sales }: PlanSize): Step[] {
  const killed = shuffled(random, [
    ...Array.from({ length: killsEach }, () => 'browser' as const),
    ...Array.from({ length: killsEach }, () => 'server' as const),
  ]);
  const shares = spread(random, sales, killed.length);
  return killed.map((what, nth) => {
    const during = random.share() < SELLING_SHARE[what] ? 'selling' : 'replaying';
    return {
      killed: what,
      during,
      hasSignal: during === 'selling' && (what === 'server' || random.share() < 0.5),
      sales: shares[nth] ?? 1,
      moment: momentOf(random),
      tapToKillMs: random.below(250),
      awayMs: random.below(800),
      settles: random.share() < SETTLING_SHARE,
    };
  });
}

/** Most of a push's life lies within these. */
function momentOf(random: SeededRandom): Moment {
  const after = random.pick(['signal', 'push', 'push', 'answer'] as const);
  return { after, delayMs: random.below(after === 'signal' ? 600 : 80) };
}

/** A few get many, so that some queues are longer than a batch. */
function spread(random: SeededRandom, total: number, parts: number): number[] {
  const weights = Array.from({ length: parts }, () => random.share() ** 4);
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const shares = weights.map((each) => 1 + Math.floor(((total - parts) * each) / weight));
  const missing = total - shares.reduce((sum, each) => sum + each, 0);
  return shares.map((each, nth) => each + (nth < missing ? 1 : 0));
}

function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  const left = [...values];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn;
}
