import { defineConfig } from 'playwright/test';
import usual from './playwright.config.ts';

/** Other engines than Chromium: npm run test:browsers. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/browsers',
  workers: 1,
  reporter: [['line']],
});
