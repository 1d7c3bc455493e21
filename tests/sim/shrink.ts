import { FATES, HABITS, HARDSHIPS, type Mask, NETWORK_FAULTS, NO_MASK } from './plan.ts';
import { MUTATIONS, type MutationName } from '../../sync/mutation/registry.ts';
import { type RunResult, runSeed } from './run.ts';

/** Interleavings tried for each smaller run, because leaving something out shifts the rest. */
const TURNS = 4;
const RUNS_MAX = 400;

export interface Shrunk {
  mask: Mask;
  run: RunResult;
  runs: number;
}

/**
 * Returns the smallest run of a failing seed that breaks the same rule: shorter, with fewer devices, and without the
 * faults, blows, hardships and acts that it does not need.
 */
export async function shrink(seed: number, rule: string): Promise<Shrunk> {
  let runs = 0;
  const fails = async (mask: Mask): Promise<Mask | null> => {
    for (let turn = 0; turn < TURNS && runs < RUNS_MAX; turn += 1) {
      runs += 1;
      const tried = { ...mask, turn };
      const { violation } = await runSeed(seed, { mask: tried });
      if (violation && ruleOf(violation) === rule) return tried;
    }
    return null;
  };
  let best = NO_MASK;
  for (const minutesMax of [1, 2, 3, 5, 8, 13]) {
    const shorter = await fails({ ...best, minutesMax });
    if (!shorter) continue;
    best = shorter;
    break;
  }
  for (const devicesMax of [1, 2, 3]) {
    const fewer = await fails({ ...best, devicesMax });
    if (!fewer) continue;
    best = fewer;
    break;
  }
  // The registry's keys are the mutations' names.
  const names = [...FATES, ...NETWORK_FAULTS, ...HARDSHIPS, ...HABITS, ...(Object.keys(MUTATIONS) as MutationName[])];
  for (const size of [8, 4, 2, 1]) {
    for (let at = 0; at < names.length; at += size) {
      const left = names.slice(at, at + size).filter((name) => !best.without.has(name));
      const fewer = left.length > 0 ? await fails({ ...best, without: new Set([...best.without, ...left]) }) : null;
      if (fewer) best = fewer;
    }
  }
  return { mask: best, run: await runSeed(seed, { mask: best, isTraced: true }), runs };
}

/** Returns '[7]' for '[7] device1 lacks item/5'; for an error of the code its first line. */
export const ruleOf = (violation: Error): string =>
  /^\[[\d]+\]/.exec(violation.message)?.[0] ?? violation.message.slice(0, 60);

const LINES_MAX = 80;

/** Returns the report for a person: what the smallest run contains, and its last events. */
export function tellShrunk(seed: number, { mask, run, runs }: Shrunk): string {
  const left = [...FATES, ...NETWORK_FAULTS, ...HARDSHIPS, ...HABITS, ...Object.keys(MUTATIONS)].filter(
    (name) => !mask.without.has(name as MutationName),
  );
  const without = [...mask.without].join(',');
  return [
    `seed ${seed}, shrunk in ${runs} runs: ${run.violation?.message ?? 'does not fail any more'}`,
    `again: npm run sim -- --trace ${seed} --minutes ${mask.minutesMax} --devices ${mask.devicesMax} --turn ${mask.turn} --without ${without}`,
    `left in: ${left.join(', ')}`,
    ...run.lines.slice(-LINES_MAX).map((line) => line.slice(0, 220)),
  ].join('\n');
}
