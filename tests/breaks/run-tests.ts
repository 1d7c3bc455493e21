import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENTLY } from '../support/patience.ts';

export interface TestReport {
  /** With the names of the groups that it stands in. */
  title: string;
  passed: boolean;
  failures: string[];
}

interface JsonReport {
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** A broken rule may make a test wait for what never comes; it then has the time to say what that was. */
const TEST_MS = 2 * PATIENTLY.timeout;
const RUN_MS = 10 * 60_000;

/** Runs test files in a copy of the tree, or the tests in them whose titles contain the words. None: they could not even begin. */
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

/** Runs the tests with these arguments in a copy of the tree; answers whether all of them passed. */
export async function runVitest(args: readonly string[], folder: string): Promise<boolean> {
  const reportFile = join(folder, 'breaks-report.json');
  rmSync(reportFile, { force: true });
  await vitest([...args, '--maxWorkers=2', '--reporter=json', `--outputFile=${reportFile}`], folder);
  return (JSON.parse(readFileSync(reportFile, 'utf8')) as { success: boolean }).success;
}

// A run in which tests fail ends with an error; what counts is its report.
function vitest(args: string[], cwd: string): Promise<void> {
  const program = join(cwd, 'node_modules/vitest/vitest.mjs');
  return new Promise((done, fail) => {
    execFile(process.execPath, [program, ...args], { cwd, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 }, (error) => {
      if (error && typeof error.code !== 'number') fail(error);
      else done();
    });
  });
}
