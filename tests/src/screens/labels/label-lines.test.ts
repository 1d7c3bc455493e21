import { describe, expect, test } from 'vitest';
import {
  codeRemark,
  LABEL_ITEMS_MAX,
  labelCount,
  LABELS_OF_ITEM_MAX,
  labelOf,
  labelToBe,
} from '../../../../src/screens/labels/label-content.ts';
import { linesProblem, shownLines, totalCount, withItem } from '../../../../src/screens/labels/label-lines.ts';
import { itemRow } from '../../../support/shop-rows.ts';

/* How many labels of which items, and what stands on one. */

const SUGAR = itemRow({ id: 1, name: 'Sugar', sku: '6001240100035', priceMinor: 250_000 });
const SALT = itemRow({ id: 2, name: 'Salt', sku: null });
const ITEMS = new Map([SUGAR, SALT].map((item) => [item.id, item]));
const SHEET = { kind: 'sheet', sheet: 'whole' } as const;
const ROLL = { kind: 'roll', rollWidthMm: 58, heightMm: 30 } as const;

describe('the number of labels', () => {
  test.each([
    ['1', 1],
    [' 12 ', 12],
    ['999', 999],
    ['1000', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['many', null],
  ])("R-PRN-36 '%s' is %s", (text, count) => {
    expect(labelCount(text)).toBe(count);
  });

  test('R-PRN-36 an item that is chosen again has one label more, up to the most', () => {
    const one = withItem([], 1);
    expect(one).toEqual([{ itemId: 1, countText: '1' }]);
    expect(withItem(withItem(one, 2), 1)).toEqual([
      { itemId: 1, countText: '2' },
      { itemId: 2, countText: '1' },
    ]);
    expect(withItem([{ itemId: 1, countText: 'some' }], 1)).toEqual([{ itemId: 1, countText: '1' }]);
    const most = String(LABELS_OF_ITEM_MAX);
    expect(withItem([{ itemId: 1, countText: most }], 1)).toEqual([{ itemId: 1, countText: most }]);
  });

  test('R-PRN-36 a full list takes no other item, but one more of what is in it', () => {
    const almost = Array.from({ length: LABEL_ITEMS_MAX - 1 }, (_, nth) => ({ itemId: nth + 10, countText: '1' }));
    const full = withItem(almost, 1);
    expect(full).toHaveLength(LABEL_ITEMS_MAX);
    expect(withItem(full, 2)).toBe(full);
    expect(withItem(full, 1).at(-1)).toEqual({ itemId: 1, countText: '2' });
  });

  test('R-PRN-36 only items that are here are counted, and a wrong number counts nothing', () => {
    const shown = shownLines(
      [
        { itemId: 1, countText: '3' },
        { itemId: 2, countText: 'x' },
        { itemId: 9, countText: '5' },
      ],
      ITEMS,
    );
    expect(shown.map(({ item, count }) => [item.name, count])).toEqual([
      ['Sugar', 3],
      ['Salt', null],
    ]);
    expect(totalCount(shown)).toBe(3);
  });
});

describe('what cannot be printed', () => {
  const lines = (...counts: string[]) => counts.flatMap((countText) => shownLines([{ itemId: 1, countText }], ITEMS));

  test('nothing, a wrong number, and a number beyond the most', () => {
    expect(linesProblem([])).toBe('Choose an item first.');
    expect(linesProblem(lines('1', ''))).toBe('How many labels of Sugar? Print 1 to 999 labels of an item.');
    expect(linesProblem(lines('999', '999', '402'))).toBeNull();
    expect(linesProblem(lines('999', '999', '403'))).toBe('These are 2,401 labels. Print at most 2,400 at once.');
    expect(linesProblem(lines('1'))).toBeNull();
  });
});

describe('a label', () => {
  const options = { paper: SHEET, showsPrice: true, currency: 'KES' };

  test("R-PRN-34 C-043 has name, price in the shop's currency and code, and no price where none is wanted", () => {
    expect(labelOf(SUGAR, options)).toMatchObject({ name: 'Sugar', price: 'KES 2,500.00', code: SUGAR.sku });
    expect(labelOf(SUGAR, { ...options, showsPrice: false }).price).toBeNull();
    expect(labelOf(SUGAR, options).bars).not.toBeNull();
  });

  test('R-PRN-31 without a code it has none, and before it is printed the code that it will get', () => {
    expect(labelOf(SALT, options)).toMatchObject({ code: null, bars: null });
    expect(labelToBe(SALT, options).code).not.toBeNull();
    expect(labelToBe(SUGAR, options)).toEqual(labelOf(SUGAR, options));
    expect(codeRemark(SALT, SHEET)).toBe('Gets a code of your shop when you print');
    expect(codeRemark({ ...SALT, sku: '  ' }, SHEET)).toBe('Gets a code of your shop when you print');
    expect(codeRemark(SUGAR, SHEET)).toBe(SUGAR.sku);
  });

  test('R-PRN-33 says why a code has no bars', () => {
    expect(codeRemark({ ...SUGAR, sku: 'Ö-1' }, ROLL)).toBe(
      'Ö-1: no bars, because it has letters that no scanner reads',
    );
    const long = 'A'.repeat(60);
    expect(codeRemark({ ...SUGAR, sku: long }, ROLL)).toBe(`${long}: no bars, because it is too long for this label`);
    expect(labelOf({ ...SUGAR, sku: long }, { ...options, paper: ROLL }).bars).toBeNull();
  });
});
