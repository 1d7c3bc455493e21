import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { netOf } from '../../../../domain/sales/sales-report.ts';
import { daysRange } from '../../../../domain/time.ts';
import { writeRows } from '../../../../sync/replica/row-counts.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { followRead } from '../../../../sync/store/follow-read.ts';
import { salesWithLaterMoney } from '../../../../sync/store/later-money.ts';
import { latestCashCounts, readCosts, readSalesReport, readStock } from '../../../../sync/store/sums/report-reads.ts';
import { cashCountRow, itemRow, NOON_MS, purchaseRow, saleRow } from '../../../support/shop-rows.ts';
import { openDexieDevice } from '../../../support/device/test-device.ts';
import { sumsOfBook, yearOfSales } from '../../../support/year-of-sales.ts';
import { PATIENTLY } from '../../../support/patience.ts';

let database: ShopDatabase;
beforeEach(async () => {
  ({ database } = await openDexieDevice());
});
afterEach(() => database.close());

type Row = { id: number };
/** Writes rows with their sums, as the replica does. */
const put = (table: 'sale' | 'item' | 'purchase' | 'cashCount', ...rows: Row[]) =>
  database.write((tx) =>
    writeRows(
      tx,
      rows.map((row) => ({ table, id: row.id, before: undefined, after: row as never })),
    ),
  );
const wanted = () => false;

describe('the sales report out of the database', () => {
  const zone = 'Europe/Berlin';
  const read = (from: string, to: string) =>
    readSalesReport(database, { range: daysRange(from, to, zone), zone, currency: 'UGX' }, wanted);

  test('R-REP-19 C-140 a year and its months agree with the book, later money included', async () => {
    const { sales, book } = yearOfSales(11, Date.UTC(2026, 0, 1), 1_300);
    await put('sale', ...sales);
    for (const [from, to] of [
      ['2026-01-01', '2026-12-31'],
      ['2026-03-01', '2026-03-31'],
      ['2026-10-25', '2026-10-25'],
    ] as const) {
      const report = await read(from, to);
      const told = sumsOfBook(book, zone, from, to);
      const left = (report?.methods ?? []).reduce((sum, method) => sum + netOf(method), 0);
      expect({ ...report, left }).toMatchObject({
        ...{ saleCount: told.saleCount, totalMinor: told.totalMinor, unpaidMinor: told.unpaidMinor },
        left: Object.values(told.byMethod).reduce((sum, minor) => sum + minor, 0),
      });
    }
  });

  test("R-CTR-09 what was sold as 'Other' is one line, the archived item's too, and called Other", async () => {
    const other = { name: 'Other', sku: 'OTHER', type: 'service' as const, trackStock: false };
    const line = { unitPriceMinor: 300, listPriceMinor: 300, quantityHundredths: 100, totalMinor: 300 };
    const [first, second] = [itemRow({ id: 8, ...other, isActive: false }), itemRow({ id: 9, ...other })];
    const [sold] = saleRow({ id: 1 }).lines;
    await put('item', first, second);
    await put(
      'sale',
      saleRow({ id: 1, createdAtMs: NOON_MS, lines: [{ ...sold, ...line, itemId: 8, itemName: 'Charging' } as never] }),
      saleRow({ id: 2, createdAtMs: NOON_MS, lines: [{ ...sold, ...line, itemId: 9, itemName: 'Airtime' } as never] }),
    );
    const report = await read('2026-01-01', '2026-12-31');
    expect(report?.items).toEqual([{ itemId: 9, name: 'Other', quantityHundredths: 200, totalMinor: 600 }]);
  });

  test('nobody waits for it any more: it ends', async () => {
    await put('sale', saleRow({ id: 1, createdAtMs: Date.UTC(2026, 2, 1) }));
    const scope = { range: daysRange('2026-01-01', '2026-12-31', zone), zone, currency: 'UGX' };
    expect(await readSalesReport(database, scope, () => true)).toBeNull();
  });
});

