import type { LocalDatabase } from '../local-database.ts';
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
    const count = await leaveBefore(ports.database, window.sinceMs);
    await keepWindow(ports.database, window);
    if (count > 0) await journal(ports, 'left_window', { count });
  }
  return { kind: 'done', progress: false };
}

/**
 * Makes room on a full device: shortens the window step by step until rows leave (SYN-26). Rows are removed before the
 * new window is stored, because a full device can write nothing else. Returns true if any row left. If no row would
 * leave, the window stays as it is.
 */
export async function shortenWindow(database: LocalDatabase): Promise<boolean> {
  const state = await database.read((tx) => tx.meta.getState());
  for (let window = shorterWindow(state); window; window = shorterWindow({ ...state, window })) {
    if ((await leaveBefore(database, window.sinceMs)) === 0) continue;
    await keepWindow(database, window);
    return true;
  }
  return false;
}

async function leaveBefore(database: LocalDatabase, beforeMs: number): Promise<number> {
  let count = 0;
  for (const table of HISTORY_TABLES) {
    for (let place: EvictionPlace | null | undefined; place !== null;) {
      const from: EvictionPlace | null = place ?? null;
      const left = await database.write((tx) => leaveSome(tx, table, beforeMs, from));
      count += left.count;
      place = left.next;
    }
  }
  return count;
}

/** Stores the window, unless another run has stored a shorter one meanwhile. */
const keepWindow = (database: LocalDatabase, window: KeptWindow): Promise<void> =>
  database.write(async (tx) => {
    const state = await tx.meta.getState();
    if ((state.window?.months ?? window.months) >= window.months) await tx.meta.putState({ ...state, window });
  });
