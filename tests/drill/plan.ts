import type { SeededRandom } from '../../scripts/demo/seeded-random.ts';

/** The moment of a kill: this long after the signal is back, after a push was sent, or after its answer. */
export interface Moment {
  after: 'signal' | 'push' | 'answer';
  delayMs: number;
}

export interface Step {
  killed: 'browser' | 'server';
  /** 'selling': the kill hits the saving of a sale. 'replaying': it hits the sending of earlier sales. */
  during: 'selling' | 'replaying';
  /** True if there is a signal while it sells. Before replaying there is none. */
  hasSignal: boolean;
  /** The number of sales in this step; at least one. */
  sales: number;
  moment: Moment;
  /** From the tap on 'Create sale' to the kill, if the browser is killed while selling. */
  tapToKillMs: number;
  /** How long a killed server stays down. */
  awayMs: number;
  /** True if the next step waits until everything is sent; otherwise it begins with the rest. */
  settles: boolean;
}

const SELLING_SHARE = { browser: 0.5, server: 0.25 };
const SETTLING_SHARE = 0.25;

export interface PlanSize {
  killsEach: number;
  sales: number;
}

/** Plans this number of kills of the browser and of the server, in random order, with the sales spread unevenly. */
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

/** Draws a moment from those in which most of a push happens. */
function momentOf(random: SeededRandom): Moment {
  const after = random.pick(['signal', 'push', 'push', 'answer'] as const);
  return { after, delayMs: random.below(after === 'signal' ? 600 : 80) };
}

/** Parts the total unevenly: a few get many, so that some queues are longer than a batch. */
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
