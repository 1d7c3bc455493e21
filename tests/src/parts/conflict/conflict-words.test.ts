import { expect, test } from 'vitest';
import {
  conflictLine,
  groupLabel,
  sidesFor,
  sidesOf,
  valuesText,
} from '../../../../src/parts/conflict/conflict-words.ts';

const side = (values: Record<string, unknown>, userId: number | null = 1) => ({ values, userId, atMs: 5 });
const users = new Map([
  [1, { firstName: 'Amina', username: 'amina' }],
  [2, { firstName: '', username: 'ruth' }],
]);
const buttons = (mineId: number, theirsId: number | null, viewerId: number) =>
  sidesFor({ mine: side({}, mineId), theirs: side({}, theirsId) }, viewerId, users).map(({ who, button, keep }) => [
    who,
    button,
    keep,
  ]);

test.each([
  [{ priceMinor: 1_200_000 }, '12,000'],
  [{ priceMinor: 1_200_050, currency: 'KES' }, 'KES 12,000.50'],
  [{ itemCategoryId: 501, category: 'Groceries' }, 'Groceries'],
  [{ customFields: { brand: 'Tecno', serialNumber: '7' } }, 'Brand Tecno, Serial number 7'],
  [{ customFields: {} }, 'nothing'],
  [{ reorderLevelHundredths: 250 }, '2.5'],
  [{ name: 'Soap' }, 'Soap'],
  [{ description: null }, 'nothing'],
  [{ type: 'product', trackStock: true }, 'product, yes'],
  [{ currency: 'KES' }, 'KES'],
])('M13 %j reads %s', (values, text) => {
  expect(valuesText(side(values))).toBe(text);
});

test.each([
  ['price', 'Price'],
  ['costPriceMinor', 'Cost price'],
  ['businessName', 'Business name'],
])('M13 %s is called %s', (group, label) => {
  expect(groupLabel(group)).toBe(label);
});

test('M13 each person keeps their own with Keep mine, whichever of the two came first', () => {
  expect(buttons(1, 2, 1)).toEqual([
    ['yours', 'Keep mine', 'mine'],
    ['ruth', 'Keep theirs', 'theirs'],
  ]);
  expect(buttons(1, 2, 2)).toEqual([
    ['yours', 'Keep mine', 'theirs'],
    ['Amina', 'Keep theirs', 'mine'],
  ]);
  expect(buttons(1, 1, 1)).toEqual([
    ['yours', 'Keep mine', 'mine'],
    ['your other device', 'Keep theirs', 'theirs'],
  ]);
  expect(buttons(1, null, 9)).toEqual([
    ['Amina', 'Keep Amina’s', 'mine'],
    ['the server', 'Keep the server’s', 'theirs'],
  ]);
});

test("M13 the line reads 'Price: yours 12,000 · Amina 11,500'", () => {
  const conflict = {
    group: 'price',
    mine: side({ priceMinor: 1_200_000 }, 2),
    theirs: side({ priceMinor: 1_150_000 }, 1),
  };
  expect(conflictLine(conflict, sidesFor(conflict, 2, users))).toBe('Price: yours 12,000 · Amina 11,500');
});

test('M10 of an order it is about what was done: Keep cancelled or Fulfil anyway, for everybody', () => {
  const conflict = {
    ...{ table: 'order' as const, group: 'status' },
    mine: side({ saleId: 7, saleNumber: 'SALE-7', status: 'pending' }, 1),
    theirs: side({ status: 'cancelled' }, 2),
  };
  const words = (viewerId: number) => {
    const sides = sidesOf(conflict, viewerId, users);
    return [conflictLine(conflict, sides), ...sides.map(({ button, keep }) => [button, keep])];
  };
  expect(words(1)).toEqual([
    'Status: yours fulfilled · ruth cancelled',
    ['Fulfil anyway', 'mine'],
    ['Keep cancelled', 'theirs'],
  ]);
  expect(words(2)).toEqual([
    'Status: yours cancelled · Amina fulfilled',
    ['Keep cancelled', 'theirs'],
    ['Fulfil anyway', 'mine'],
  ]);
});
