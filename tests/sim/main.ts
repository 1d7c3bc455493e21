// npm run sim -- --seeds N --from S        runs N seeds from S on
// npm run sim -- --trace SEED [--minutes M] [--devices D] [--turn T] [--without a,b]   prints one run line by line
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { addCampaign, type Campaign, messageOf, newCampaign, reachedLines, runSeeds, unreached } from './campaign.ts';
import { type Mask, NO_MASK } from './plan.ts';
import { runSeed } from './run.ts';
import { ruleOf, shrink, tellShrunk } from './shrink.ts';

/** How many failing seeds are shrunk at the end. Each takes a while, and they often fail in the same way. */
const SHRUNK_MAX = 3;
/** A campaign with fewer seeds may miss events on the list without being wrong. */
const SEEDS_TO_REACH_ALL = 100;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '200' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      trace: { type: 'string' },
      minutes: { type: 'string' },
      devices: { type: 'string' },
      turn: { type: 'string', default: '0' },
      without: { type: 'string', default: '' },
    },
  });
  if (values.trace !== undefined) {
    const without = new Set(values.without.split(',').filter((name) => name !== ''));
    const mask: Mask = {
      // An unknown name has no effect.
      without: without as unknown as Mask['without'],
      minutesMax: Number(values.minutes ?? NO_MASK.minutesMax),
      devicesMax: Number(values.devices ?? NO_MASK.devicesMax),
      turn: Number(values.turn),
    };
    return await traceOne(Number(values.trace), mask);
  }
  return await runMany(Number(values.from), Number(values.seeds), Number(values.jobs));
}

async function traceOne(seed: number, mask: Mask): Promise<number> {
  const run = await runSeed(seed, { mask, isTraced: true });
  for (const line of run.lines) print(line);
  print(run.violation ? messageOf(run.violation) : `seed ${seed} holds; hash ${run.hash}`);
  return run.violation ? 1 : 0;
}

async function runMany(from: number, count: number, jobs: number): Promise<number> {
  const startedMs = performance.now();
  const campaign = newCampaign();
  const shares = Array.from({ length: jobs }, (_, job) =>
    Array.from({ length: Math.ceil((count - job) / jobs) }, (__, index) => from + job + index * jobs),
  );
  let done = 0;
  await Promise.all(
    shares
      .filter((seeds) => seeds.length > 0)
      .map(async (seeds) => {
        addCampaign(
          campaign,
          await runInThread(seeds, (failure) => {
            done += 1;
            if (failure) print(`seed ${failure.seed}: ${failure.message}`);
            else if (done % 100 === 0)
              print(`${done} of ${count} seeds, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
          }),
        );
      }),
  );
  const missing = unreached(campaign);
  print('');
  for (const line of reachedLines(campaign)) print(line);
  print(
    `${campaign.seeds} seeds from ${from}, ${campaign.events} events, ${campaign.acts} acts, ${campaign.requests} requests, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
  print(
    `${campaign.seeds - campaign.failures.length} held, ${campaign.failures.length} failed${campaign.failures.length > 0 ? `: ${campaign.failures.map(({ seed }) => seed).join(' ')}` : ''}`,
  );
  if (missing.length > 0)
    print(`not reached: ${missing.join(', ')}${count < SEEDS_TO_REACH_ALL ? ' (too few seeds to ask for it)' : ''}`);
  // Last, because it may take longer than the run itself.
  for (const { seed, message } of campaign.failures.slice(0, SHRUNK_MAX))
    print(`\n${tellShrunk(seed, await shrink(seed, ruleOf(new Error(message))))}`);
  return campaign.failures.length > 0 || (missing.length > 0 && count >= SEEDS_TO_REACH_ALL) ? 1 : 0;
}

type Message = { type: 'run'; failure: Campaign['failures'][number] | null } | { type: 'end'; campaign: Campaign };

function runInThread(
  seeds: readonly number[],
  onRun: (failure: Campaign['failures'][number] | null) => void,
): Promise<Campaign> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { seeds } });
    thread.on('message', (message: Message) =>
      message.type === 'end' ? resolve(message.campaign) : onRun(message.failure),
    );
    thread.on('error', reject);
    thread.on('exit', (code) => code !== 0 && reject(new Error(`A thread of the simulation ended with ${code}`)));
  });
}

async function serveThread(seeds: readonly number[]): Promise<void> {
  const say = (message: Message) => parentPort?.postMessage(message);
  const campaign = await runSeeds(seeds, (run) =>
    say({ type: 'run', failure: run.violation && { seed: run.seed, message: messageOf(run.violation) } }),
  );
  say({ type: 'end', campaign });
}

if (isMainThread) process.exitCode = await main();
// The seeds that a thread of this file starts with.
else await serveThread((workerData as { seeds: number[] }).seeds);
