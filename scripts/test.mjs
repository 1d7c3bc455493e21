// npm test, after the packages are installed: brings a browser and a PostgreSQL, then runs every check and every test.
// A check that fails ends the run at once; a test step that fails does not stop the later ones. A browser or database
// that cannot be installed fails the run with a message; nothing is skipped. Tests that fail run a second time, alone
// (second-run.ts). The reports are in test-results/; the last line is 'N passed, N failed'.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './setup/chromium.mjs';
import { NODE } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { processorSeconds } from './setup/processor-time.ts';
import { run } from './setup/run.mjs';
import { RESULTS, runPlaywright, runVitest } from './setup/runners.mjs';
import { describeFailure, filesToRunAgain, isConclusive, judgeFailures, UNSTEADY_MAX } from './setup/second-run.ts';

/** @import { Count } from './setup/report.ts' */
/** @import { Run } from './setup/runners.mjs' */
/** @import { Verdict } from './setup/second-run.ts' */

/** @type {string[]} */
const failedSteps = [];
let interrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => (interrupted = true));

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

async function main() {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const checked =
    (await step('format', 'oxfmt', ['--check'])) &&
    (await step('lint', 'oxlint')) &&
    (await step('dead code', 'knip')) &&
    (await step('types', 'tsc', ['-b']));
  if (!checked) return total([]);
  const chromium = await bringChromium();
  const postgres = await startPostgres();
  /** @type {Result[]} */
  const results = [];
  try {
    results.push(await tests('Vitest', (files, name) => runVitest({ files, name, env: databaseVariables(postgres) })));
    const built = await step('build', NODE, ['scripts/build.mjs']);
    if (built) await step('weight', NODE, ['scripts/weigh.mjs']);
    if (built)
      results.push(
        await tests('Playwright', (files, name) => runPlaywright({ files, name, env: { CHROMIUM_PATH: chromium } })),
      );
  } finally {
    await postgres.stop();
  }
  total(results);
}

/**
 * The outcome of a runner's tests.
 * @typedef {Verdict & { count: Count }} Result
 */

/**
 * Runs the tests, and those that failed a second time with one worker.
 * @param {string} name
 * @param {(files: string[], report: string) => Promise<Run>} runTests runs these files; all if there are none
 * @returns {Promise<Result>}
 */
async function tests(name, runTests) {
  const first = await timed(name, () => runTests([], name.toLowerCase()));
  const files = filesToRunAgain(first.failures);
  const second =
    files.length > 0 && !interrupted
      ? await timed(`${name} again, alone`, () => runTests(files, `${name.toLowerCase()}-again`))
      : null;
  const { failed, unsteady } = judgeFailures(
    first.failures,
    second !== null && isConclusive(second) ? second.failures : null,
  );
  // Some failures belong to no test: the runner crashed or ran nothing.
  const unnamed = Math.max(0, first.count.failed - first.failures.length);
  if (failed.length + unnamed > 0 || (!first.passed && first.failures.length === 0)) failedSteps.push(name);
  const count = { passed: first.count.passed + unsteady.length, failed: failed.length + unnamed };
  return { failed, unsteady, count };
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} [args]
 */
async function step(name, command, args = []) {
  if (interrupted) return false;
  const { passed } = await timed(name, async () => ({ passed: (await run(command, args)) === 0 }));
  if (!passed) failedSteps.push(name);
  return passed;
}

/**
 * @template {{ passed: boolean }} Outcome
 * @param {string} name
 * @param {() => Promise<Outcome>} act
 */
async function timed(name, act) {
  const startedMs = performance.now();
  const before = processorSeconds();
  console.log(`\n— ${name}`);
  const outcome = await act();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const after = processorSeconds();
  const computed =
    before === null || after === null
      ? ''
      : `, ${(after.children - before.children).toFixed(0)} s of processor time, ${(after.machine - before.machine).toFixed(0)} s of the whole machine's`;
  console.log(`— ${name}: ${outcome.passed ? 'passed' : 'FAILED'} in ${seconds} s${computed}`);
  return outcome;
}

/**
 * Counts a failed check as one failed test, so that a failed run never ends with '0 failed'.
 * @param {Result[]} results
 */
function total(results) {
  const unsteady = results.flatMap((result) => result.unsteady);
  writeFileSync(join(RESULTS, 'unsteady.json'), JSON.stringify(unsteady, null, 2));
  for (const failure of results.flatMap(({ failed }) => failed)) console.log(`\n✗ ${describeFailure(failure)}`);
  if (unsteady.length > 0) {
    console.log(`\nUnsteady: ${unsteady.length} (failed, and passed alone; what they left is in test-results)`);
    for (const failure of unsteady) console.log(`\n~ ${describeFailure(failure)}`);
  }
  const isTooUnsteady = unsteady.length > UNSTEADY_MAX;
  if (isTooUnsteady) failedSteps.push(`more than ${UNSTEADY_MAX} unsteady tests`);
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((all, { count }) => all + count[key], 0);
  const others = failedSteps.filter((name) => name !== 'Vitest' && name !== 'Playwright').length;
  const failed = Math.max(sum('failed') + others, failedSteps.length);
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed === 0 && !interrupted ? 0 : 1;
}
