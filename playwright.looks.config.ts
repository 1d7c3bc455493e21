import { defineConfig } from 'playwright/test';
import usual from './playwright.config.ts';

/** Pictures of every screen, for a person to look at: npm run looks. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/looks',
  timeout: 1_800_000,
  reporter: [['line']],
});
