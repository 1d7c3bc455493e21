import { shortenWindow } from '../engine/leave-window.ts';
import type { LocalDatabase, LocalTx } from '../local-database.ts';
import { PICTURE_CACHE } from './picture-cache.ts';

/** A write that failed for lack of space. */
export interface FailedWrite<T> {
  work: (tx: LocalTx) => Promise<T>;
  failure: unknown;
  /** True for errors that mean 'no space left'. */
  isFull: (error: unknown) => boolean;
}

/**
 * Repeats a failed write, each time after something less important was deleted: first the pictures, then the oldest
 * months of history (SYN-26). The failed write left nothing behind, so the write happens only once. Rejects with the
 * last failure if there is still no space.
 */
export async function writeWithRoom<T>(database: LocalDatabase, { work, failure, isFull }: FailedWrite<T>): Promise<T> {
  let last = failure;
  for (const spare of [dropPictures, () => shortenWindow(database)]) {
    try {
      if (!(await spare())) continue;
    } catch (error) {
      // Even if the new window could not be stored, rows were removed: try the write again.
      if (!isFull(error)) throw error;
    }
    try {
      return await database.write(work);
    } catch (error) {
      if (!isFull(error)) throw error;
      last = error;
    }
  }
  throw last;
}

export type WriteWithRoom = typeof writeWithRoom;

/** Deletes the cached pictures; they are fetched again when they are shown. Returns true if there were any. */
async function dropPictures(): Promise<boolean> {
  try {
    return 'caches' in globalThis && (await caches.delete(PICTURE_CACHE));
  } catch {
    return false;
  }
}
