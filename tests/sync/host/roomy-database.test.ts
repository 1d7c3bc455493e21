import { beforeEach, expect, test, vi } from 'vitest';
import * as makeRoom from '../../../sync/host/make-room.ts';
import { PICTURE_CACHE } from '../../../sync/host/picture-cache.ts';
import { roomyDatabase } from '../../../sync/host/roomy-database.ts';
import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import { HISTORY_MONTH_MS } from '../../../sync/protocol/tables.ts';
import { isFull, StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { readyState } from '../../support/device/replica.ts';
import { MemoryDatabase } from '../../support/memory/memory-database.ts';
import { NOON_MS, saleRow } from '../../support/shop-rows.ts';

/** The space of a phone: each picture and each sale takes one unit, and a write that does not fit fails. */
class TinyDisk {
  readonly memory = new MemoryDatabase(readyState({ serverTimeMs: NOON_MS }));
  space = Infinity;
  pictures = 0;
  /** Returns true for a write that finds no space, whatever it takes. */
  refuses: (before: MemoryDatabase, after: MemoryDatabase) => boolean = () => false;

  /** Like in a browser, writes that only remove always fit. */
  get database(): LocalDatabase {
    const { memory } = this;
    return {
      read: (work) => memory.read(work),
      write: async <T>(work: (tx: LocalTx) => Promise<T>) => {
        const before = this.used();
        const copy = memory.clone();
        await copy.write(work);
        const after = copy.rows('sale').length + this.pictures;
        const isTooMuch = after > before && after > this.space;
        if (isTooMuch || this.refuses(memory, copy)) throw new StorageFailure('quota');
        return await memory.write(work);
      },
    };
  }

  used = (): number => this.memory.rows('sale').length + this.pictures;
}

let disk: TinyDisk;

beforeEach(() => {
  disk = new TinyDisk();
  vi.stubGlobal('caches', {
    delete: async (name: string) => {
      if (name !== PICTURE_CACHE || disk.pictures === 0) return false;
      disk.pictures = 0;
      return true;
    },
  });
});

const sale = (id: number, monthsAgo: number) => saleRow({ id, createdAtMs: NOON_MS - monthsAgo * HISTORY_MONTH_MS });
const put =
  (...rows: ReturnType<typeof sale>[]) =>
  (tx: LocalTx) =>
    tx.rows.put('sale', rows);
const roomy = () => roomyDatabase(disk.database, isFull, async () => makeRoom);
const months = (database = disk.memory) => database.inspect().state.window?.months;
const ids = () => disk.memory.rows('sale').map(({ id }) => id);

test('SYN-26 SYN-26d where there is no space the pictures go first, and the sale is saved, once', async () => {
  await disk.memory.write(put(sale(1, 10)));
  [disk.pictures, disk.space] = [1, 2];
  const work = vi.fn(put(sale(2, 0)));
  await roomy().write(work);
  expect(ids()).toEqual([1, 2]);
  expect(disk.pictures).toBe(0);
  expect((await disk.memory.read((tx) => tx.meta.getState())).window).toBeUndefined();
});

test('SYN-26 SYN-26d then the oldest months, and no more of them than it takes', async () => {
  await disk.memory.write(put(sale(1, 10), sale(2, 4), sale(3, 2)));
  disk.space = 3;
  const isSaved = await roomy()
    .write(put(sale(4, 0)))
    .then(
      () => true,
      () => false,
    );
  expect(isSaved).toBe(true);
  expect(ids()).toEqual([2, 3, 4]);
  expect((await disk.memory.read((tx) => tx.meta.getState())).window?.months).toBe(6);
  await roomy().write(put(sale(5, 0)));
  expect(ids()).toEqual([3, 4, 5]);
});

test('SYN-26d a window that finds no space by itself is stored with the write that needed the room', async () => {
  await disk.memory.write(put(sale(1, 10), sale(2, 0)));
  disk.space = 2;
  const salesIn = (database: MemoryDatabase) => database.rows('sale').length;
  disk.refuses = (before, after) => months(after) !== months(before) && salesIn(after) === salesIn(before);
  await roomy().write(put(sale(3, 0)));
  expect(ids()).toEqual([2, 3]);
  expect(months()).toBe(6);
});

test('SYN-26d if space runs out while old rows leave, the device knows from when on its history is whole', async () => {
  await disk.memory.write(put(sale(1, 10), sale(2, 0)));
  disk.space = 2;
  // The first transaction removes sales; no later one finds space, up to the sale itself.
  disk.refuses = (before, after) => !ids().includes(1) && months(before) === 6 && !isSaved(after);
  const isSaved = (database: MemoryDatabase) => database.rows('sale').some(({ id }) => id === 3);
  await expect(roomy().write(put(sale(3, 0)))).resolves.toBeUndefined();
  expect(ids()).toEqual([2, 3]);
  expect(months()).toBe(6);
});

test('SYN-26d a write of its own kind, such as that of a picture, makes room too and is made once', async () => {
  await disk.memory.write(put(sale(1, 10)));
  disk.pictures = 1;
  const written: string[] = [];
  const database = roomy();
  await database.withRoom(async () => {
    if (disk.used() > 0) throw new StorageFailure('quota');
    written.push('picture');
  });
  expect(written).toEqual(['picture']);
  expect(ids()).toEqual([]);
  expect(months()).toBe(6);
  const failing = database.withRoom(() => Promise.reject(new StorageFailure('quota')));
  await expect(failing).rejects.toThrow('This device has no space left. It was not saved.');
});

test('SYN-26 SYN-1 with nothing left to spare it says so, and nothing of the write is there', async () => {
  await disk.memory.write(put(sale(1, 0)));
  disk.space = 1;
  const failing = roomy().write(put(sale(2, 0)));
  await expect(failing).rejects.toThrow('This device has no space left. It was not saved.');
  expect(ids()).toEqual([1]);
});

test('SYN-26 a write that fails for another reason is not done again', async () => {
  const work = vi.fn(async () => {
    throw new StorageFailure('lost');
  });
  await expect(roomyDatabase(disk.memory, isFull, async () => makeRoom).write(work)).rejects.toThrow();
  expect(work).toHaveBeenCalledTimes(1);
});
