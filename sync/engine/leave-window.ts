import type { LocalDatabase, LocalTx } from '../local-database.ts';
import type { KeptWindow } from '../ports.ts';
import { HISTORY_TABLES } from '../protocol/tables.ts';
import { dueWindow, type EvictionPlace, leaveSome, shorterWindow } from '../replica/window.ts';
import { type EnginePorts, journal, type Step } from './step.ts';

/**
 * Removes from this device, once a day, the rows that have left the window (SYN-12). If the run is killed half-way, the
 * next run begins again.
 */
export async function leaveWindow(ports: EnginePorts): Promise<Step> {
  const window = await ports.database.read(async (tx) => dueWindow(await tx.meta.getState()));
  if (window) {
    let count = 0;
    for await (const left of leaving(ports.database, window.sinceMs)) count += left;
    await ports.database.write((tx) => keepWindow(tx, window));
    if (count > 0) await journal(ports, 'left_window', { count });
  }
  return { kind: 'done', progress: false };
}

/**
 * Makes room on a full device: shortens the window step by step until rows leave (SYN-26). Returns the new window, or
 * null if no row leaves; then the window stays as it is. Rows are removed before the new window is stored, because a full
 * device may be able to write nothing else. It is stored as soon as there is space for it; the caller stores it once
 * more, with the write that needed the room, because reports must know that rows are missing.
 */
export async function shortenWindow(
  database: LocalDatabase,
  isFull: (error: unknown) => boolean,
): Promise<KeptWindow | null> {
  const state = await database.read((tx) => tx.meta.getState());
  for (let window = shorterWindow(state); window; window = shorterWindow({ ...state, window })) {
    if (await leaveAndKeep(database, window, isFull)) return window;
  }
  return null;
}

/** Returns true if any row left, even if space ran out before the last one. */
async function leaveAndKeep(
  database: LocalDatabase,
  window: KeptWindow,
  isFull: (error: unknown) => boolean,
): Promise<boolean> {
  let count = 0;
  let isKept = false;
  try {
    for await (const left of leaving(database, window.sinceMs)) {
      count += left;
      if (left > 0 && !isKept) isKept = await isKeptNow(database, window, isFull);
    }
  } catch (error) {
    if (count === 0 || !isFull(error)) throw error;
  }
  return count > 0;
}

async function isKeptNow(
  database: LocalDatabase,
  window: KeptWindow,
  isFull: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    await database.write((tx) => keepWindow(tx, window));
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    return false;
  }
}

/** Removes the rows that were last active before the instant; yields how many each transaction removed. */
async function* leaving(database: LocalDatabase, beforeMs: number): AsyncGenerator<number> {
  for (const table of HISTORY_TABLES) {
    for (let place: EvictionPlace | null | undefined; place !== null;) {
      const from: EvictionPlace | null = place ?? null;
      const left = await database.write((tx) => leaveSome(tx, table, beforeMs, from));
      place = left.next;
      yield left.count;
    }
  }
}

/** Stores the window, unless another run has stored a shorter one meanwhile. */
export async function keepWindow({ meta }: LocalTx, window: KeptWindow): Promise<void> {
  const state = await meta.getState();
  if ((state.window?.months ?? window.months) >= window.months) await meta.putState({ ...state, window });
}
