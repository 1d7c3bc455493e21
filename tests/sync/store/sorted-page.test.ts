import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { listPage } from '../../../sync/store/list-page.ts';
import { createSearchIndex, type SearchIndex } from '../../../sync/store/search/search-index.ts';
import { type RowSort, type SortKey, sortedRows } from '../../../sync/store/sort-keys.ts';
import { customerRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { freshState } from '../../support/device/test-device.ts';

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

const dearestFirst: RowSort = { by: 'total', isDescending: true };

/** Sales 1 to count with varying totals, so that pages by time and by total differ. */
const sales = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    saleRow({
      id: at + 1,
      createdAtMs: NOON_MS + at,
      finalMinor: ((at * 37) % count) * 100,
      customerName: at % 10 === 0 ? 'Grace' : null,
    }),
  );

const idsOf = async (sort: RowSort, page: number, typed = '') => {
  const { rows, total } = await listPage(database, search, 'sale', { typed, page, size: 10, sort });
  return { ids: rows.map(({ id }) => id), total };
};

describe('a sorted list', () => {
  test('R-WIDE-12 is sorted over all rows, not over those of a page', async () => {
    const rows = sales(101);
    await database.write((tx) => tx.rows.put('sale', rows));
    const wanted = rows.toSorted((a, b) => b.finalMinor - a.finalMinor).map(({ id }) => id);
    expect(await idsOf(dearestFirst, 1)).toEqual({ ids: wanted.slice(0, 10), total: 101 });
    expect(await idsOf(dearestFirst, 11)).toEqual({ ids: wanted.slice(100), total: 101 });
    expect((await idsOf({ by: 'total', isDescending: false }, 1)).ids).toEqual(wanted.toReversed().slice(0, 10));
  });

  test('R-WIDE-12 holds only what the search finds, also when it was searched before it was sorted', async () => {
    const rows = sales(101);
    await database.write((tx) => tx.rows.put('sale', rows));
    await search.page('sale', 'grace', 1, 10);
    const wanted = rows.filter(({ customerName }) => customerName === 'Grace');
    wanted.sort((a, b) => b.finalMinor - a.finalMinor);
    expect(await idsOf(dearestFirst, 1, 'grace')).toEqual({
      ids: wanted.map(({ id }) => id).slice(0, 10),
      total: 11,
    });
  });

  test('R-WIDE-12 R-SLIST-32 finds the same sales by their amount as unsorted, which no text says', async () => {
    const rows = sales(101);
    await database.write((tx) =>
      tx.rows.put('sale', [...rows, saleRow({ id: 900, finalMinor: 3_700, notes: 'see 37' })]),
    );
    const { ids, total } = await idsOf({ by: 'date', isDescending: false }, 1, '37');
    const unsorted = await listPage(database, search, 'sale', { typed: '37', page: 1, size: 10 });
    expect(ids.toSorted((a, b) => a - b)).toEqual(unsorted.rows.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(ids).toContain(rows.find(({ finalMinor }) => finalMinor === 3_700)?.id);
    expect(total).toBe(unsorted.total);
  });

  test('R-WIDE-12 moves a row whose value changed, though no text of it did', async () => {
    const row = (id: number, currentStockHundredths: number) =>
      itemRow({ id, name: `Item ${id}`, createdAtMs: id, currentStockHundredths });
    await database.write((tx) => tx.rows.put('item', [row(1, 300), row(2, 200), row(3, 100)]));
    const least: RowSort = { by: 'stock', isDescending: false };
    const ids = async () =>
      (await listPage(database, search, 'item', { typed: '', page: 1, size: 10, sort: least })).rows.map(
        ({ id }) => id,
      );
    expect(await ids()).toEqual([3, 2, 1]);
    await database.write((tx) => tx.rows.put('item', [row(1, 50)]));
    expect(await ids()).toEqual([1, 3, 2]);
  });

  test('R-WIDE-12 has rows that say nothing at its end, whichever way', async () => {
    const row = (id: number, phone: string | null) => customerRow({ id, name: `C${id}`, createdAtMs: id, phone });
    await database.write((tx) => tx.rows.put('customer', [row(1, null), row(2, '0711'), row(3, '0700'), row(4, null)]));
    const ids = async (isDescending: boolean) => {
      const sort = { by: 'phone', isDescending };
      return (await listPage(database, search, 'customer', { typed: '', page: 1, size: 9, sort })).rows.map(
        ({ id }) => id,
      );
    };
    expect(await ids(false)).toEqual([3, 2, 4, 1]);
    expect(await ids(true)).toEqual([2, 3, 4, 1]);
  });

  test('R-WIDE-12 keeps every row once and in order, and equals newest first', () => {
    const key = fc.option(fc.constantFrom('a', 'b', 'c'));
    const rows = fc.array(fc.record({ createdAtMs: fc.integer({ min: 0, max: 5 }), key }), { maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.boolean(), (made, isDescending) => {
        const all = made.map((row, id) => ({ ...row, id }));
        const sorted = sortedRows(all, { by: 'key', isDescending }, ({ key: said }) => ({ key: said }));
        expect(sorted.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
        const place = (said: SortKey) => (said === null ? 9 : 'abc'.indexOf(String(said)) * (isDescending ? -1 : 1));
        for (const [at, next] of sorted.entries()) {
          const before = sorted[at - 1];
          if (before === undefined) continue;
          expect(place(before.key)).toBeLessThanOrEqual(place(next.key));
          if (before.key === next.key) expect(before.createdAtMs).toBeGreaterThanOrEqual(next.createdAtMs);
        }
      }),
    );
  });
});
