import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// What a device shows may depend on its zone: it is the same on every machine.
process.env['TZ'] = 'UTC';

// Three rooms: what needs no browser, what needs its database, what needs its page. The files of the last two share a
// process: each has Kaunta's modules to itself, the libraries are loaded once.
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{domain,server,house,scripts,drill}/**/*.test.ts'],
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
          setupFiles: ['tests/support/own-modules.ts', 'tests/support/fresh-indexeddb.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          isolate: false,
          sequence: { setupFiles: 'list' },
          setupFiles: [
            'tests/support/own-modules.ts',
            'tests/support/page-as-found.ts',
            'tests/support/fresh-indexeddb.ts',
            'tests/support/browser-page.ts',
          ],
        },
      },
    ],
  },
});
