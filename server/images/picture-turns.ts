/*
 * Limits the memory for images: five megabytes may unpack into hundreds. So one image is decoded at a time, few may
 * wait, and the sum of all bodies being received has a limit (R-LIM-06).
 */

/** Too many images at once; the caller may try again soon. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

export interface PictureTurns {
  /** Reserves this many bytes until the work is done; throws `PicturesBusy` if there is no room. */
  hold<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  /** Runs the work alone: other work waits. */
  turn<T>(work: () => Promise<T>): Promise<T>;
}

export function createPictureTurns({ heldBytesMax, waitingMax }: PictureTurnsLimits): PictureTurns {
  let heldBytes = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async hold(bytes, work) {
      if (heldBytes + bytes > heldBytesMax) throw new PicturesBusy('Too many pictures are on their way');
      heldBytes += bytes;
      try {
        return await work();
      } finally {
        heldBytes -= bytes;
      }
    },
    async turn(work) {
      if (waiting > waitingMax) throw new PicturesBusy('Too many pictures wait to be read');
      waiting += 1;
      const mine = last.then(work).finally(() => (waiting -= 1));
      // The caller gets the error; the next work runs anyway.
      last = mine.catch(() => undefined);
      return await mine;
    },
  };
}

export interface PictureTurnsLimits {
  heldBytesMax: number;
  /** The most images that may wait, besides the one being decoded. */
  waitingMax: number;
}

/** For the whole process: enough for one form with five images, or a hundred images of the size that the app sends. */
export const HELD_BYTES_MAX = 32 * 1024 * 1024;
export const WAITING_MAX = 12;

export const pictureTurns = createPictureTurns({ heldBytesMax: HELD_BYTES_MAX, waitingMax: WAITING_MAX });
