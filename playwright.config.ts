import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from './scripts/setup/chromium-args.ts';

// The system's Chromium. npm test finds it, or installs it, and names it here.
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e/specs',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  workers: 2,
  retries: 0,
  // Generous, because no second is a gate here: what is slow is measured by the benches, on machines of our choice. These
  // only end a test that hangs, on a machine that two browsers, a server and somebody else's work share.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_REPORT'] ?? 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    // A step that waits for what never comes is named, long before its whole test is ended.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    serviceWorkers: 'allow',
    // The steps and requests of a failed test. Pictures of each step would cost the processor more than the tests do.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath,
      args: CHROMIUM_ARGS,
    },
  },
});
