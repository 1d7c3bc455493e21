import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from '../../scripts/setup/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'kaunta-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const suite = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const stats = (expected: number, unexpected: number, flaky: number, skipped: number) => ({
  stats: { expected, unexpected, flaky, skipped },
  errors: [],
});

describe('what Vitest reports', () => {
  test('is counted test by test', () => {
    expect(
      countVitest(
        reportOf({ testResults: [suite('passed', 'passed', 'passed'), suite('failed', 'passed', 'failed')] }),
      ),
    ).toEqual({ passed: 3, failed: 1 });
  });

  test('a skipped test has failed', () => {
    expect(countVitest(reportOf({ testResults: [suite('passed', 'passed', 'skipped', 'todo')] }))).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  test('a file that broke outside its tests has failed once', () => {
    expect(countVitest(reportOf({ testResults: [suite('failed'), suite('failed', 'passed')] }))).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  test.each([
    ['no test', { testResults: [] }],
    ['no report that can be read', '{"testRes'],
  ])('%s is a failure', (_what, content) => {
    expect(countVitest(reportOf(content))).toEqual({ passed: 0, failed: 1 });
  });

  test('no report at all is a failure', () => {
    expect(countVitest(join(folder, 'never-written.json'))).toEqual({ passed: 0, failed: 1 });
  });
});

describe('what Playwright reports', () => {
  test('is counted; flaky and skipped tests have failed', () => {
    expect(countPlaywright(reportOf(stats(7, 1, 1, 1)))).toEqual({ passed: 7, failed: 3 });
  });

  test('no test is a failure', () => {
    expect(countPlaywright(reportOf(stats(0, 0, 0, 0)))).toEqual({ passed: 0, failed: 1 });
  });
});
