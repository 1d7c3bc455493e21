import { newItemImage } from '../../../domain/items/item-image.ts';
import { describe, expect, test } from 'vitest';
import { MemoryDatabase, type MemoryPoint } from '../../support/memory/memory-database.ts';
import { itemRow } from '../../support/shop-rows.ts';
import { freshState } from '../../support/device/test-device.ts';

class Killed extends Error {}

const write = (database: MemoryDatabase) =>
  database.write(async (tx) => {
    const state = await tx.meta.getState();
    await tx.rows.put('item', [itemRow({ id: 1 })]);
    await tx.meta.addToCounts(new Map([['item', 1]]));
    await tx.meta.putState({ ...state, nextMid: state.nextMid + 1 });
  });

/** Runs one write that is killed at this point; returns the database and the points in order. */
async function killAt(number: number): Promise<{ database: MemoryDatabase; points: MemoryPoint[] }> {
  const database = new MemoryDatabase(freshState());
  const points: MemoryPoint[] = [];
  database.onAwait = (point) => {
    points.push(point);
    if (points.length === number) throw new Killed();
  };
  if (number > 0) await expect(write(database)).rejects.toThrow(Killed);
  else await write(database);
  database.onAwait = null;
  return { database, points };
}

describe('MemoryDatabase for the simulation', () => {
  test('asks between any two awaits, and a kill before the commit leaves it as it was', async () => {
    const { points } = await killAt(0);
    expect(points).toEqual(['begin', 'call', 'call', 'call', 'call', 'commit', 'committed']);
    for (let number = 1; number <= 6; number += 1) {
      const { database } = await killAt(number);
      expect([
        database.rows('item').length,
        database.rowCount('item'),
        (await database.read((tx) => tx.meta.getState())).nextMid,
      ]).toEqual([0, 0, 1]);
    }
  });

  test('a kill after the commit is a saved sale that nobody was told of', async () => {
    const { database } = await killAt(7);
    expect([database.rows('item').length, (await database.read((tx) => tx.meta.getState())).nextMid]).toEqual([1, 2]);
  });

  test('a device that stands still for ever in a transaction goes on as a clone of its disk', async () => {
    const database = new MemoryDatabase(freshState());
    await write(database);
    database.onAwait = (point) => (point === 'commit' ? new Promise(() => undefined) : undefined);
    void write(database);
    const revived = database.clone();
    await write(revived);
    expect((await revived.read((tx) => tx.meta.getState())).nextMid).toBe(3);
  });

  test('a clone and its original go separate ways', async () => {
    const database = new MemoryDatabase(freshState());
    await write(database);
    const twin = database.clone();
    await twin.write(async (tx) => {
      await tx.rows.put('item', [itemRow({ id: 1, name: 'Twin' }), itemRow({ id: 2 })]);
      await tx.meta.appendJournal({ atMs: 1, what: 'run', detail: {} });
    });
    expect([database.rows('item').map((row) => row.name), twin.rows('item').map((row) => row.name)]).toEqual([
      ['Item 1'],
      ['Twin', 'Item 2'],
    ]);
    expect([database.journal().length, twin.journal().length]).toEqual([0, 1]);
  });

  test('a lost connection fails every call and leaves nothing behind, until it is back', async () => {
    const database = new MemoryDatabase(freshState());
    const failing = database.write(async (tx) => {
      await tx.rows.put('item', [itemRow({ id: 1 })]);
      database.loseConnection();
      await tx.rows.put('item', [itemRow({ id: 2 })]);
    });
    await expect(failing).rejects.toMatchObject({ kind: 'lost' });
    await expect(database.read((tx) => tx.meta.getState())).rejects.toMatchObject({ kind: 'lost' });
    database.restoreConnection();
    expect(database.rows('item')).toEqual([]);
    await write(database);
    expect(database.rows('item').length).toBe(1);
  });

  test('what was stored is frozen to the bottom', async () => {
    const database = new MemoryDatabase(freshState());
    await database.write((tx) =>
      tx.rows.put('item', [itemRow({ id: 1, images: [newItemImage(7, 'a'.repeat(32), 0)] })]),
    );
    const [item] = database.rows('item');
    expect(Object.isFrozen(item) && Object.isFrozen(item?.images[0])).toBe(true);
  });
});
