import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BANK_NOTES, NOTE_AMOUNTS_MAX, noteAmountsMinor } from '../../../domain/sales/bank-note.ts';
import { CURRENCIES } from '../../../domain/currency.ts';

const amounts = (due: number, currency: string) => noteAmountsMinor(due * 100, currency).map((minor) => minor / 100);

test('R-CTR-22 the notes that make sense for an amount, the smallest first', () => {
  expect(amounts(13_200, 'UGX')).toEqual([14_000, 15_000, 20_000, 50_000]);
  expect(amounts(10_000, 'UGX')).toEqual([20_000, 50_000]);
  expect(amounts(50_000, 'UGX')).toEqual([60_000]);
  expect(amounts(730, 'KES')).toEqual([750, 800, 1_000]);
  expect(amounts(12.5, 'USD')).toEqual([15, 20, 50, 100]);
});

test('R-CTR-22 a currency without a table gets the steps of most', () => {
  expect(amounts(1_320, 'XTS')).toEqual([1_400, 1_500, 2_000, 5_000]);
});

test('R-CTR-22 nothing due, nothing offered', () => {
  expect(amounts(0, 'UGX')).toEqual([]);
});

test('R-CTR-22 every currency that a shop can choose has its table, in order, with its source', () => {
  expect(Object.keys(BANK_NOTES).toSorted()).toEqual(CURRENCIES.map(({ code }) => code).toSorted());
  for (const { units, source } of Object.values(BANK_NOTES)) {
    expect(units.toSorted((a, b) => a - b)).toEqual(units);
    expect(new Set(units).size).toBe(units.length);
    // No country prints a note of another face value than these.
    for (const unit of units) expect([1, 2, 2.5, 5]).toContain(unit / 10 ** Math.floor(Math.log10(unit)));
    expect(source).toMatch(/\w+, \w+/);
  }
});

test('R-CTR-22 whatever is due, what is offered is more, whole in some note, and at most four', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1e8 }),
      fc.constantFrom(...Object.keys(BANK_NOTES)),
      (dueMinor, currency) => {
        const offered = noteAmountsMinor(dueMinor, currency);
        const notes = BANK_NOTES[currency]?.units ?? [];
        expect(offered.length).toBeLessThanOrEqual(NOTE_AMOUNTS_MAX);
        for (const amountMinor of offered) {
          expect(amountMinor).toBeGreaterThan(dueMinor);
          expect(notes.some((units) => amountMinor % (units * 100) === 0)).toBe(true);
        }
      },
    ),
  );
});
