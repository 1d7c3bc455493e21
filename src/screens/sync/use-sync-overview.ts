import type { Item } from '../../../domain/items/item.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import type { OutboxEntry, ReplicaState, SyncStatus } from '../../../sync/ports.ts';
import { countWaitingFiles, type RefusedImage, refusedImages } from '../../../sync/store/image-files.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import {
  attentionEntries,
  oversoldItems,
  replicaStateOf,
  syncStatusOf,
  unsettledSales,
  waitingEntries,
} from '../../../sync/store/live-reads.ts';
import { useLive } from '../../state/replica.tsx';
import { type KnownNames, readNames } from './describe-change.ts';

/** The most entries of each list. The header counts the rest. */
export const SHOWN_ENTRIES_MAX = 100;

export interface SyncOverview {
  waiting: readonly OutboxEntry[];
  /** The number of all changes that the server has not confirmed, shown or not, and the time of the oldest (SYN-19). */
  waitingCount: number;
  oldestWaitingMs: number | null;
  /** The number of waiting entries that were not read. */
  moreCount: number;
  attention: readonly OutboxEntry[];
  conflicts: readonly Conflict[];
  /** Sales that were paid or refunded twice. */
  unsettled: readonly Sale[];
  /** Oversold items: their stock is below zero. */
  oversold: readonly Item[];
  /** Pictures that the server refused (M14). */
  refusedImages: readonly RefusedImage[];
  names: KnownNames;
  /** The number of pictures whose files are not uploaded yet. They block nothing else (SYN-10). */
  waitingPictures: number;
  status: SyncStatus;
  state: ReplicaState;
}

/** Returns everything that the screen shows, live; undefined until the first read. */
export const useSyncOverview = (): SyncOverview | undefined => useLive(readOverview, []);

async function readOverview(database: ShopDatabase): Promise<SyncOverview> {
  const attention = await attentionEntries(database, SHOWN_ENTRIES_MAX);
  const needsPerson = new Set(attention.map((entry) => entry.seq));
  const read = await waitingEntries(database, SHOWN_ENTRIES_MAX);
  // Changes that need a person also wait, but are listed with their reason under 'needs attention'.
  const waiting = read.filter((entry) => !needsPerson.has(entry.seq));
  const pending = await database.read((tx) => tx.outbox.countPending());
  const conflicts = (await database.tables.rows.conflict.toArray()).filter(({ status }) => status === 'open');
  const pictures = await refusedImages(database);
  const named = [
    ...conflicts.map(({ table, rowId }) => ({ table, id: rowId })),
    ...pictures.flatMap(({ listing: { itemId } }) => (itemId === null ? [] : [{ table: 'item', id: itemId } as const])),
  ];
  return {
    waiting,
    waitingCount: pending.count,
    oldestWaitingMs: pending.oldestAtMs,
    moreCount: Math.max(0, pending.count - read.length),
    attention,
    conflicts,
    unsettled: await unsettledSales(database, SHOWN_ENTRIES_MAX),
    refusedImages: pictures,
    oversold: await oversoldItems(database, SHOWN_ENTRIES_MAX),
    waitingPictures: await countWaitingFiles(database),
    names: await readNames(database, [...waiting, ...attention, { touched: named }]),
    status: await syncStatusOf(database),
    state: await replicaStateOf(database),
  };
}
