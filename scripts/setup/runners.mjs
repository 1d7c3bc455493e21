// The two test runners, for npm test and npm run test:again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest, strayErrors } from './report.ts';
import { projectEnvironment, run } from './run.mjs';
import { STRAY_ERRORS } from './stray-errors.ts';

/** @import { Count, Failure } from './report.ts' */

/** The folder of the reports and of the traces of failed tests. */
export const RESULTS = join(ROOT, 'test-results');

/**
 * @typedef {{ passed: boolean, count: Count, failures: Failure[] }} Run
 * @typedef {object} Order
 * @property {string[]} files the files to run, with one worker; if empty, all files run
 * @property {string} name of the report in RESULTS
 * @property {Record<string, string>} env
 * @property {string[]} [options] more options of the runner
 */

/**
 * @param {Order} order
 * @returns {Promise<Run>}
 */
export async function runVitest({ files, name, env, options = [] }) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(STRAY_ERRORS, { force: true });
  const reporters = ['default', 'json', './scripts/setup/stray-errors.ts'].map((reporter) => `--reporter=${reporter}`);
  const alone = files.length > 0 ? ['--maxWorkers=1', '--no-file-parallelism'] : [];
  const args = ['run', ...files, ...reporters, `--outputFile.json=${report}`, ...alone, ...options];
  const passed = (await run('vitest', args, { env: projectEnvironment(env) })) === 0;
  const stray = strayErrors(STRAY_ERRORS);
  const { passed: passedCount, failed } = countVitest(report);
  return {
    passed,
    count: { passed: passedCount, failed: failed + stray.length },
    failures: [...failuresOfVitest(report), ...stray],
  };
}

/**
 * @param {Order} order
 * @returns {Promise<Run>}
 */
export async function runPlaywright({ files, name, env, options = [] }) {
  const report = join(RESULTS, `${name}.json`);
  const alone = files.length > 0 ? ['--workers=1'] : [];
  const args = ['test', ...files, ...alone, `--output=${join(RESULTS, name)}`, ...options];
  const passed =
    (await run('playwright', args, { env: projectEnvironment({ ...env, PLAYWRIGHT_REPORT: report }) })) === 0;
  return { passed, count: countPlaywright(report), failures: failuresOfPlaywright(report) };
}
