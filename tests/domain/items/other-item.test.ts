import { expect, test } from 'vitest';
import { isOtherItem, otherItemsInOrder } from '../../../domain/items/other-item.ts';
import { itemRow } from '../../support/shop-rows.ts';

const other = (id: number, createdAtMs: number, isActive = true) =>
  itemRow({ id, createdAtMs, isActive, name: 'Other', sku: 'OTHER', type: 'service', trackStock: false });

test('R-CTR-07 of several the oldest is the first, then the lower id, in whichever order they come', () => {
  const rows = [other(9, 20), other(8, 10), other(7, 10), itemRow({ id: 1 })];
  for (const order of [rows, rows.toReversed()])
    expect(otherItemsInOrder(order).map(({ id }) => id)).toEqual([7, 8, 9]);
});

test('R-CTR-07 an archived one is none of them, nor is what only has its name or its code', () => {
  expect(otherItemsInOrder([other(1, 1, false), other(2, 2)]).map(({ id }) => id)).toEqual([2]);
  expect(isOtherItem({ type: 'product', sku: 'OTHER' })).toBe(false);
  expect(isOtherItem({ type: 'service', sku: null })).toBe(false);
});
