import { describe, expect, test } from 'vitest';
import { createActSource } from '../../../sync/protocol/act.ts';
import type { PullAnswer } from '../../../sync/protocol/pull.ts';
import { absorbPull } from '../../../sync/replica/absorb-pull.ts';
import { copyDisk } from '../../support/memory/memory-disk.ts';
import { MemoryDatabase, type MemoryPoint } from '../../support/memory/memory-database.ts';
import { openReplica, outcome, Replica, readyState } from '../../support/device/replica.ts';
import { customerRow, itemRow } from '../../support/shop-rows.ts';
import { DEVICES, memoryDeviceOf } from '../../support/device/test-device.ts';

/*
 * A device is killed at any point while it stages a new copy or switches to it: it has the complete old copy or the
 * complete new one, and the same pages bring it to the same state. Waiting acts are kept and applied to the present
 * copy.
 */

class Killed extends Error {}

/** Makes a device with the old copy, a waiting sale, and the first page of a new copy staged. */
async function staged(device = memoryDeviceOf(new MemoryDatabase(readyState()))) {
  const rows = {
    item: [itemRow({ id: 1 }), itemRow({ id: 2 })],
    customer: [customerRow({ id: 8 }), customerRow({ id: 9 })],
  };
  // The same act ids each time, so that only the point of the kill differs.
  const acts = createActSource({ below: (bound) => 12_345_678 % bound });
  const replica = await openReplica(() => Promise.resolve(device), rows, {}, acts);
  const saleId = await replica.sell(1, 100);
  await replica.sell(2, 100);
  await replica.absorb({ kind: 'resync', cookie: 'c900' });
  const first = {
    item: [itemRow({ id: 1, version: 50, currentStockHundredths: 700 }), itemRow({ id: 3, version: 51 })],
  };
  await replica.absorb({ kind: 'snapshot', baseCookie: null, cookie: 'c901', rows: first, more: true, version: 60 });
  const last: PullAnswer = {
    ...{ epoch: 'e1', serverTimeMs: 1, baseCookie: 'c901', cookie: 'c902', kind: 'snapshot', projection: 'admin' },
    pages: [{ table: 'customer', rows: [{ ...customerRow({ id: 8, version: 40, name: 'Grace' }) }] }],
    ...{ version: 60, tombstones: [], more: false, historyLeft: false },
    // The server has the first of the two sales.
    confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
  };
  return { replica, saleId, last };
}

/** Returns everything on the disk as text. */
const diskOf = (database: MemoryDatabase): string =>
  JSON.stringify(copyDisk(database.inspect()), (_, value: unknown) =>
    value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value,
  );

/** Returns the number of points at which a switch can be killed. */
async function countPoints(): Promise<number> {
  const database = new MemoryDatabase(readyState());
  const { last } = await staged(memoryDeviceOf(database));
  let count = 0;
  database.onAwait = () => void (count += 1);
  await database.write((tx) => absorbPull(tx, last));
  return count;
}

describe('killed while the new copy takes the old one’s place', () => {
  test('SYN-15 SYN-1 at every point of the flip: the old copy whole, or the new one, and the page again brings the same end', async () => {
    const points = await countPoints();
    expect(points).toBeGreaterThan(10);
    const ends = new Set<string>();
    for (let fatal = 1; fatal <= points; fatal += 1) {
      const database = new MemoryDatabase(readyState());
      const { last } = await staged(memoryDeviceOf(database));
      const before = diskOf(database);
      expect(before).toContain('Customer 9');
      let at = 0;
      const reached: MemoryPoint[] = [];
      database.onAwait = (point) => {
        at += 1;
        reached.push(point);
        if (at === fatal) throw new Killed();
      };
      await expect(database.write((tx) => absorbPull(tx, last))).rejects.toThrow(Killed);
      const again = database.clone();
      const isFlipped = reached.at(-1) === 'committed';
      if (isFlipped) expect(again.inspect().state.resync).toBeNull();
      else expect(diskOf(again)).toBe(before);
      const repeated = await again.write((tx) => absorbPull(tx, last));
      // A page that is already stored is not stored again.
      expect(repeated.kind).toBe(isFlipped ? 'stale' : 'stored');
      ends.add(diskOf(again));
    }
    expect(ends.size).toBe(1);
  });

  test('SYN-15 killed at every point of the staging of a page, the old copy is in use and the page is staged again', async () => {
    for (let fatal = 1, isOver = false; !isOver; fatal += 1) {
      const database = new MemoryDatabase(readyState());
      const { last } = await staged(memoryDeviceOf(database));
      const page: PullAnswer = { ...last, confirmed: null, more: true };
      let at = 0;
      database.onAwait = () => {
        at += 1;
        if (at === fatal) throw new Killed();
      };
      const died = await database
        .write((tx) => absorbPull(tx, page))
        .then(
          () => false,
          () => true,
        );
      isOver = !died;
      const device = memoryDeviceOf(database.clone());
      const shown = await device.rows('customer');
      expect(shown.map(({ id, name }) => [id, name])).toEqual([
        [8, 'Customer 8'],
        [9, 'Customer 9'],
      ]);
      expect((await device.rows('item')).map(({ id }) => id)).toEqual([1, 2]);
      if (isOver) expect(fatal).toBeGreaterThan(3);
    }
  });
});

describe.each(DEVICES)('no room for the flip, $kind', ({ open }) => {
  test('SYN-15 SYN-26 leaves the old copy in use and what waits in the outbox; the page again flips it', async () => {
    const { replica, saleId, last } = await staged(await open(readyState()));
    const waiting = (await replica.outbox()).map(({ wire }) => wire);
    const flip = replica.write(async (tx) => {
      const result = await absorbPull(tx, last);
      replica.device.runOutOfSpace();
      return result;
    });
    await expect(flip).rejects.toThrow();
    expect([await replica.stock(1), (await replica.row('customer', 9))?.name]).toEqual([900, 'Customer 9']);
    expect(await replica.row('item', 3)).toBeUndefined();
    expect((await replica.outbox()).map(({ wire }) => wire)).toEqual(waiting);

    const after = new Replica(replica.device);
    expect(await after.write((tx) => absorbPull(tx, last))).toMatchObject({ kind: 'stored' });
    expect([await after.stock(1), await after.row('customer', 9)]).toEqual([700, undefined]);
    expect((await after.row('customer', 8))?.name).toBe('Grace');
    // The first sale is among the server's rows; the second still waits, for an item that the server no longer has.
    expect((await after.outbox()).map(({ wire }) => wire)).toEqual(waiting.slice(1));
    expect(await after.row('sale', saleId)).toBeUndefined();
  });
});
