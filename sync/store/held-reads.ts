/*
 * Live reads can be held while a person waits for a save. Otherwise each part of the screen that shows a changed row
 * begins to read it again before the person is told: on a slow phone that takes a tenth of the whole wait (P1).
 */

/** A hold ends after this time by itself: the device has been too slow, and the screen must not stay old. */
const HELD_MAX_MS = 1_000;

let holdCount = 0;
const waiting = new Set<() => void>();

export const areReadsHeld = (): boolean => holdCount > 0;

/** Holds live reads while `work` runs: those that a change calls for come after it, or after `heldMaxMs`. */
export async function withReadsHeld<T>(work: () => Promise<T>, heldMaxMs: number = HELD_MAX_MS): Promise<T> {
  const goOn = hold(heldMaxMs);
  try {
    return await work();
  } finally {
    goOn();
  }
}

/** Calls `read` at once, or when reads are held no longer. Returns a function that cancels this. */
export function whenReadsGoOn(read: () => void): () => void {
  if (areReadsHeld()) waiting.add(read);
  else read();
  return () => waiting.delete(read);
}

function hold(heldMaxMs: number): () => void {
  let isOver = false;
  const goOn = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    holdCount -= 1;
    if (holdCount > 0) return;
    const due = [...waiting];
    waiting.clear();
    for (const read of due) read();
  };
  const timer = setTimeout(goOn, heldMaxMs);
  holdCount += 1;
  return goOn;
}
