import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { createSearchIndex, type SearchIndex } from '../../../../sync/store/search/search-index.ts';
import { customerRow, itemRow } from '../../../support/shop-rows.ts';
import { freshState } from '../../../support/device/test-device.ts';

let database: ShopDatabase;
let search: SearchIndex;

beforeEach(async () => {
  database = await openShopDatabase({
    ...{ client: freshState(), create: freshState(), witness: null, onBlocked: null },
    onStopped: () => undefined,
  });
  search = createSearchIndex(database);
});
afterEach(() => {
  search.close();
  database.close();
});

/** Creates items with these names and optional codes, the oldest first. */
async function stock(...names: (string | [name: string, sku: string])[]): Promise<void> {
  const rows = names.map((named, index) => {
    const [name, sku] = typeof named === 'string' ? [named, null] : named;
    return itemRow({ id: 101 + index, name, sku, createdAtMs: index + 1, category: null });
  });
  await database.write((tx) => tx.rows.put('item', rows));
}

async function found(typed: string, page = 1, size = 10): Promise<string[]> {
  const { ids } = await search.page('item', typed, page, size);
  const rows = await database.tables.rows.item.bulkGet(ids);
  return rows.map((row) => row?.name ?? '?');
}

test('R-CTR-10 a name that begins with what was typed comes before a word that does, and that before the rest', async () => {
  await stock('Rice 5 kg', 'Hair gel', 'Black rice flour', 'Sack (ricebran)', 'Price tags');
  expect(await found('ri')).toEqual(['Rice 5 kg', 'Sack (ricebran)', 'Black rice flour', 'Price tags']);
  expect(await found('rice')).toEqual(['Rice 5 kg', 'Sack (ricebran)', 'Black rice flour', 'Price tags']);
});

test('R-CTR-10 oil is found before the toilet paper, soap before the bathing soap', async () => {
  await stock('Oil 1 l', 'Soap bar', 'Toilet paper', 'Bathing soap');
  expect(await found('oil')).toEqual(['Oil 1 l', 'Toilet paper']);
  expect(await found('so')).toEqual(['Soap bar', 'Bathing soap']);
});

test('R-CTR-10 the exact code comes first, whatever the names say', async () => {
  await stock(['Milk', '616'], ['616 nails', 'N-1'], ['Bread', 'x6160']);
  expect(await found('616')).toEqual(['Milk', '616 nails', 'Bread']);
});

test('R-CTR-10 of equal hits what sells most comes first, then the newest', async () => {
  await stock('Soda orange', 'Soda black', 'Soda lemon', 'Cream soda');
  expect(await found('soda')).toEqual(['Soda lemon', 'Soda black', 'Soda orange', 'Cream soda']);
  search.weigh(
    new Map([
      [101, 300],
      [102, 900],
      [104, 5_000],
    ]),
  );
  expect(await found('soda')).toEqual(['Soda black', 'Soda orange', 'Soda lemon', 'Cream soda']);
  expect([...(await found('soda', 1, 2)), ...(await found('soda', 2, 2))]).toEqual(await found('soda'));
});

test('R-CTR-10 customers are ranked by their names too', async () => {
  await database.write((tx) =>
    tx.rows.put('customer', [
      customerRow({ id: 1, name: 'Asha', createdAtMs: 1 }),
      customerRow({ id: 2, name: 'Natasha', createdAtMs: 2 }),
    ]),
  );
  expect((await search.page('customer', 'asha', 1, 10)).ids).toEqual([1, 2]);
});

test('R-CTR-10 a renamed item is ranked by its new name', async () => {
  await stock('Maize flour', 'Wheat');
  expect(await found('wheat')).toEqual(['Wheat']);
  await database.write((tx) =>
    tx.rows.put('item', [itemRow({ id: 101, name: 'Wheat flour', sku: null, createdAtMs: 1 })]),
  );
  search.weigh(new Map([[101, 100]]));
  expect(await found('wheat')).toEqual(['Wheat flour', 'Wheat']);
});

test('R-CTR-02 the shelf holds what sold most first, then by name, and stays the same while only stock moves', async () => {
  await stock('Soap', 'bread', 'Milk');
  const put = (fields: object) =>
    database.write((tx) =>
      tx.rows.put('item', [itemRow({ id: 103, name: 'Milk', sku: null, createdAtMs: 3, ...fields })]),
    );
  await put({ category: 'Drinks' });
  const sold = new Map([[101, 200]]);
  const shelf = await search.shelf(sold);
  expect(shelf.ids).toEqual([101, 102, 103]);
  expect([shelf.categories, shelf.idsByCategory.get('Drinks')]).toEqual([['Drinks'], [103]]);
  await put({ category: 'Drinks', currentStockHundredths: 4_200 });
  await search.warm('item');
  expect(await search.shelf(sold)).toBe(shelf);
  await put({ category: 'Fridge' });
  expect((await search.shelf(sold)).categories).toEqual(['Fridge']);
  await put({ category: 'Fridge', isActive: false });
  expect((await search.shelf(sold)).ids).toEqual([101, 102]);
});
