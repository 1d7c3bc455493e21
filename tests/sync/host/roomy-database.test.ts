import { beforeEach, expect, test, vi } from 'vitest';
import { writeWithRoom } from '../../../sync/host/make-room.ts';
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
        if (after > before && after > this.space) throw new StorageFailure('quota');
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
const roomy = () => roomyDatabase(disk.database, isFull, async () => ({ writeWithRoom }));
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
  await expect(roomyDatabase(disk.memory, isFull, async () => ({ writeWithRoom })).write(work)).rejects.toThrow();
  expect(work).toHaveBeenCalledTimes(1);
});
