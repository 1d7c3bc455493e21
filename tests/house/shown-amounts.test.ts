import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * 'Show cents' applies on every screen (R-SLIST-60), so screens format amounts with src/ui. Receipts, messages and
 * exports always have full amounts.
 */

const LEAVES_THE_SCREEN = ['src/parts/receipt/receipt-content.ts', 'src/platform/browser-notifications.ts'];
const OWN_WRITERS = ['src/ui/counter-amount.ts', 'src/ui/money-text.tsx', 'src/ui/shown-money.ts'];

test('R-SLIST-60 no screen writes an amount past what this device shows', () => {
  const writers = globSync('src/**/*.{ts,tsx}').filter((file) => /\bformatMoney\(/.test(readFileSync(file, 'utf8')));
  expect(writers.toSorted()).toEqual([...LEAVES_THE_SCREEN, ...OWN_WRITERS].toSorted());
});
