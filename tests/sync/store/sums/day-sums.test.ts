import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSalesReport } from '../../../../domain/sales/sales-report.ts';
import { dayKeysOf, daysRange } from '../../../../domain/time.ts';
import { writeRows } from '../../../../sync/replica/row-counts.ts';
import { readDaySums } from '../../../../sync/store/sums/day-sums.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { keepSummaries } from '../../../../sync/store/sums/keep-summaries.ts';
import { saleRow } from '../../../support/shop-rows.ts';
import { openDexieDevice } from '../../../support/device/test-device.ts';
import { yearOfSales } from '../../../support/year-of-sales.ts';

let database: ShopDatabase;
beforeEach(async () => {
  ({ database } = await openDexieDevice());
});
afterEach(() => database.close());

const ZONE = 'Europe/Berlin';
const PLACE = { zone: ZONE, currency: 'UGX' };
const YEAR_MS = Date.UTC(2026, 0, 1);
const { sales: YEAR } = yearOfSales(3, YEAR_MS, 600);

/** Returns the figures of the sales report of this day. */
function reported(key: string) {
  const maker = createSalesReport({ range: daysRange(key, key, ZONE), ...PLACE });
  for (const sale of YEAR) maker.add(sale);
  const { saleCount, totalMinor, unpaidMinor, otherCurrencyCount } = maker.report();
  return { saleCount, totalMinor, unpaidMinor, otherCurrencyCount };
}

test('R-SLIST-02 R-SLIST-05 a day’s figures are those of its report, from its rows and from the sums that are kept', async () => {
  const put = YEAR.map((row) => ({ table: 'sale' as const, id: row.id, before: undefined, after: row }));
  await database.write((tx) => writeRows(tx, put));
  const days = dayKeysOf({ fromMs: YEAR_MS, toMs: YEAR_MS + 365 * 86_400_000 }, ZONE);
  const expected = new Map(days.map((key) => [key, reported(key)]));
  expect([...expected.values()].some(({ unpaidMinor }) => unpaidMinor > 0)).toBe(true);
  expect(await readDaySums(database, days, PLACE)).toEqual(expected);

  const rest = () => Promise.resolve();
  await keepSummaries(database, { ...PLACE, rest, isStopped: () => false });
  const rows = vi.spyOn(database.tables.rows.sale, 'where');
  expect(await readDaySums(database, days.slice(20, 30), PLACE)).toEqual(new Map([...expected].slice(20, 30)));
  expect(rows).not.toHaveBeenCalled();
});

test('R-SLIST-02 R-SLIST-03 a cancelled sale is in no figure, what is owed and other currencies are told apart', async () => {
  const createdAtMs = Date.UTC(2026, 10, 21, 9);
  const rows = [
    saleRow({ id: 1, finalMinor: 1_000, createdAtMs }),
    saleRow({ id: 2, finalMinor: 500, status: 'pending', createdAtMs }),
    saleRow({ id: 3, finalMinor: 70_000, status: 'cancelled', createdAtMs }),
    saleRow({ id: 4, finalMinor: 300, currency: 'KES', createdAtMs }),
    saleRow({ id: 5, finalMinor: 9, createdAtMs: createdAtMs - 86_400_000 }),
  ];
  await database.write((tx) => tx.rows.put('sale', rows));
  expect(await readDaySums(database, ['2026-11-21'], PLACE)).toEqual(
    new Map([['2026-11-21', { saleCount: 2, totalMinor: 1_500, unpaidMinor: 500, otherCurrencyCount: 1 }]]),
  );
});
