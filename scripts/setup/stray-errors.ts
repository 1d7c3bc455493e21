import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';
import { ROOT } from './paths.mjs';

/** The file from which `npm test` reads them. */
export const STRAY_ERRORS = join(ROOT, 'test-results', 'stray-errors.json');

/** Records errors outside of all Vitest tests: they fail the run, and no other report contains them. */
export default class StrayErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const rows = errors.map(({ message, stack, VITEST_TEST_PATH: file }) => ({ message, stack, file }));
    writeFileSync(STRAY_ERRORS, JSON.stringify(rows));
  }
}
