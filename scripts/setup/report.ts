// Reads the two test reports: counts the tests, and lists those that failed. A skipped test counts as failed, because
// tests may not be skipped.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import * as v from 'valibot';
import { ROOT } from './paths.mjs';

/** The folder to which the paths in Playwright's report are relative. */
const PLAYWRIGHT_FOLDER = 'e2e/specs';

export interface Count {
  passed: number;
  failed: number;
}

/** A test that failed, or a file that failed outside of its tests: then the title is empty. */
export interface Failure {
  /** Its path from the project's root. */
  file: string;
  title: string;
  /** The beginning of each error, one or more lines. */
  message: string;
}

const vitestReportSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.optional(v.string(), ''),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.optional(v.string(), ''),
          failureMessages: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

interface PlaywrightSuite {
  file?: string | undefined;
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { status: string; errors: { message?: string | undefined }[] }[] }[];
  }[];
  suites?: PlaywrightSuite[] | undefined;
}

const playwrightSuiteSchema: v.GenericSchema<PlaywrightSuite> = v.object({
  file: v.optional(v.string()),
  specs: v.array(
    v.object({
      title: v.string(),
      ok: v.boolean(),
      tests: v.array(
        v.object({
          results: v.array(
            v.object({ status: v.string(), errors: v.array(v.object({ message: v.optional(v.string()) })) }),
          ),
        }),
      ),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => playwrightSuiteSchema))),
});

const playwrightReportSchema = v.object({
  suites: v.optional(v.array(playwrightSuiteSchema), []),
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
});

export function countVitest(file: string): Count {
  const report = readReport(file, vitestReportSchema);
  if (report === null) return { passed: 0, failed: 1 };
  let passed = 0;
  let failed = 0;
  for (const suite of report.testResults) {
    const passedHere = suite.assertionResults.filter((test) => test.status === 'passed').length;
    const failedHere = suite.assertionResults.length - passedHere;
    passed += passedHere;
    // A file that fails outside of its tests counts as one failure.
    failed += failedHere === 0 && suite.status === 'failed' ? 1 : failedHere;
  }
  return orFailed({ passed, failed });
}

/**
 * Returns the failed tests with the beginning of each error, because some machines show only the end of long output.
 */
export function failuresOfVitest(file: string): Failure[] {
  const report = readReport(file, vitestReportSchema);
  return (report?.testResults ?? []).flatMap((suite) => {
    const name = fromRoot(suite.name);
    const failed = suite.assertionResults.filter((test) => test.status !== 'passed');
    if (failed.length === 0 && suite.status === 'failed')
      return [{ file: name, title: '', message: beginning(suite.message) }];
    return failed.map((test) => ({
      file: name,
      title: test.fullName,
      message: beginning(test.failureMessages.join('\n') || test.status),
    }));
  });
}

const fromRoot = (path: string): string => (isAbsolute(path) ? relative(ROOT, path) : path);

const MESSAGE_LINES = 12;

const beginning = (message: string): string => message.split('\n').slice(0, MESSAGE_LINES).join('\n');

const strayErrorsSchema = v.array(
  v.object({
    message: v.optional(v.string(), ''),
    stack: v.optional(v.string(), ''),
    file: v.optional(v.string(), ''),
  }),
);

/** Returns the errors outside of all tests, which `stray-errors.ts` recorded because Vitest's report omits them. */
export function strayErrors(file: string): Failure[] {
  const found = readReport(file, strayErrorsSchema) ?? [];
  return found.map(({ message, stack, file: name }) => ({
    file: fromRoot(name),
    title: 'outside of the tests',
    message: beginning(stack || message),
  }));
}

export function countPlaywright(file: string): Count {
  const report = readReport(file, playwrightReportSchema);
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return orFailed({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length });
}

/** Like `failuresOfVitest`, for the browser tests. */
export function failuresOfPlaywright(file: string): Failure[] {
  const ofSuite = ({ file: name = '', specs, suites = [] }: PlaywrightSuite): Failure[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const results = tests.flatMap((test) => test.results).filter(({ status }) => status !== 'passed');
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).filter(Boolean);
        const said = messages.length > 0 ? messages : results.map(({ status }) => status);
        return { file: `${PLAYWRIGHT_FOLDER}/${name}`, title, message: said.map(beginning).join('\n') };
      }),
    ...suites.flatMap(ofSuite),
  ];
  return (readReport(file, playwrightReportSchema)?.suites ?? []).flatMap(ofSuite);
}

// A run without any test counts as failed.
const orFailed = (count: Count): Count => (count.passed + count.failed === 0 ? { passed: 0, failed: 1 } : count);

function readReport<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | null {
  if (!existsSync(file)) return null;
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
