import { beginResync } from '../replica/resync.ts';
import { type EnginePorts, journal } from './step.ts';

/** For so long, by the server's clock, a mutation waits for a parent that another device may still bring (SYN-21). */
const PARENTS_AWAITED_MS = 10 * 60_000;

/** The server has lost what it had: from now on it is healed, before anything else is sent or fetched (SYN-21). */
export async function meetRestoredServer(ports: EnginePorts, serverTimeMs: number): Promise<void> {
  await ports.database.write(async (tx) => beginResync(tx, await tx.getState(), 'restored', serverTimeMs));
  await journal(ports, 'restored', {});
}

/** Ends the waiting for parents when its time is over: what lacks one is then decided without it. */
export async function waitNoLonger(ports: EnginePorts, serverTimeMs: number): Promise<void> {
  const { restoredAtMs } = await ports.database.read((tx) => tx.getState());
  if (restoredAtMs === null || serverTimeMs - restoredAtMs < PARENTS_AWAITED_MS) return;
  await ports.database.write(async (tx) => tx.putState({ ...(await tx.getState()), restoredAtMs: null }));
}
