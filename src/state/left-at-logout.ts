import { useContext } from 'react';
import { ReplicaContext } from './replica.tsx';
import { useSyncStatus } from './sync-status.ts';

/** How many changes a logout would leave on the device, and how many sales it would discard. */
export interface LeftAtLogout {
  unsentCount: number;
  /** Sales at the counter, unfinished or parked. */
  unfinishedCount: number;
}

/**
 * Returns a function that counts on disk when a person is about to log out, because the tap may come before the page
 * has read its counts. Without an open shop, or if the database does not answer, it returns what the page knows.
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
