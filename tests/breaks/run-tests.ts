import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENTLY } from '../support/patience.ts';

export interface TestReport {
  /** The test's title with the names of its groups. */
  title: string;
  passed: boolean;
  failures: string[];
}

interface JsonReport {
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** A broken rule may make a test wait in vain. This is long enough for its own waits to fail with their message. */
const TEST_MS = 2 * PATIENTLY.timeout;
const RUN_MS = 10 * 60_000;

/** Runs test files in a copy of the tree, or their tests whose titles contain `words`. Empty if no test could start. */
export async function runTests(folder: string, files: readonly string[], words = ''): Promise<TestReport[]> {
  const reportFile = join(folder, 'breaks-report.json');
  rmSync(reportFile, { force: true });
  const filter = words === '' ? [] : ['-t', words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const settings = ['--maxWorkers=1', `--testTimeout=${TEST_MS}`, '--reporter=json', `--outputFile=${reportFile}`];
  await vitest(['run', ...settings, ...filter, ...files], folder);
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as JsonReport;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, failureMessages }) => ({
      title: fullName,
      passed: status === 'passed',
      failures: failureMessages,
    }));
}

/**
 * Runs the tests with these arguments in a copy of the tree; returns true if all passed. An error outside of every test,
 * such as a rejection that nobody handles, counts as a failure, as in `npm test`.
 */
export async function runVitest(args: readonly string[], folder: string): Promise<boolean> {
  const reportFile = join(folder, 'breaks-report.json');
  rmSync(reportFile, { force: true });
  const exitCode = await vitest([...args, '--maxWorkers=2', '--reporter=json', `--outputFile=${reportFile}`], folder);
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as { success: boolean; numTotalTests: number };
  // The report does not count such an error; only the exit code shows it. A run without any test ends with one too.
  return report.success && (exitCode === 0 || report.numTotalTests === 0);
}

/** Returns the exit code. A run with failed tests does not reject: its report says which. */
function vitest(args: string[], cwd: string): Promise<number> {
  const program = join(cwd, 'node_modules/vitest/vitest.mjs');
  return new Promise((done, fail) => {
    execFile(process.execPath, [program, ...args], { cwd, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 }, (error) => {
      if (error && typeof error.code !== 'number') fail(error);
      else done(Number(error?.code ?? 0));
    });
  });
}
