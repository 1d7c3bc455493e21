import { countKept } from '../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import { watch } from '../../sync/store/watch.ts';
import { followRole } from './session.ts';
import { resetSyncStatus, setSyncStatus } from './sync-status.ts';

/** Keeps the header's snapshot of the sync up to date while a shop is open; answers how to stop. */
export function followSync(database: ShopDatabase): () => void {
  const stop = watch(
    () =>
      database.read(async (tx) => ({
        status: await tx.getStatus(),
        state: await tx.getState(),
        pending: await tx.countPending(),
        keptCount: await countKept(tx),
        attentionCount: await tx.countAttention(),
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
    },
    // The database stopped: the frame around the screens says so.
    resetSyncStatus,
  );
  return () => {
    stop();
    resetSyncStatus();
  };
}
