import { defineConfig } from 'playwright/test';
import usual from './playwright.config.ts';

/** Browser stories that take minutes each: npm run test:long, beside npm test. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/long',
  reporter: [['line']],
});
