import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  strayErrors,
} from '../../scripts/setup/report.ts';

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

  test('is named where it failed, with the beginning of what was said', () => {
    const said = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
    const failures = failuresOfVitest(
      reportOf({
        testResults: [
          {
            name: 'a.test.ts',
            status: 'failed',
            assertionResults: [
              { status: 'passed', fullName: 'holds' },
              { status: 'failed', fullName: 'does not', failureMessages: [said] },
              { status: 'skipped', fullName: 'was left out' },
            ],
          },
          { name: 'b.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
        ],
      }),
    );
    expect(failures).toEqual([
      { file: 'a.test.ts', title: 'does not', message: expect.stringMatching(/^line 0\n(line \d+\n?){11}$/) },
      { file: 'a.test.ts', title: 'was left out', message: 'skipped' },
      { file: 'b.test.ts', title: '', message: 'cannot be read' },
    ]);
    expect(failuresOfVitest(reportOf({ testResults: [suite('passed', 'passed')] }))).toEqual([]);
  });

  test('what failed outside of the tests is named too', () => {
    expect(
      strayErrors(
        reportOf([{ message: 'gone', stack: 'Error: gone\n    at a timer', file: 'a.test.ts' }, { message: 'lost' }]),
      ),
    ).toEqual([
      { file: 'a.test.ts', title: 'outside of the tests', message: 'Error: gone\n    at a timer' },
      { file: '', title: 'outside of the tests', message: 'lost' },
    ]);
    expect(strayErrors(join(folder, 'never-written.json'))).toEqual([]);
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

  test('is named where it failed, also in a described group', () => {
    const failed = (title: string, status: string, ...said: string[]) => ({
      ...{ title, ok: false },
      tests: [{ results: [{ status, errors: said.map((message) => ({ message })) }] }],
    });
    const report = {
      ...stats(1, 3, 0, 0),
      suites: [
        {
          file: 'a.spec.ts',
          specs: [
            { title: 'holds', ok: true, tests: [{ results: [{ status: 'passed', errors: [] }] }] },
            failed('does not', 'failed', 'first', 'then'),
          ],
          suites: [{ file: 'a.spec.ts', specs: [failed('hung', 'timedOut', 'waiting for a button')] }],
        },
        { file: 'b.spec.ts', specs: [failed('never ran', 'interrupted')] },
      ],
    };
    expect(failuresOfPlaywright(reportOf(report))).toEqual([
      { file: 'e2e/specs/a.spec.ts', title: 'does not', message: 'first\nthen' },
      { file: 'e2e/specs/a.spec.ts', title: 'hung', message: 'waiting for a button' },
      { file: 'e2e/specs/b.spec.ts', title: 'never ran', message: 'interrupted' },
    ]);
    expect(failuresOfPlaywright(reportOf(stats(1, 0, 0, 0)))).toEqual([]);
  });
});
