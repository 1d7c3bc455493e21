import { beginResync } from '../replica/resync.ts';
import { type EnginePorts, journal } from './step.ts';

/** How long, by the server's clock, a mutation waits for a parent that another device may still send. */
const PARENTS_AWAITED_MS = 10 * 60_000;

/** Notes that the server was restored. The device then heals it before it sends or fetches anything else. */
export async function noteRestore(ports: EnginePorts, serverTimeMs: number): Promise<void> {
  await ports.database.write(async (tx) => beginResync(tx, await tx.meta.getState(), 'restored', serverTimeMs));
  await journal(ports, 'restored', {});
}

/** Ends the wait for parents after its time: the server then decides a mutation although its parent is missing. */
export async function expireParentWait(ports: EnginePorts, serverTimeMs: number): Promise<void> {
  const { restoredAtMs } = await ports.database.read((tx) => tx.meta.getState());
  if (restoredAtMs === null || serverTimeMs - restoredAtMs < PARENTS_AWAITED_MS) return;
  await ports.database.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), restoredAtMs: null }));
}
