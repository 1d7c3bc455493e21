import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeRows } from '../../../sync/replica/row-counts.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { cutPage, salesAround } from '../../../sync/store/sales-around.ts';
import { saleRow } from '../../support/shop-rows.ts';
import { openDexieDevice } from '../../support/device/test-device.ts';

let database: ShopDatabase;
beforeEach(async () => {
  ({ database } = await openDexieDevice());
});
afterEach(() => database.close());

test('R-SLIST-10 the pages of a list that is cut at a row show every row once, in order, none longer than a page', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(70), fc.integer({ min: 1, max: 12 }), (total, firstAt, size) => {
      const { pageCount, page, from } = cutPage({ total, firstAt, size }, null);
      if (total === 0) return;
      if (firstAt < total) expect(from).toBe(firstAt);
      const pages = Array.from({ length: pageCount }, (_, nth) => cutPage({ total, firstAt, size }, nth + 1));
      expect(pages.map((each) => each.page)).toEqual(pages.map((_, nth) => nth + 1));
      expect(pages.flatMap((each) => Array.from({ length: each.to - each.from }, (_, nth) => each.from + nth))).toEqual(
        Array.from({ length: total }, (_, nth) => nth),
      );
      expect(Math.max(...pages.map((each) => each.to - each.from))).toBeLessThanOrEqual(size);
      expect(page).toBeLessThanOrEqual(pageCount);
      expect(cutPage({ total, firstAt, size }, pageCount + 5).page).toBe(1);
    }),
  );
});

test('R-SLIST-10 R-SLIST-11 a page begins with the newest sale before an instant; the others follow in both directions', async () => {
  const sales = Array.from({ length: 13 }, (_, nth) => saleRow({ id: nth + 1, createdAtMs: (nth + 1) * 10 }));
  await database.write((tx) =>
    writeRows(
      tx,
      sales.map((after) => ({ table: 'sale' as const, id: after.id, before: undefined, after })),
    ),
  );
  const read = async (beforeMs: number, page: number | null) => {
    const { rows, ...place } = await salesAround(database, { beforeMs, page, size: 5 });
    return { ids: rows.map(({ id }) => id), page: place.page, pageCount: place.pageCount };
  };
  expect(await read(95, null)).toEqual({ ids: [9, 8, 7, 6, 5], page: 2, pageCount: 3 });
  expect(await read(95, 1)).toEqual({ ids: [13, 12, 11, 10], page: 1, pageCount: 3 });
  expect(await read(95, 3)).toEqual({ ids: [4, 3, 2, 1], page: 3, pageCount: 3 });
  // The instant itself belongs to the next day.
  expect((await read(90, null)).ids).toEqual([8, 7, 6, 5, 4]);
  expect(await read(1_000, null)).toEqual({ ids: [13, 12, 11, 10, 9], page: 1, pageCount: 3 });
  expect(await read(5, null)).toEqual({ ids: [3, 2, 1], page: 3, pageCount: 3 });
});

test('R-SLIST-11 a shop without sales has none around any day', async () => {
  expect(await salesAround(database, { beforeMs: 5, page: null, size: 5 })).toMatchObject({ rows: [], total: 0 });
});
