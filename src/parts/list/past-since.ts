import { formatDate } from '../../../domain/time.ts';
import { endOfPast } from '../../../sync/replica/window.ts';
import type { HistoryTable } from '../../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { businessOf, replicaStateOf } from '../../../sync/store/live-reads.ts';

/** Returns the time before which this device has no rows of this table; null if it has all of the shop (SYN-12). */
export async function pastSinceMs(shop: Pick<ShopDatabase, 'tables'>, table: HistoryTable): Promise<number | null> {
  const state = await replicaStateOf(shop);
  const end = endOfPast(state, table);
  const business = await businessOf(shop, state.businessId);
  return end !== null && business !== undefined && business.createdAtMs < end.createdAtMs ? end.createdAtMs : null;
}

/** Says from when on this device has the rows of a list. */
export const keptSinceText = (noun: string, sinceMs: number, timeZone: string): string =>
  `This device keeps ${noun} from ${formatDate(sinceMs, timeZone)} on, and older ones that are not settled or changed since.`;
