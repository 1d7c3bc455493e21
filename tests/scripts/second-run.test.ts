import { describe, expect, test } from 'vitest';
import type { Failure } from '../../scripts/setup/report.ts';
import {
  describeFailure,
  filesToRunAgain,
  isConclusive,
  judgeFailures,
  tallyFailures,
} from '../../scripts/setup/second-run.ts';

const failure = (file: string, title: string, message = 'no'): Failure => ({ file, title, message });

describe('what failed is run again', () => {
  test('each file once', () => {
    expect(filesToRunAgain([failure('a', 'one'), failure('a', 'two'), failure('b', 'one')])).toEqual(['a', 'b']);
  });

  test('not where a failure belongs to no file, nor where too much failed for chance', () => {
    expect(filesToRunAgain([failure('a', 'one'), failure('', 'outside of the tests')])).toEqual([]);
    expect(filesToRunAgain(Array.from({ length: 21 }, (_, nth) => failure(`${nth}`, 'one')))).toEqual([]);
  });
});

describe('a second run that tells nothing is none', () => {
  const run = (passed: boolean, passedCount: number, failedCount: number, failures: Failure[] = []) => ({
    ...{ passed, count: { passed: passedCount, failed: failedCount }, failures },
  });

  test.each([
    ['all passed', run(true, 3, 0), true],
    ['one failed, and is named', run(false, 2, 1, [failure('a', 'one')]), true],
    ['it left no report', run(false, 0, 1), false],
    ['it ran no test', run(true, 0, 1), false],
    ['it failed for a reason of no test', run(false, 3, 0), false],
    ['one of two failures is named', run(false, 1, 2, [failure('a', 'one')]), false],
    ['it passed over a failure', run(true, 2, 1, [failure('a', 'one')]), false],
  ])('%s', (_what, second, isTold) => {
    expect(isConclusive(second)).toBe(isTold);
  });
});

describe('the verdict of two runs', () => {
  test('what failed twice has failed, whatever it said; what passed alone is unsteady', () => {
    const first = [failure('a', 'one'), failure('a', 'two'), failure('b', 'one')];
    expect(judgeFailures(first, [failure('a', 'one', 'otherwise')])).toEqual({
      failed: [failure('a', 'one')],
      unsteady: [failure('a', 'two'), failure('b', 'one')],
    });
  });

  test('what fails in the second run alone has failed', () => {
    const second = [failure('a', 'three')];
    expect(judgeFailures([failure('a', 'one')], second)).toEqual({ failed: second, unsteady: [failure('a', 'one')] });
  });

  test('without a second run all of it has failed', () => {
    const first = [failure('a', 'one')];
    expect(judgeFailures(first, null)).toEqual({ failed: first, unsteady: [] });
  });
});

test('a failure is described by its place and its error', () => {
  expect(describeFailure(failure('a', 'one', 'no'))).toBe('a › one\nno');
  expect(describeFailure(failure('a', '', 'cannot be read'))).toBe('a\ncannot be read');
});

test('failures of several runs are counted by test', () => {
  expect(tallyFailures([failure('a', 'one'), failure('b', 'one'), failure('b', 'one', 'otherwise')])).toEqual([
    { test: 'b › one', count: 2 },
    { test: 'a › one', count: 1 },
  ]);
});
