import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { customerById } from '../../../sync/store/customer-reads.ts';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { listPage } from '../../../sync/store/list-page.ts';
import * as reads from '../../../sync/store/live-reads.ts';
import { createSearchIndex, type SearchIndex } from '../../../sync/store/search/search-index.ts';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  orderRow,
  paymentMethodRow,
  saleRow,
} from '../../support/shop-rows.ts';
import { entry } from '../../support/device/outbox-rows.ts';
import { freshState } from '../../support/device/test-device.ts';
import { PATIENTLY } from '../../support/patience.ts';

let database: ShopDatabase;
let search: SearchIndex;

beforeEach(async () => {
  database = await openShopDatabase({
    client: freshState(),
    create: freshState(),
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
  search = createSearchIndex(database);
});
afterEach(() => {
  search.close();
  database.close();
});

/** Writes sales 1 to count, newer with each id; every tenth is Grace's. */
async function sell(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) =>
    saleRow({ id: at + 1, createdAtMs: NOON_MS + at, customerName: at % 10 === 0 ? 'Grace' : null }),
  );
  await database.write(async (tx) => {
    await tx.rows.put('sale', rows);
    await tx.meta.addToCounts(new Map([[COUNT_KEYS.sales, count]]));
  });
}

const page = async (wish: { typed?: string; page: number; size?: number }) => {
  const { rows, total } = await listPage(database, search, 'sale', { typed: '', size: 10, ...wish });
  return { ids: rows.map((row) => row.id), total };
};
const idsDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe('pages of a list', () => {
  test('R-SALE-03 R-SALE-23 R-ITEM-02 come newest first, ten at a time, with the total for "Page X of Y"', async () => {
    await sell(25);
    expect(await page({ page: 1 })).toEqual({ ids: idsDown(25, 16), total: 25 });
    expect(await page({ page: 2 })).toEqual({ ids: idsDown(15, 6), total: 25 });
    expect(await page({ page: 3 })).toEqual({ ids: idsDown(5, 1), total: 25 });
    expect(await page({ page: 4 })).toEqual({ ids: [], total: 25 });
  });

  test('are the same from the table, counted from the nearer end, and from memory', async () => {
    await sell(433);
    const pages = [1, 2, 20, 21, 22, 23, 42, 43, 44, 45];
    const cold = [];
    for (const number of pages) cold.push(await page({ page: number }));
    expect(search.isWarm('sale')).toBe(false);
    await search.warm('sale');
    const warm = [];
    for (const number of pages) warm.push(await page({ page: number }));
    expect(warm).toEqual(cold);
    expect(cold[7]).toEqual({ ids: idsDown(13, 4), total: 433 });
  });

  test('with a query hold only what matches, and say how many that is', async () => {
    await sell(125);
    expect(await page({ typed: 'grace', page: 1 })).toEqual({
      ids: idsDown(13, 4).map((tens) => tens * 10 - 9),
      total: 13,
    });
    expect(await page({ typed: 'grace', page: 2 })).toEqual({ ids: [21, 11, 1], total: 13 });
  });

  test('a live query over the first page is told of a new sale and of a changed one', async () => {
    await sell(3);
    const seen: string[] = [];
    const subscription = liveQuery(
      async () => (await listPage(database, search, 'sale', { typed: '', page: 1, size: 10 })).rows,
    ).subscribe((rows) => void seen.push(rows.map((row) => `${row.id}${row.status[0]}`).join(' ')));
    await vi.waitFor(() => expect(seen.at(-1)).toBe('3c 2c 1c'), PATIENTLY);
    await database.write((tx) =>
      tx.rows.put('sale', [
        saleRow({ id: 4, createdAtMs: NOON_MS + 9 }),
        saleRow({ id: 2, createdAtMs: NOON_MS + 1, status: 'pending' }),
      ]),
    );
    await vi.waitFor(() => expect(seen.at(-1)).toBe('4c 3c 2p 1c'), PATIENTLY);
    subscription.unsubscribe();
  });

  test('customers, of whom no count is kept, come from memory', async () => {
    await database.write((tx) =>
      tx.rows.put('customer', [customerRow({ id: 1, createdAtMs: 1 }), customerRow({ id: 2, createdAtMs: 2 })]),
    );
    const { rows, total } = await listPage(database, search, 'customer', { typed: '', page: 1, size: 5 });
    expect([rows.map((row) => row.id), total]).toEqual([[2, 1], 2]);
  });
});

