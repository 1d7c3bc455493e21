import { useContext } from 'react';
import { countUnsentFiles } from '../../sync/store/image-files.ts';
import { ReplicaContext } from './replica.tsx';
import { useSyncStatus } from './sync-status.ts';

/** Counts of unsent work that a logout leaves on the device, and of unfinished sales that it discards. */
export interface LeftAtLogout {
  unsentCount: number;
  /** Pictures that the server does not have: not sent yet, or refused. */
  pictureCount: number;
  /** Changes that the server refused and about which nobody has decided yet. */
  notAcceptedCount: number;
  /** Sales at the counter, unfinished or parked. */
  unfinishedCount: number;
}

export const NOTHING_LEFT: LeftAtLogout = { unsentCount: 0, pictureCount: 0, notAcceptedCount: 0, unfinishedCount: 0 };

/**
 * Returns a function that counts on disk when a person is about to log out, because the tap may come before the page
 * has read its counts. Without an open shop, or if the database does not answer, it returns what the page knows.
 */
export function useCountLeft(): () => Promise<LeftAtLogout> {
  const database = useContext(ReplicaContext)?.database;
  return async () => {
    const known = { ...NOTHING_LEFT, unsentCount: useSyncStatus.getState().pendingCount };
    if (database === undefined) return known;
    try {
      const entries = await database.read((tx) => tx.outbox.all());
      const unsentCount = entries.filter(({ state }) => state === 'pending').length;
      return {
        unsentCount,
        pictureCount: await countUnsentFiles(database),
        notAcceptedCount: entries.length - unsentCount,
        unfinishedCount: await database.tables.draft.count(),
      };
    } catch {
      return known;
    }
  };
}
