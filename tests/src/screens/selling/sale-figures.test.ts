import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  draftTotals,
  isQuantityReplaced,
  lineQuantity,
  normalQuantityText,
  priceHint,
  quantityProblem,
  readChange,
  stockWarnings,
} from '../../../../src/screens/selling/sale-figures.ts';
import type { SaleDraft } from '../../../../src/screens/selling/sale-draft.ts';
import { draftOf, ITEMS, line, SOAP, SUGAR } from '../../../support/screens/draft-sales.ts';
import { amountLike, saysHundredths } from '../../../support/spelled-amount.ts';

const finalOf = (draft: SaleDraft) => draftTotals(draft, ITEMS, 'UGX')?.finalMinor;

describe('the total', () => {
  test('R-SNEW-23 R-SNEW-24 R-SNEW-25 R-SNEW-26 C-044 sums rounded lines, at the typed price or else the item price', () => {
    expect(finalOf(draftOf({ quantityText: '2' }, { itemId: 2, quantityText: '2.5' }))).toBe(300_000 + 333_333);
    expect(finalOf(draftOf({ quantityText: '2', priceText: '1,000.5' }))).toBe(200_100);
    expect(finalOf(draftOf({ priceText: '0' }))).toBe(0);
  });

  test('R-SNEW-21 R-SNEW-22 C-055 C-056 a quantity that is blank, not readable, or less than may be sold counts as 1', () => {
    for (const quantityText of ['', 'x', '0', '-2', '0.5']) {
      expect(finalOf(draftOf({ quantityText }))).toBe(150_000);
    }
    expect(finalOf(draftOf({ itemId: 2, quantityText: '0.5' }))).toBe(66_667);
  });
});

test('X-TYPE-04 X-TYPE-03 property: a quantity counts as its own digits say, or is shown as another one first, or is refused', () => {
  const typed = oneof(amountLike, string({ unit: constantFrom(...'0123456789.,’ -%kx٣'), maxLength: 9 }));
  assert(
    property(typed, constantFrom(null, 'Piece', 'Kilogram'), (quantityText, unit) => {
      const counted = lineQuantity({ quantityText }, unit);
      expect(quantityProblem({ quantityText }, unit) === null).toBe(counted !== null);
      if (counted === null) return;
      const shown = normalQuantityText(line({ quantityText }), unit);
      expect(Math.round(Number(shown.replaceAll(',', '')) * 100)).toBe(counted);
      expect(isQuantityReplaced({ quantityText: shown }, unit)).toBe(false);
      if (isQuantityReplaced({ quantityText }, unit)) expect(counted).toBe(100);
      else expect(saysHundredths(quantityText, counted), `${quantityText} counts as ${counted}`).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('R-SNEW-24 the hint in a blank price is the item price, short', () => {
  expect([priceHint(270_000), priceHint(50), priceHint(9_999_999_999)]).toEqual(['2,700', '0.50', '99,999,999.99']);
});

describe('stock', () => {
  test("C-066 G14 'Only N in stock' where a line goes beyond what earlier lines of the item have left", () => {
    const warnings = stockWarnings(draftOf({ quantityText: '2' }, { quantityText: '1' }, { quantityText: '1' }), ITEMS);
    expect([...warnings]).toEqual([[3, 'Only 3 in stock']]);
  });

  test('C-066 of an oversold item there are none; an untracked one is never warned about', () => {
    const items = new Map([
      [1, { ...SOAP, currentStockHundredths: -250 }],
      [2, { ...SUGAR, trackStock: false, currentStockHundredths: 0 }],
    ]);
    expect([...stockWarnings(draftOf({}, { itemId: 2 }), items)]).toEqual([[1, 'Only 0 in stock']]);
  });
});

describe('a discount', () => {
  const discounted = (discountText: string, discountKind: SaleDraft['discountKind'] = 'amount') =>
    draftTotals({ ...draftOf({ quantityText: '2' }), discountText, discountKind }, ITEMS, 'UGX');

  test('R-SNEW-28 G20 is none unless one was typed', () => {
    expect(discounted('')).toEqual({ totalMinor: 300_000, discountMinor: 0, finalMinor: 300_000 });
  });

  test('G20 is an amount or a part of the sale', () => {
    expect(discounted('500')).toEqual({ totalMinor: 300_000, discountMinor: 50_000, finalMinor: 250_000 });
    expect(discounted('12.5', 'percent')).toEqual({ totalMinor: 300_000, discountMinor: 37_500, finalMinor: 262_500 });
  });

  test('G20 that cannot be taken off is not: the total never shows what will not be saved', () => {
    for (const text of ['3000.01', '-1', 'all']) expect(discounted(text)?.finalMinor).toBe(300_000);
  });
});

test.each([
  ['', null],
  ['3,000', 0],
  ['5000', 200_000],
  ['2999.50', -50],
])("G65 of 3,000 and '%s' received the change is %s", (typed, minor) => {
  expect(readChange(typed, 300_000)).toEqual({ ok: true, value: minor });
});

test.each([
  ['-1', 'Amount received must be zero or more'],
  ['much', 'Amount received must be zero or more'],
  ['1.005', 'Use at most 2 decimals'],
  ['9'.repeat(20), 'Amount is too large'],
])("G65 '%s' received: '%s'", (typed, sentence) => {
  expect(readChange(typed, 300_000)).toEqual({ ok: false, error: sentence });
});

test('C-055 R-SLIST-50 a quantity beyond what a line holds is no 1: it is left as it was typed, and there is no total', () => {
  expect(lineQuantity({ quantityText: '100000' }, null)).toBeNull();
  expect(normalQuantityText(line({ quantityText: '100000' }), null)).toBe('100000');
  expect(finalOf(draftOf({ quantityText: '100000' }, {}))).toBeUndefined();
});
