import { countKept } from '../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { watch } from '../../sync/store/watch.ts';
import { heardFromServer } from './online.ts';
import { followRole } from './session.ts';
import { resetSyncStatus, setSyncStatus } from './sync-status.ts';

/** Keeps the header's snapshot of the sync up to date while a shop is open. Returns a function that stops it. */
export function followSync(database: ShopDatabase): () => void {
  let lastSyncAtMs: number | null | undefined;
  const stop = watch(
    () =>
      database.read(async (tx) => ({
        status: await tx.meta.getStatus(),
        state: await tx.meta.getState(),
        pending: await tx.outbox.countPending(),
        keptCount: await countKept(tx),
        attentionCount: await tx.outbox.countAttention(),
      })),
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
