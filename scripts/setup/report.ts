// What the two test reports say, counted. A skipped test counts as failed: nothing is skipped here.
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

export interface Count {
  passed: number;
  failed: number;
}

const vitestReportSchema = v.object({
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) })),
});

const playwrightReportSchema = v.object({
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
    // A file that breaks before its first test, or outside of its tests, has failed once.
    failed += failedHere === 0 && suite.status === 'failed' ? 1 : failedHere;
  }
  return orFailed({ passed, failed });
}

export function countPlaywright(file: string): Count {
  const report = readReport(file, playwrightReportSchema);
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return orFailed({ passed: expected, failed: unexpected + flaky + skipped + report.errors.length });
}

// A run without a single test proves nothing.
const orFailed = (count: Count): Count => (count.passed + count.failed === 0 ? { passed: 0, failed: 1 } : count);

function readReport<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | null {
  if (!existsSync(file)) return null;
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
