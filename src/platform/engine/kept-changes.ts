import { sendKept } from '../../../sync/engine/kept.ts';
import { browserClock } from '../../../sync/host/browser-ports.ts';
import type { LocalDatabase } from '../../../sync/local-database.ts';
import type { Transport } from '../../../sync/ports.ts';
import { countKept } from '../../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { storageFailureOf } from '../../../sync/store/database/storage-failure.ts';
import type { Imported } from './outbox-file.ts';
import { portsOver } from './page-ports.ts';
import { openQuietly } from './shop-database.ts';

/*
 * Unsent changes of dismissed users on this device (M32). Their database still belongs to them. An admin who signs in
 * on this device sees how many changes it has and may send them in their author's name (SYN-25), but cannot read them
 * (SYN-24). Nothing is removed from that database; the progress of sending is stored in it, as in the author's own
 * session.
 */

export interface KeptChanges {
  /** The author of the changes. */
  userId: number;
  /** The number of changes that have not reached the server. */
  count: number;
}

/** Returns those of the given users whose changes wait on this device. */
export async function findKeptChanges(businessId: number, userIds: readonly number[]): Promise<KeptChanges[]> {
  const found: KeptChanges[] = [];
  for (const userId of userIds) {
    const count = await withDatabase({ businessId, userId }, (database) => database.read(countKept));
    if (count !== null && count > 0) found.push({ userId, count });
  }
  return found;
}

/** Sends what a dismissed user left on this device, and notes that in the sender's journal. */
export async function sendKeptChanges(
  ports: { database: LocalDatabase; transport: Transport; businessId: number },
  authorUserId: number,
): Promise<Imported> {
  const sent = await withDatabase({ businessId: ports.businessId, userId: authorUserId }, (kept) =>
    sendKept(portsOver(kept, ports.transport), authorUserId),
  );
  const { result, count } = sent ?? { result: NOTHING, count: 0 };
  if (result.kind !== 'sent') return { ok: false, code: result.kind };
  const { notAccepted } = result;
  const detail = { count, notAccepted, userId: authorUserId };
  await ports.database.write((tx) => tx.meta.appendJournal({ atMs: browserClock.nowMs(), what: 'released', detail }));
  return { ok: true, count, notAccepted, authorUserId };
}

const NOTHING = { kind: 'sent', notAccepted: 0 } as const;

/** Runs the work on a user's database. Returns null if the user has no database on this device. */
async function withDatabase<T>(
  client: { businessId: number; userId: number },
  work: (database: ShopDatabase) => Promise<T>,
): Promise<T | null> {
  let database: ShopDatabase;
  try {
    database = await openQuietly(client);
  } catch (error) {
    if (storageFailureOf(error)?.kind === 'evicted') return null;
    throw error;
  }
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
