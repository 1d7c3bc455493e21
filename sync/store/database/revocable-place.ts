import type { PageLife } from './page-life.ts';
import type { IndexedDbPlace } from './schema.ts';
import { StorageFailure } from './storage-failure.ts';

/**
 * IndexedDB of a frame inside the page. If a page is frozen while it creates a database, the database stays half
 * created, and every other page waits for it. A database that a frame creates is given up with the frame (SYN-26,
 * decisions/0036).
 */
export interface RevocablePlace extends IndexedDbPlace {
  /** Ends everything that is open or being opened here. After that, no request is answered any more. */
  revoke(): void;
}

/** Returns null if the page can have no frame. */
export type MakeRevocablePlace = () => RevocablePlace | null;

/**
 * Does the work in a revocable place. The place is revoked when the work is done or the page is frozen.
 * @returns null if there is no such place, or if the work failed in it: then the page must do the work itself and
 * report an error. Rejects with 'frozen' if the page was frozen meanwhile.
 */
export async function tryRevocably<T>(
  page: PageLife,
  makePlace: MakeRevocablePlace,
  work: (place: IndexedDbPlace) => Promise<T>,
): Promise<{ value: T } | null> {
  const place = makePlace();
  if (place === null) return null;
  const begunAt = page.freezeCount();
  let stopFreezing = () => {};
  const frozen = new Promise<never>((_, reject) => {
    stopFreezing = page.onFreeze(() => {
      place.revoke();
      reject(new StorageFailure('frozen'));
    });
  });
  try {
    return { value: await Promise.race([work(place), frozen]) };
  } catch (error) {
    if (page.freezeCount() !== begunAt) throw error;
    return null;
  } finally {
    stopFreezing();
    place.revoke();
  }
}
