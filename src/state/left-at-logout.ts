import { useContext } from 'react';
import { ReplicaContext } from './replica.tsx';
import { useSyncStatus } from './sync-status.ts';

/** Numbers of changes that a logout would leave on the device, and of sales that it would discard. */
export interface LeftAtLogout {
  unsentCount: number;
  /** Sales at the counter, unfinished or parked. */
  unfinishedCount: number;
}

/**
 * Counts it on the disk when somebody is about to log out: a tap may come before the page has read its figures. Outside
 * an open shop, and where the disk does not answer, it is what the page knows.
 */
export function useCountLeft(): () => Promise<LeftAtLogout> {
  const database = useContext(ReplicaContext)?.database;
  return async () => {
    const known = { unsentCount: useSyncStatus.getState().pendingCount, unfinishedCount: 0 };
    if (database === undefined) return known;
    try {
      const { count: unsentCount } = await database.read((tx) => tx.outbox.countPending());
      return { unsentCount, unfinishedCount: await database.tables.draft.count() };
    } catch {
      return known;
    }
  };
}