test('G28 sales are found by the day their money moved, as long as it did', async () => {
  const DAY_MS = 86_400_000;
  const payment = (id: number, atMs: number) => ({
    ...{ id, amountMinor: 5, atMs, paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: 70 },
  });
  const atOnce = saleRow({ id: 1, payments: [payment(1, NOON_MS)] });
  const later = saleRow({ id: 2, payments: [payment(9, NOON_MS + DAY_MS)] });
  const back = saleRow({ id: 3, refunds: [{ ...payment(10, NOON_MS + 3 * DAY_MS), way: 'refunded' }] });
  await put('sale', atOnce, later, back);
  const found = async (fromMs: number, toMs: number) =>
    (await salesWithLaterMoney(database, { fromMs, toMs })).map(({ id }) => id);
  expect(await found(NOON_MS - DAY_MS, NOON_MS + 9 * DAY_MS)).toEqual([2, 3]);
  expect(await found(NOON_MS + DAY_MS, NOON_MS + 2 * DAY_MS)).toEqual([2]);
  await database.write((tx) =>
    writeRows(tx, [{ table: 'sale', id: 2, before: later, after: { ...later, payments: [] } }]),
  );
  expect(await found(NOON_MS - DAY_MS, NOON_MS + 9 * DAY_MS)).toEqual([3]);
});

test('G27 SYN-13 costs by item: none where there is none, or none to see', async () => {
  await put(
    'item',
    itemRow({ id: 1, costPriceMinor: 700 }),
    itemRow({ id: 2, costPriceMinor: null }),
    itemRow({ id: 3 }),
  );
  expect(await readCosts(database, [1, 2, 3, 4])).toEqual(
    new Map([
      [1, 700],
      [2, null],
      [3, null],
    ]),
  );
  // With so many ids the whole table is read, but only these rows are returned.
  const ids = Array.from({ length: 600 }, (_, index) => index + 1);
  await put('item', ...ids.map((id) => itemRow({ id: 1_000 + id, costPriceMinor: id })));
  const some = ids.slice(0, 550).map((id) => 1_000 + id);
  expect(await readCosts(database, some)).toEqual(new Map(some.map((id) => [id, id - 1_000])));
});

test('G48 every item, and the purchases with a date on their goods', async () => {
  const line = {
    ...{ id: 5, itemId: 1, itemName: 'Milk', quantityHundredths: 100, unitCostMinor: 1, totalCostMinor: 1 },
  };
  const lineOf = (expiryDate: string | null) => ({
    ...line,
    batchNumber: null,
    expiryDate,
    notes: null,
    movesStock: true,
  });
  await put('item', ...Array.from({ length: 1_200 }, (_, index) => itemRow({ id: index + 1 })));
  await put(
    'purchase',
    purchaseRow({ id: 1, supplierId: 1, lines: [lineOf(null)] }),
    purchaseRow({ id: 2, supplierId: 1, lines: [lineOf('2026-12-01')] }),
  );
  const stock = await readStock(database, wanted);
  expect([stock?.items.length, stock?.dated.map(({ id }) => id)]).toEqual([1_200, [2]]);
  expect(await readStock(database, () => true)).toBeNull();
});

test('G28 the latest counts of cash, the newest first', async () => {
  await put('cashCount', ...[1, 2, 3].map((id) => cashCountRow({ id, createdAtMs: NOON_MS + id })));
  expect((await latestCashCounts(database, 2)).map(({ id }) => id)).toEqual([3, 2]);
});

describe('a long read that is followed', () => {
  let reads: number;
  let seen: number[];
  let stop: () => void;
  const follow = () => {
    reads = 0;
    seen = [];
    stop = followRead(
      database.name,
      ['sale'],
      async () => {
        reads += 1;
        return await database.tables.rows.sale.count();
      },
      (count) => seen.push(count),
      (error) => expect.unreachable(String(error)),
    );
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  test('P4 many changes are one more read, other tables none, and after a stop there is none', async () => {
    await put('sale', saleRow({ id: 1 }));
    follow();
    await vi.waitUntil(() => seen.length > 0, PATIENTLY);
    for (let id = 2; id <= 9; id += 1) await put('sale', saleRow({ id }));
    expect(seen).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitUntil(() => seen.length > 1, PATIENTLY);
    await vi.advanceTimersByTimeAsync(5_000);
    await put('item', itemRow({ id: 1 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([seen, reads]).toEqual([[1, 9], 2]);
    stop();
    await put('sale', saleRow({ id: 10 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(2);
  });

  test('P4 what was broken is told, and read again with the next change', async () => {
    let isBroken = true;
    const errors: string[] = [];
    seen = [];
    stop = followRead(
      database.name,
      ['sale'],
      () => (isBroken ? Promise.reject(new Error('lost')) : database.tables.rows.sale.count()),
      (count) => seen.push(count),
      (error) => errors.push(String(error)),
    );
    await vi.waitUntil(() => errors.length > 0, PATIENTLY);
    isBroken = false;
    await put('sale', saleRow({ id: 1 }));
    await vi.waitUntil(() => seen.length > 0, PATIENTLY);
    expect([errors, seen]).toEqual([['Error: lost'], [1]]);
  });
});
