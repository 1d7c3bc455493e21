import { keptOf } from '../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { watch } from '../../sync/store/watch.ts';
import { heardFromServer } from './online.ts';
import { followRole } from './session.ts';
import { resetSyncStatus, setSyncStatus } from './sync-status.ts';

/** Keeps the header's snapshot of the sync up to date while a shop is open. Returns a function that stops it. */
export function followSync(database: ShopDatabase): () => void {
  let lastSyncAtMs: number | null | undefined;
  const stop = watch(
    { database, stores: ['meta', 'outbox', 'conflict', 'tally', 'sale'] },
    () =>
      database.read(async (tx) => {
        // Asks for everything at once, because every awaited result is a round trip to the database.
        const [status, state, pending, attentionCount] = await Promise.all([
          tx.meta.getStatus(),
          tx.meta.getState(),
          tx.outbox.countPending(),
          tx.outbox.countAttention(),
        ]);
        return { status, state, pending, attentionCount, keptCount: await keptOf(tx, state, pending.count) };
      }),
    ({ status, state, pending, keptCount, attentionCount }) => {
      setSyncStatus({
        status: status.phase,
        pendingCount: keptCount,
        attentionCount,
        oldestPendingMs: pending.oldestAtMs,
        hasShop: state.snapshotComplete,
        storagePersistent: status.storagePersistent,
        clockOffsetMs: state.clockOffsetMs,
      });
      followRole(state.userId, state.role);
      // The engine of the worker or of another tab has synced since the last look.
      if (lastSyncAtMs !== undefined && lastSyncAtMs !== status.lastSyncAtMs)
        heardFromServer(status.lastSyncBeganAtMs ?? 0);
      lastSyncAtMs = status.lastSyncAtMs;
    },
    // The database was stopped. The frame around the screens shows that.
    resetSyncStatus,
  );
  return () => {
    stop();
    resetSyncStatus();
  };
}
