import { fetchOlder, type OlderResult } from '../../sync/engine/older.ts';
import type { HistoryTable } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { pagePorts } from './engine/page-ports.ts';

/** A page of what is older than this device keeps, because a person asks for it (SYN-12). */
export const fetchOlderRecords = (database: ShopDatabase, userId: number, table: HistoryTable): Promise<OlderResult> =>
  fetchOlder(pagePorts(database, userId), table);
