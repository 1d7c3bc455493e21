import { expect, test } from 'vitest';
import { syncHeadline, type SyncSnapshot } from '../../../src/state/sync-status.ts';

const SYNCED: SyncSnapshot = {
  status: 'idle',
  pendingCount: 0,
  attentionCount: 0,
  refusedImageCount: 0,
  oldestPendingMs: null,
  hasShop: true,
  storagePersistent: null,
  clockOffsetMs: null,
};

test.each<[Partial<SyncSnapshot>, boolean, string[]]>([
  [{}, true, ['All changes synced']],
  [{ hasShop: false }, true, ['Syncing...']],
  [{ hasShop: false }, false, ['Offline']],
  [{ hasShop: false, status: 'offline' }, true, ['Offline']],
  [{ pendingCount: 1 }, true, ['1 change pending']],
  [{ pendingCount: 12 }, true, ['12 changes pending']],
  [{ pendingCount: 12, status: 'syncing' }, true, ['Syncing...']],
  [{ attentionCount: 2, pendingCount: 12 }, true, ['2 need attention']],
  [{ attentionCount: 1, refusedImageCount: 1 }, true, ['2 need attention']],
  [{}, false, ['Offline']],
  [{ status: 'offline' }, true, ['Offline']],
  [{ pendingCount: 3 }, false, ['Offline', '3 changes pending']],
  [{ status: 'outdated' }, true, ['Reload to update']],
  [{ status: 'outdated', hasShop: false }, true, ['Reload to update']],
  [{ status: 'outdated', pendingCount: 3, attentionCount: 1 }, true, ['Reload to update', '3 changes pending']],
  [{ status: 'outdated', pendingCount: 3 }, false, ['Offline', '3 changes pending']],
  [{ status: 'sign_in', pendingCount: 1 }, true, ['Sign in again to send 1 change']],
  [{ status: 'sign_in', pendingCount: 3, attentionCount: 1 }, false, ['Sign in again to send 3 changes']],
  [{ status: 'dismissed' }, true, ['Your account is no longer active.']],
  [
    { status: 'dismissed', pendingCount: 1, attentionCount: 2 },
    false,
    ['Your account is no longer active. 1 change is kept on this device. Ask an admin to sign in here to send it.'],
  ],
  [
    { status: 'dismissed', pendingCount: 3 },
    true,
    ['Your account is no longer active. 3 changes are kept on this device. Ask an admin to sign in here to send them.'],
  ],
])('G5 C-145 SYN-19 M32 %j, online %s, reads %j', (snapshot, isOnline, parts) => {
  expect(syncHeadline({ ...SYNCED, ...snapshot }, isOnline).parts).toEqual(parts);
});
