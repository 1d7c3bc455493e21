import type { PageLife } from './page-life.ts';
import type { IndexedDbPlace } from './schema.ts';
import { StorageFailure } from './storage-failure.ts';

/**
 * IndexedDB as a frame inside the page has it. A database that the page itself is making when it is put aside stays half
 * made, and every other page waits for it; what a frame is making ends with the frame (SYN-26, decision 36).
 */
export interface RevocablePlace extends IndexedDbPlace {
  /** Ends everything that is open or being opened here; nothing of it is answered any more. */
  revoke(): void;
}

/** Null where the page can have no frame. */
export type MakeRevocablePlace = () => RevocablePlace | null;

/**
 * Does this in a place of its own, which is revoked when the work is done or the page is put aside.
 * @returns null where there is no such place, or it does not work: then the page is to do it itself, and tells what fails.
 * Rejects with 'frozen' when the page was put aside over it.
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
