// npm test, once the packages are there: two browsers and a PostgreSQL, then every check and every test. A step that
// fails does not keep the later ones from running; what cannot be brought fails with a sentence; nothing is skipped.
// Leaves test-results/vitest.json and test-results/playwright.json; its last line is 'N passed, N failed'.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './setup/chromium.mjs';
import { NODE, ROOT } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest, strayErrors } from './setup/report.ts';
import { projectEnvironment, run } from './setup/run.mjs';
import { STRAY_ERRORS } from './setup/stray-errors.ts';
import { bringWebKit } from './setup/webkit.mjs';

const RESULTS = join(ROOT, 'test-results');
const VITEST_REPORT = join(RESULTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(RESULTS, 'playwright.json');

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
  const chromium = await bringChromium();
  const webkit = await bringWebKit();
  const postgres = await startPostgres();
  try {
    await step('format', 'oxfmt', ['--check']);
    await step('lint', 'oxlint');
    await step('dead code', 'knip');
    await step('types', 'tsc', ['-b']);
    await step(
      'Vitest',
      'vitest',
      [
        'run',
        ...['default', 'json', './scripts/setup/stray-errors.ts'].map((reporter) => `--reporter=${reporter}`),
        `--outputFile.json=${VITEST_REPORT}`,
      ],
      databaseVariables(postgres),
    );
    const built = await step('build', NODE, ['scripts/build.mjs']);
    if (built) await step('weight', NODE, ['scripts/weigh.mjs']);
    if (built) await step('Playwright', 'playwright', ['test'], { CHROMIUM_PATH: chromium, ...webkit });
  } finally {
    await postgres.stop();
  }
  total();
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} [args]
 * @param {Record<string, string>} [environment]
 */
async function step(name, command, args = [], environment = {}) {
  if (interrupted) return false;
  const startedMs = performance.now();
  console.log(`\n— ${name}`);
  const passed = (await run(command, args, { env: projectEnvironment(environment) })) === 0;
  console.log(`— ${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  if (!passed) failedSteps.push(name);
  return passed;
}

// A check that failed counts as one failed test, so that '0 failed' is never said of a run that failed.
function total() {
  const vitest = countVitest(VITEST_REPORT);
  const playwright = countPlaywright(PLAYWRIGHT_REPORT);
  const checks = failedSteps.filter((name) => name !== 'Vitest' && name !== 'Playwright').length;
  const unexplained = failedSteps.includes('Vitest') && vitest.failed === 0 ? 1 : 0;
  const failed = vitest.failed + playwright.failed + checks + unexplained;
  const failures = [
    ...failuresOfVitest(VITEST_REPORT),
    ...strayErrors(STRAY_ERRORS),
    ...failuresOfPlaywright(PLAYWRIGHT_REPORT),
  ];
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
  console.log(`\n${vitest.passed + playwright.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && failedSteps.length === 0 && !interrupted ? 0 : 1;
}
