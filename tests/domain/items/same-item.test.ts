import { expect, test } from 'vitest';
import { itemKey, duplicatesAmong } from '../../../domain/items/same-item.ts';
import { itemRow } from '../../support/shop-rows.ts';

const duplicates = (items: Parameters<typeof itemRow>[0][]) =>
  duplicatesAmong(items.map(itemRow)).map(({ first, later }) => [first.id, ...later.map(({ id }) => id)]);

test('M12 G47 items of one name and SKU on sale are told once, the oldest first, in whatever order they came', () => {
  const items = [
    { id: 5, name: 'Soap', sku: null, createdAtMs: 2 },
    { id: 4, name: 'soap ', sku: '', createdAtMs: 2 },
    { id: 6, name: 'SOAP', sku: ' ', createdAtMs: 1 },
    { id: 7, name: 'Tea', sku: 'T', createdAtMs: 1 },
    { id: 8, name: 'Tea', sku: 't', createdAtMs: 3 },
  ];
  expect(duplicates(items)).toEqual([
    [6, 4, 5],
    [7, 8],
  ]);
  expect(duplicates(items.toReversed()).toReversed()).toEqual(duplicates(items));
});

test('M12 another SKU, another name or an archived item is no second one', () => {
  expect(
    duplicates([
      { id: 1, name: 'Shirt', sku: 'RED' },
      { id: 2, name: 'Shirt', sku: 'BLUE' },
      { id: 3, name: 'Shirt', sku: null },
      { id: 4, name: 'Cap', sku: 'RED' },
      { id: 5, name: 'Shirt', sku: 'RED', isActive: false },
    ]),
  ).toEqual([]);
});

test.each([
  ['Café 250g', 'Cafe\u0301 250g'],
  ['The\u0301 vert', 'Thé vert'],
  ['Coca Cola', 'Coca\u00a0Cola'],
  ['Coca Cola', 'coca  cola'],
  ['Coca Cola', ' COCA \t COLA '],
  ['Coca Cola', 'Coca\u2009Cola'],
  ['Coca Cola', 'Coca\u202fCola'],
  ['Coca Cola', 'Coca Co\u200bla'],
  ['Coca Cola', '\ufeffCoca Cola'],
  ['Coca Cola', '\u200eCoca Cola\u200f'],
  ['Coca Cola', 'Coca\u3000Cola'],
  ['Coca Cola', 'Coca\nCola'],
  ['Code', 'Ｃｏｄｅ'],
  ['Soap 100', 'Soap １００'],
  ['1 kg', '1 ㎏'],
  ['Oil 5l', 'Oil 5ℓ'],
  ['Nº 5', 'No 5'],
  ['ﬁne salt', 'fine salt'],
  ['Å', '\u212b'],
  ['Sugar\u00ad cane', 'Sugar cane'],
])('X-TYPE-30 %j and %j are one item, by name and by SKU', (one, other) => {
  expect(itemKey({ name: one, sku: null })).toBe(itemKey({ name: other, sku: null }));
  expect(itemKey({ name: 'Soap', sku: one })).toBe(itemKey({ name: 'Soap', sku: other }));
});

test.each([
  ['Café', 'Cafe'],
  ['Coca Cola', 'CocaCola'],
  ['Soap', 'Soaps'],
  ['Soap 1', 'Soap 10'],
  ['O’Neill', 'Oneill'],
])('X-TYPE-30 %j and %j are two', (one, other) => {
  expect(itemKey({ name: one, sku: null })).not.toBe(itemKey({ name: other, sku: null }));
});
