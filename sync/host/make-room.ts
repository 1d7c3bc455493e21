import { shortenWindow } from '../engine/leave-window.ts';
import type { LocalDatabase, LocalTx } from '../local-database.ts';
import { PICTURE_CACHE } from './picture-cache.ts';

/** A write for which there was no space. */
export interface FailedWrite<T> {
  work: (tx: LocalTx) => Promise<T>;
  failure: unknown;
  /** True for errors that mean 'no space left'. */
  isFull: (error: unknown) => boolean;
}

/**
 * Does it once more after each thing that can be spared has gone: first the pictures, then the oldest months of history
 * (SYN-26). It left nothing behind when it failed, so it is not done twice. Rejects with its failure when there is
 * still no space.
 */
export async function writeWithRoom<T>(database: LocalDatabase, { work, failure, isFull }: FailedWrite<T>): Promise<T> {
  let last = failure;
  for (const spare of [dropPictures, () => shortenWindow(database)]) {
    try {
      if (!(await spare())) continue;
    } catch (error) {
      // Where not even that could be written down, it has left all the same.
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

/** They come again when they are looked at. Answers whether there were any. */
async function dropPictures(): Promise<boolean> {
  try {
    return 'caches' in globalThis && (await caches.delete(PICTURE_CACHE));
  } catch {
    return false;
  }
}