describe('reads by key and range', () => {
  test('R-HOME-09 R-HOME-18 the orders of a day, half open, and the latest ones', async () => {
    const orders = [
      orderRow({ id: 1, createdAtMs: 99 }),
      orderRow({ id: 2, createdAtMs: 100 }),
      orderRow({ id: 3, createdAtMs: 199 }),
      orderRow({ id: 4, createdAtMs: 200 }),
    ];
    await database.write((tx) => tx.rows.put('order', orders));
    expect((await reads.ordersBetween(database, { fromMs: 100, toMs: 200 })).map((order) => order.id)).toEqual([2, 3]);
    expect((await reads.latestOrders(database, 3)).map((order) => order.id)).toEqual([4, 3, 2]);
  });

  test('single rows, and undefined where there is none', async () => {
    await database.write(async (tx) => {
      await tx.rows.put('business', [businessRow()]);
      await tx.rows.put('item', [itemRow({ id: 1 }), itemRow({ id: 2 })]);
      await tx.rows.put('sale', [saleRow({ id: 1 })]);
      await tx.rows.put('paymentMethod', [paymentMethodRow({ id: 1 })]);
      await tx.meta.addToCounts(new Map([['item.active', 2]]));
    });
    expect((await reads.businessOf(database, 7))?.name).toBe('Mama Asha');
    expect([await reads.saleById(database, 1), await reads.saleById(database, 2)]).toEqual([
      saleRow({ id: 1 }),
      undefined,
    ]);
    expect(await reads.itemById(database, 2)).toEqual(itemRow({ id: 2 }));
    expect(await customerById(database, 2)).toBeUndefined();
    expect((await reads.itemsByIds(database, [2, 9, 1])).map((item) => item.id)).toEqual([2, 1]);
    expect((await reads.paymentMethodsOf(database)).length).toBe(1);
    expect([
      await reads.storedCount(database, COUNT_KEYS.activeItems),
      await reads.storedCount(database, COUNT_KEYS.orders),
    ]).toEqual([2, 0]);
    expect(await reads.usersById(database)).toEqual(new Map());
  });

  test('what waits, what needs a person, and what happened', async () => {
    await database.write(async (tx) => {
      await tx.outbox.put([
        entry(1, { state: 'refused' }),
        entry(2),
        entry(3, { state: 'quarantined' }),
        entry(4),
        entry(5, { unfit: 'item_missing' }),
        entry(6, { state: 'refused', unfit: 'item_missing' }),
      ]);
      for (const atMs of [1, 2, 3]) await tx.meta.appendJournal({ atMs, what: 'run', detail: {} });
    });
    const seqsOf = (entries: { seq: number }[]) => entries.map(({ seq }) => seq);
    expect(seqsOf(await reads.waitingEntries(database, 100))).toEqual([2, 4, 5]);
    expect(seqsOf(await reads.waitingEntries(database, 2))).toEqual([2, 4]);
    expect(seqsOf(await reads.attentionEntries(database, 100))).toEqual([1, 3, 5, 6]);
    expect((await reads.journalOf(database, 2)).map((event) => event.atMs)).toEqual([3, 2]);
    expect((await reads.syncStatusOf(database)).phase).toBe('idle');
    expect(await reads.replicaStateOf(database)).toEqual(freshState());
  });
});
