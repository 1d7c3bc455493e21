import { expect, test } from 'vitest';
import { twinsAmong } from '../../domain/same-item.ts';
import { itemRow } from '../support/shop-rows.ts';

const twins = (items: Parameters<typeof itemRow>[0][]) =>
  twinsAmong(items.map(itemRow)).map(({ first, later }) => [first.id, ...later.map(({ id }) => id)]);

test('M12 G47 items of one name and SKU on sale are told once, the oldest first, in whatever order they came', () => {
  const items = [
    { id: 5, name: 'Soap', sku: null, createdAtMs: 2 },
    { id: 4, name: 'soap ', sku: '', createdAtMs: 2 },
    { id: 6, name: 'SOAP', sku: ' ', createdAtMs: 1 },
    { id: 7, name: 'Tea', sku: 'T', createdAtMs: 1 },
    { id: 8, name: 'Tea', sku: 't', createdAtMs: 3 },
  ];
  expect(twins(items)).toEqual([
    [6, 4, 5],
    [7, 8],
  ]);
  expect(twins(items.toReversed()).toReversed()).toEqual(twins(items));
});

test('M12 another SKU, another name or an archived item is no second one', () => {
  expect(
    twins([
      { id: 1, name: 'Shirt', sku: 'RED' },
      { id: 2, name: 'Shirt', sku: 'BLUE' },
      { id: 3, name: 'Shirt', sku: null },
      { id: 4, name: 'Cap', sku: 'RED' },
      { id: 5, name: 'Shirt', sku: 'RED', isActive: false },
    ]),
  ).toEqual([]);
});
