/*
 * Live reads can wait while a person waits for something else: for a save, or for a screen that opens. Otherwise each
 * part of the screen that shows a changed row begins to read it again at once, and on a slow phone what the person
 * waits for comes a good deal later (P1).
 */

/** Reads wait no longer than this: the device has been too slow, and the screen must not stay old. */
const HELD_MAX_MS = 1_000;

/** Holds that overlap. The time limit is that of the first one, so that many short holds cannot add up. */
interface Stretch {
  holdCount: number;
  timer: ReturnType<typeof setTimeout>;
}

let stretch: Stretch | null = null;
const waiting = new Set<() => void>();

export const areReadsHeld = (): boolean => stretch !== null;

/** Holds the live reads that a change calls for, until the returned function is called or `heldMaxMs` have passed. */
export function holdReads(heldMaxMs: number = HELD_MAX_MS): () => void {
  const own = (stretch ??= begin(heldMaxMs));
  own.holdCount += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    own.holdCount -= 1;
    if (own.holdCount === 0) end(own);
  };
}

/** Calls `read` at once, or when reads are held no longer. Returns a function that cancels this. */
export function whenReadsGoOn(read: () => void): () => void {
  if (areReadsHeld()) waiting.add(read);
  else read();
  return () => waiting.delete(read);
}

function begin(heldMaxMs: number): Stretch {
  const begun: Stretch = { holdCount: 0, timer: setTimeout(() => end(begun), heldMaxMs) };
  return begun;
}

function end(own: Stretch): void {
  if (stretch !== own) return;
  clearTimeout(own.timer);
  stretch = null;
  const due = [...waiting];
  waiting.clear();
  for (const read of due) read();
}
