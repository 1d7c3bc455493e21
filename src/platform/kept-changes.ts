import { readOutbox, sendOutboxFile } from '../../sync/engine/outbox-file.ts';
import { APP_VERSION } from '../../sync/host/app-version.ts';
import { browserClock, browserRandom, isStoragePersistent } from '../../sync/host/browser-ports.ts';
import type { LocalDatabase, Transport } from '../../sync/ports.ts';
import { dismissReplica, noteSent } from '../../sync/replica/dismissal.ts';
import { countKept } from '../../sync/replica/waiting.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import { storageFailureOf } from '../../sync/store/storage-failure.ts';
import type { Imported } from './outbox-file.ts';
import { openQuietly } from './shop-database.ts';

/*
 * What somebody who was dismissed left unsent on this device (M32). Their database stays theirs: an admin who signs in
 * here learns how many changes it holds and may send them, in their author's name (SYN-25), and reads none of them
 * (SYN-24). Nothing is removed from it; how far it was sent is written down, as their own device does.
 */

export interface KeptChanges {
  /** Their author. */
  userId: number;
  /** Those that have not reached the server. */
  count: number;
}

/** What is renumbered because of a clash is sent in the next round (SYN-22). */
const ROUNDS_MAX = 3;

/** Of these people of the business, those whose changes wait on this device. */
export async function findKeptChanges(businessId: number, userIds: readonly number[]): Promise<KeptChanges[]> {
  const found: KeptChanges[] = [];
  for (const userId of userIds) {
    const count = await withDatabase({ businessId, userId }, (database) => database.read(countKept));
    if (count !== null && count > 0) found.push({ userId, count });
  }
  return found;
}

/** Sends what a dismissed person left here, and writes in the sender's journal that it did. */
export async function sendKeptChanges(
  ports: { database: LocalDatabase; transport: Pick<Transport, 'push'>; businessId: number },
  authorUserId: number,
): Promise<Imported> {
  const sent = await withDatabase({ businessId: ports.businessId, userId: authorUserId }, (kept) =>
    sendAll(ports.transport, kept),
  );
  const { result, count } = sent ?? { result: NOTHING, count: 0 };
  if (result.kind !== 'sent') return { ok: false, code: result.kind };
  const { notAccepted } = result;
  const detail = { count, notAccepted, userId: authorUserId };
  await ports.database.write((tx) => tx.appendJournal({ atMs: browserClock.nowMs(), what: 'released', detail }));
  return { ok: true, count, notAccepted, authorUserId };
}

const NOTHING = { kind: 'sent', notAccepted: 0 } as const;

async function sendAll(transport: Pick<Transport, 'push'>, kept: ShopDatabase) {
  // The author may have logged out before this device heard of the dismissal.
  await kept.write(dismissReplica);
  const count = await kept.read(countKept);
  let notAccepted = 0;
  for (let round = 1; round <= ROUNDS_MAX && (await kept.read(countKept)) > 0; round += 1) {
    const nowMs = browserClock.nowMs();
    const file = await readOutbox(kept, { appVersion: APP_VERSION, storagePersistent: isStoragePersistent }, nowMs);
    if (!file) break;
    const { incarnation } = file;
    const result = await sendOutboxFile({ transport, random: browserRandom }, file, ({ lmid, outcomes }, upTo) =>
      kept.write((tx) => noteSent(tx, { incarnation, lmid, upTo, outcomes, nowMs })),
    );
    if (result.kind !== 'sent') return { result, count };
    notAccepted = result.notAccepted;
  }
  return { result: { kind: 'sent', notAccepted } as const, count };
}

/** null: this person has no database here. */
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
