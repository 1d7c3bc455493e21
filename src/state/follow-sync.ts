import { countKept } from '../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { watch } from '../../sync/store/watch.ts';
import { heardFromServer } from './online.ts';
import { followRole } from './session.ts';
import { resetSyncStatus, setSyncStatus } from './sync-status.ts';

/** Keeps the header's snapshot of the sync up to date while a shop is open; answers how to stop. */
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
      // The worker's engine or another tab's has synced since.
      if (lastSyncAtMs !== undefined && lastSyncAtMs !== status.lastSyncAtMs)
        heardFromServer(status.lastSyncBeganAtMs ?? 0);
      lastSyncAtMs = status.lastSyncAtMs;
    },
    // The database stopped: the frame around the screens says so.
    resetSyncStatus,
  );
  return () => {
    stop();
    resetSyncStatus();
  };
}
