import { MAY_REACH, MUST_REACH, type Reached } from './reached.ts';
import { type RunResult, runSeed } from './run.ts';

/** Many runs taken together. */
export interface Campaign {
  seeds: number;
  events: number;
  acts: number;
  requests: number;
  /** In how many of the runs each was reached. */
  reached: Map<Reached, number>;
  failures: { seed: number; message: string }[];
}

export const newCampaign = (): Campaign => ({
  seeds: 0,
  events: 0,
  acts: 0,
  requests: 0,
  reached: new Map(),
  failures: [],
});

export function addRun(campaign: Campaign, run: RunResult): void {
  campaign.seeds += 1;
  campaign.events += run.events;
  campaign.acts += run.acts;
  campaign.requests += run.requests;
  for (const what of run.reached.keys()) campaign.reached.set(what, (campaign.reached.get(what) ?? 0) + 1);
  if (run.violation) campaign.failures.push({ seed: run.seed, message: messageOf(run.violation) });
}

export function addCampaign(campaign: Campaign, other: Campaign): void {
  campaign.seeds += other.seeds;
  campaign.events += other.events;
  campaign.acts += other.acts;
  campaign.requests += other.requests;
  for (const [what, count] of other.reached) campaign.reached.set(what, (campaign.reached.get(what) ?? 0) + count);
  campaign.failures.push(...other.failures);
}

export async function runSeeds(seeds: readonly number[], onRun?: (run: RunResult) => void): Promise<Campaign> {
  const campaign = newCampaign();
  for (const seed of seeds) {
    const run = await runSeed(seed);
    addRun(campaign, run);
    onRun?.(run);
  }
  return campaign;
}

export const unreached = (campaign: Campaign): Reached[] => MUST_REACH.filter((what) => !campaign.reached.has(what));

/** Returns the list of what was reached, as text. */
export const reachedLines = ({ reached, seeds }: Campaign): string[] =>
  [...MUST_REACH, ...MAY_REACH].map(
    (what) =>
      `  ${what.padEnd(36)} in ${reached.get(what) ?? 0} of ${seeds} runs${(MUST_REACH as readonly string[]).includes(what) ? '' : ' (need not be)'}`,
  );

/** Describes a failure: a broken rule by its message, any other error by its stack. */
export const messageOf = (violation: Error): string =>
  violation.name === 'Violation' ? violation.message : (violation.stack ?? violation.message);
