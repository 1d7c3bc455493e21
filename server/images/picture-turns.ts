/*
 * Pictures are the one thing that a caller can make large here: five megabytes may unpack into hundreds. So they are
 * read one at a time, those that wait are few, and what is on its way here has a sum (R-LIM-06).
 */

/** Too many pictures at once: come back in a moment. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

export interface PictureTurns {
  /** Holds so many bytes of bodies until the work is done. */
  hold<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  /** Runs the work when nobody else's runs. */
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
      // Its caller gets the error; the next one runs all the same.
      last = mine.catch(() => undefined);
      return await mine;
    },
  };
}

export interface PictureTurnsLimits {
  heldBytesMax: number;
  /** Besides the one that is read. */
  waitingMax: number;
}

/** For the whole process: one form with five pictures, or a hundred of the size that the app sends. */
export const HELD_BYTES_MAX = 32 * 1024 * 1024;
export const WAITING_MAX = 12;

export const pictureTurns = createPictureTurns({ heldBytesMax: HELD_BYTES_MAX, waitingMax: WAITING_MAX });
