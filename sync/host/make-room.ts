import { keepWindow, shortenWindow } from '../engine/leave-window.ts';
import type { LocalDatabase, LocalTx } from '../local-database.ts';
import type { KeptWindow } from '../ports.ts';
import { PICTURE_CACHE } from './picture-cache.ts';

/** A write that failed for lack of space. */
export interface FailedWrite {
  failure: unknown;
  /** True for errors that mean 'no space left'. */
  isFull: (error: unknown) => boolean;
}

/** Repeats a failed transaction as `retryWithRoom` does. */
export const writeWithRoom = <T>(
  database: LocalDatabase,
  work: (tx: LocalTx) => Promise<T>,
  failed: FailedWrite,
): Promise<T> =>
  retryWithRoom(database, failed, (window) =>
    database.write(async (tx) => {
      const value = await work(tx);
      // In the same transaction: no kill may leave reports that know nothing of the missing rows.
      if (window) await keepWindow(tx, window);
      return value;
    }),
  );

/**
 * Repeats a failed write, each time after something less important was deleted: first the pictures, then the oldest
 * months of history (SYN-26). The failed write left nothing behind, so the write happens only once. `write` gets the
 * window that became shorter for it, or null. Rejects with the last failure if there is still no space.
 */
export async function retryWithRoom<T>(
  database: LocalDatabase,
  { failure, isFull }: FailedWrite,
  write: (window: KeptWindow | null) => Promise<T>,
): Promise<T> {
  let last = failure;
  let window: KeptWindow | null = null;
  const dropOldRows = async () => {
    window = await shortenWindow(database, isFull);
    return window !== null;
  };
  for (const spare of [dropPictures, dropOldRows]) {
    try {
      if (await spare()) return await write(window);
    } catch (error) {
      if (!isFull(error)) throw error;
      last = error;
    }
  }
  throw last;
}

/** Deletes the cached pictures; they are fetched again when they are shown. Returns true if there were any. */
async function dropPictures(): Promise<boolean> {
  try {
    return 'caches' in globalThis && (await caches.delete(PICTURE_CACHE));
  } catch {
    return false;
  }
}
