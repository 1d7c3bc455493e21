import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What a device shows may depend on its zone: it is the same on every machine.
process.env['TZ'] = 'UTC';

/** Files that take minutes. Begun last, each would keep one processor busy while the other has nothing left to do. */
const LONG = ['tests/src/every-input.test.tsx', 'tests/sim/sim.test.ts'];

/** The order of the runner, which begins with the largest files, but within each room the longest ones first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const roomOf = ({ project }: TestSpecification): number =>
      sorted.findIndex((first) => first.project.name === project.name);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((file) => moduleId.endsWith(file));
    return sorted.toSorted((a, b) => roomOf(a) - roomOf(b) || Number(isLong(b)) - Number(isLong(a)));
  }
}

// Three rooms: what needs no browser, what needs its database, what needs its page. The files of a room share a process:
// each has Kaunta's modules to itself, the libraries are loaded once.
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{domain,server,house,scripts,drill}/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/support/own-modules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          include: ['tests/{sync,sw,sim,contract}/**/*.test.ts'],
          isolate: false,
          sequence: { setupFiles: 'list' },
          setupFiles: ['tests/support/own-modules.ts', 'tests/support/browser/fresh-indexeddb.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/{src,storefront}/**/*.test.{ts,tsx}'],
          isolate: false,
          sequence: { setupFiles: 'list' },
          setupFiles: [
            'tests/support/own-modules.ts',
            'tests/support/browser/page-as-found.ts',
            'tests/support/browser/fresh-indexeddb.ts',
            'tests/support/browser/browser-page.ts',
          ],
        },
      },
    ],
  },
});
