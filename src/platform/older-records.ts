import { fetchOlder, type OlderResult } from '../../sync/engine/older.ts';
import type { HistoryTable } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { pagePorts } from './engine/page-ports.ts';

/** Fetches a page of rows that are older than this device's window, because a person asks for them (SYN-12). */
export const fetchOlderRecords = (database: ShopDatabase, userId: number, table: HistoryTable): Promise<OlderResult> =>
  fetchOlder(pagePorts(database, userId), table);
