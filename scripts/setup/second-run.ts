import type { Count, Failure } from './report.ts';

/*
 * Failed tests run once more, alone. Those that fail twice fail the run; those that failed once are unsteady: they are
 * listed, and are faults to be mended (CONTRIBUTING.md).
 */

/** More unsteady tests than this fail the run. */
export const UNSTEADY_MAX = 5;

/** With more failures than this the cause is no chance, and a second run would take too long. */
const AGAIN_MAX = 20;

/** Returns the files to run again; none if a second run would tell nothing. */
export function filesToRunAgain(failures: readonly Failure[]): string[] {
  if (failures.length > AGAIN_MAX || failures.some(({ file }) => file === '')) return [];
  return [...new Set(failures.map(({ file }) => file))];
}

/**
 * Returns true if a run reports the result of each of its tests. A run that crashed, ran nothing, or failed for a
 * reason outside the tests must not turn earlier failures into unsteady tests.
 */
export function isConclusive(run: { passed: boolean; count: Count; failures: readonly Failure[] }): boolean {
  return run.count.failed === run.failures.length && run.passed === (run.failures.length === 0);
}

export interface Verdict {
  /** Failed in both runs, or failed and was not run again. */
  failed: Failure[];
  /** Failed, and passed when it ran alone. */
  unsteady: Failure[];
}

/**
 * @param second failures of the second run; null if there was none, or it reported nothing
 */
export function judgeFailures(first: readonly Failure[], second: readonly Failure[] | null): Verdict {
  if (second === null) return { failed: [...first], unsteady: [] };
  const hasFailedAgain = (failure: Failure) => second.some((other) => isSameTest(failure, other));
  const isNew = (failure: Failure) => !first.some((other) => isSameTest(failure, other));
  return {
    failed: [...first.filter(hasFailedAgain), ...second.filter(isNew)],
    unsteady: first.filter((failure) => !hasFailedAgain(failure)),
  };
}

const isSameTest = (one: Failure, other: Failure): boolean => one.file === other.file && one.title === other.title;

export const describeFailure = ({ file, title, message }: Failure): string =>
  [[file, title].filter(Boolean).join(' › '), message].filter(Boolean).join('\n');

/** Counts how often each test failed over several runs, the most frequent first. */
export function tallyFailures(failures: readonly Failure[]): { test: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { file, title } of failures) {
    const test = [file, title].filter(Boolean).join(' › ');
    counts.set(test, (counts.get(test) ?? 0) + 1);
  }
  return [...counts].map(([test, count]) => ({ test, count })).toSorted((one, other) => other.count - one.count);
}
