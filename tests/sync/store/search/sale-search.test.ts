import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sale, SaleLine } from '../../../../domain/sales/sale.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { createSearchIndex, type SearchIndex } from '../../../../sync/store/search/search-index.ts';
import { businessRow, saleRow } from '../../../support/shop-rows.ts';
import { openDexieDevice } from '../../../support/device/test-device.ts';

let database: ShopDatabase;
let search: SearchIndex;
beforeEach(async () => {
  ({ database } = await openDexieDevice());
  search = createSearchIndex(database);
  await database.write((tx) => tx.rows.put('business', [businessRow({ timeZone: 'Africa/Kampala' })]));
});
afterEach(() => {
  search.close();
  database.close();
});

const line = (itemName: string, id: number): SaleLine => ({
  ...{ id, itemId: id, itemName, itemSku: null, quantityHundredths: 100, unitPriceMinor: 0, listPriceMinor: 0 },
  ...{ discountMinor: 0, totalMinor: 0, movesStock: true },
});
const sale = (id: number, fields: Partial<Sale>) => saleRow({ id, saleNumber: `SALE-10000000000${id}`, ...fields });
const put = (...sales: Sale[]) => database.write((tx) => tx.rows.put('sale', sales));
const found = async (typed: string, page = 1, size = 10) => await search.page('sale', typed, page, size);
const ids = async (typed: string) => (await found(typed)).ids;
/** Returns noon of this day in Kampala. */
const noon = (day: string) => Date.parse(`${day}T12:00:00+03:00`);

test('R-SLIST-30 what was sold, notes and transaction IDs are found as parts', async () => {
  await put(
    sale(11, { createdAtMs: 1, lines: [line('Sugar 1 kg', 1), line('Soap', 2)] }),
    sale(12, { createdAtMs: 2, notes: 'sugar is short' }),
    sale(13, { createdAtMs: 3, lines: [line('Brown sugar', 3)], transactionId: 'MP-77Q1', finalMinor: 5 }),
  );
  expect(await ids('SUGAR')).toEqual([13, 12, 11]);
  expect(await ids('sugar 1')).toEqual([11]);
  expect(await ids('soap')).toEqual([11]);
  expect(await ids('77q')).toEqual([13]);
  expect(await ids('salt')).toEqual([]);
});

test('R-SLIST-31 a day is found in the zone of the shop, without its year in every year', async () => {
  await put(
    sale(21, { createdAtMs: noon('2025-11-22') }),
    // In UTC this is 22:30 on the day before.
    sale(22, { createdAtMs: Date.parse('2026-11-22T01:30:00+03:00') }),
    sale(23, { createdAtMs: noon('2026-11-22') }),
    sale(24, { createdAtMs: noon('2026-11-23') }),
  );
  expect(await ids('22 Nov')).toEqual([23, 22, 21]);
  expect(await ids('22/11')).toEqual([23, 22, 21]);
  expect(await ids('22 November 2026')).toEqual([23, 22]);
  expect(await ids('Nov 2026')).toEqual([24, 23, 22]);
  expect(await ids('24 Nov')).toEqual([]);
});

test('R-SLIST-32 an amount is found however it is written, and follows the sale', async () => {
  await put(sale(31, { createdAtMs: 1, finalMinor: 1_320_000 }), sale(32, { createdAtMs: 2, finalMinor: 13_200_000 }));
  for (const typed of ['13,200', '13200', '13,200.00', 'UGX 13,200', 'ugx13200', '13,200/=', '13200/-'])
    expect(await ids(typed), typed).toEqual([31]);
  expect(await ids('13,201')).toEqual([]);
  await put(sale(32, { createdAtMs: 2, finalMinor: 1_320_000 }));
  expect(await ids('13200')).toEqual([32, 31]);
});

test('R-SLIST-33 what is just what was typed comes first, over the pages, and says how many that are', async () => {
  await put(
    sale(41, { createdAtMs: 1, finalMinor: 420_000 }),
    sale(42, { createdAtMs: 2, notes: 'order 4200' }),
    sale(43, { createdAtMs: 3, finalMinor: 420_000 }),
    sale(44, { createdAtMs: 4, notes: 'see 14200' }),
    sale(45, { createdAtMs: 5, saleNumber: 'SALE-1700000000042', transactionId: '4200', finalMinor: 7 }),
  );
  expect(await found('4200')).toEqual({ ids: [45, 43, 41, 44, 42], total: 5, exactCount: 3 });
  expect((await found('4200', 2, 2)).ids).toEqual([41, 44]);
  expect(await found('#sale-1700000000042')).toEqual({ ids: [45], total: 1, exactCount: 1 });
  const ranges = [
    { fromMs: 2, toMs: 5 },
    { fromMs: 1, toMs: 2 },
  ];
  expect(await search.salesWithin('4200', ranges)).toEqual([
    { exactIds: [43], otherIds: [44, 42] },
    { exactIds: [41], otherIds: [] },
  ]);
});
