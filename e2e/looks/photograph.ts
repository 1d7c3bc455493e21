import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';
import { seriousFindings, seriousFindingsInBothColours } from '../fixtures/axe.ts';

const FOLDER = 'test-results/looks';

export const SIZES = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;
/** The widths at which axe runs: one for one column, one for two. */
const LOOKED_AT_BY_AXE: ReadonlySet<number> = new Set([390, 1366]);

/**
 * Photographs what is on screen at five sizes, light and dark, as `<place>-<width>-<colour>.png` in test-results/looks.
 * Returns what is wrong there: wider than its window, or found serious by axe.
 */
export async function photograph(page: Page, place: string): Promise<string[]> {
  const file = join(FOLDER, place);
  mkdirSync(dirname(file), { recursive: true });
  const wrong: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const at = `${place} at ${width} × ${height}`;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) wrong.push(`${at}: ${wide} px wider than the window`);
    const find = width === 390 ? seriousFindingsInBothColours : seriousFindings;
    if (LOOKED_AT_BY_AXE.has(width)) wrong.push(...(await find(page)).map((finding) => `${at}: ${finding}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, animations: 'disabled' });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return wrong;
}
