import { expect, test } from 'vitest';
import { writeRows } from '../../../sync/replica/row-counts.ts';
import { saleRow } from '../../support/shop-rows.ts';
import { openDexieDevice } from '../../support/device/test-device.ts';

test('SYN-12a what leaves the window is read page by page, each row once, also where many rows are of one instant', async () => {
  const { database } = await openDexieDevice();
  const sales = [10, 20, 20, 20, 20, 30, 40].map((createdAtMs, nth) => saleRow({ id: nth + 1, createdAtMs }));
  await database.write((tx) =>
    writeRows(
      tx,
      sales.map((after) => ({ table: 'sale' as const, id: after.id, before: undefined, after })),
    ),
  );
  const pages: number[][] = [];
  let place: readonly number[] | null = null;
  do {
    const { rows, next } = await database.read((tx) => tx.rows.before('sale', 40, place, 2));
    pages.push(rows.map(({ id }) => id));
    place = next;
  } while (place !== null && pages.length < sales.length);
  expect(pages.flat()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pages.slice(0, 3)).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  database.close();
});
