import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { journalOf, replicaStateOf, syncStatusOf } from '../../sync/store/live-reads.ts';
import { useLive, useReplica } from './replica.tsx';

/**
 * The state of this device's first copy of the shop. Until the copy is complete, an empty list does not mean an empty
 * shop. After that, lists never fail to load (C-148).
 */
export type FirstLoad =
  | { status: 'ready' | 'loading' }
  | { status: 'offline'; retry: () => void }
  | { status: 'failed'; message: string; httpStatus: number; retry: () => void };

export function useFirstLoad(): FirstLoad {
  const { wake } = useReplica();
  const load = useLive(readFirstLoad, []);
  if (load === undefined) return { status: 'loading' };
  if (load.status === 'failed') {
    const { status, httpStatus } = load;
    // A retry would not help, because this build is too old: reload instead.
    if (httpStatus === OUTDATED) return { status, httpStatus, message: RELOAD, retry: () => window.location.reload() };
    return { status, httpStatus, message: `HTTP error! status: ${httpStatus}`, retry: wake };
  }
  return load.status === 'offline' ? { status: 'offline', retry: wake } : { status: load.status };
}

/** The server's status for an app with an older protocol version. */
const OUTDATED = 426;
const RELOAD = 'The server asks for a newer version of Kaunta. Reload to get it.';

interface Load {
  status: FirstLoad['status'];
  httpStatus: number;
}

async function readFirstLoad(shop: ShopDatabase): Promise<Load> {
  if ((await replicaStateOf(shop)).snapshotComplete) return { status: 'ready', httpStatus: 0 };
  const { failureCount, phase } = await syncStatusOf(shop);
  if (phase === 'outdated') return { status: 'failed', httpStatus: OUTDATED };
  const [last] = failureCount > 0 ? await journalOf(shop, 1) : [];
  if (last?.what === 'failed') return { status: 'failed', httpStatus: Number(last.detail['status'] ?? 0) };
  return { status: last?.what === 'offline' ? 'offline' : 'loading', httpStatus: 0 };
}
