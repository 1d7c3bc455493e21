import type { LocalDatabase } from '../local-database.ts';
import type { KeptWindow } from '../ports.ts';
import { HISTORY_TABLES } from '../protocol/tables.ts';
import { dueWindow, type EvictionPlace, leaveSome, shorterWindow } from '../replica/window.ts';
import { type EnginePorts, journal, type Step } from './step.ts';

/** Once a day takes off this device what left the window (SYN-12). Killed half-way, it begins anew the next time. */
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
 * Makes room where there is none: keeps as many fewer months of the past as it takes for anything to leave (SYN-26).
 * Nothing but removals comes before the window is written down: a full device writes nothing else. Answers whether
 * anything left; where nothing would, the window stays as it is.
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

/** The months that were kept when the work began may be fewer by now. */
const keepWindow = (database: LocalDatabase, window: KeptWindow): Promise<void> =>
  database.write(async (tx) => {
    const state = await tx.meta.getState();
    if ((state.window?.months ?? window.months) >= window.months) await tx.meta.putState({ ...state, window });
  });
