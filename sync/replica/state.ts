import type { UserRole } from '../../domain/people/user.ts';
import type { ReplicaState, SyncStatus } from '../ports.ts';
import { HASH_ZERO } from '../protocol/constants.ts';

/** Returns the state of a client that has not synced yet. */
export const newReplicaState = (client: {
  businessId: number;
  userId: number;
  role: UserRole;
  clientId: string;
}): ReplicaState => ({
  ...client,
  nextSeq: 1,
  nextMid: 1,
  lastHash: HASH_ZERO,
  lastStampMs: 0,
  cookie: null,
  version: 0,
  epoch: null,
  confirmedMid: 0,
  confirmedHash: HASH_ZERO,
  projection: null,
  historyLeft: true,
  snapshotComplete: false,
  clockOffsetMs: null,
  resync: null,
  restoredAtMs: null,
  sealed: false,
});

export const NEW_SYNC_STATUS: SyncStatus = {
  phase: 'idle',
  lastSyncAtMs: null,
  lastProgressAtMs: null,
  failureCount: 0,
  retryAtMs: null,
  storagePersistent: null,
};
