import type { ClientRow, DecidedAct, Failure, StoredRow } from '../../../server/mutate/server-store.ts';
import { type Rows, TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import type { Quarantined } from './memory-client-calls.ts';

/** The state of a business besides its rows, after one commit; never changed in place. */
export interface Ledger {
  version: number;
  clients: ReadonlyMap<string, ClientRow>;
  decided: ReadonlyMap<string, readonly DecidedAct[]>;
  failures: ReadonlyMap<string, Failure>;
  quarantined: readonly Quarantined[];
}

export interface Shop {
  epoch: string;
  ledger: Ledger;
  /** Every version of every row, the oldest first. A snapshot reads the newest that is not newer than itself. */
  histories: Map<TableName, Map<number, StoredRow[]>>;
  /** The same row versions in the order (version, table, id). */
  log: StoredRow[];
  /** Settles when the transaction that has locked the business ends. */
  lock: Promise<void>;
  /** The nonce and time of each version. */
  marks: Map<number, { nonce: string; atMs: number }>;
  /** Tombstones up to this version are forgotten. */
  horizon: number;
}

/** A backup of a business. */
export type ShopBackup = Omit<Shop, 'lock' | 'histories'>;

export function stored(table: TableName, id: number, version: number, row: Rows[TableName] | null): StoredRow {
  return { table, id, version, row: row && { ...row, version } };
}

/** The removed row of each tombstone; readers of tombstones do not see it. */
const removedRows = new WeakMap<StoredRow, Rows[TableName]>();

export function tombstone(table: TableName, id: number, version: number, removed: Rows[TableName]): StoredRow {
  const row = stored(table, id, version, null);
  removedRows.set(row, removed);
  return row;
}

export const removedBy = (row: StoredRow | undefined): Rows[TableName] | undefined => row && removedRows.get(row);

export function commit(shop: Shop, ledger: Ledger, writes: ReadonlyMap<string, StoredRow>): void {
  shop.ledger = ledger;
  const rows = [...writes.values()].sort(
    (a, b) => TABLE_NAMES.indexOf(a.table) - TABLE_NAMES.indexOf(b.table) || a.id - b.id,
  );
  for (const row of rows) keep(shop, row);
}

export function keep(shop: Shop, row: StoredRow): void {
  const table = shop.histories.get(row.table);
  const history = table?.get(row.id);
  if (history) history.push(row);
  else table?.set(row.id, [row]);
  shop.log.push(row);
}

/** Returns the row as it was at a version; undefined if there was none yet. */
export function at(shop: Shop, table: TableName, id: number, version: number): StoredRow | undefined {
  const history = shop.histories.get(table)?.get(id);
  const last = history?.at(-1);
  // From the end, because nearly always the newest version is wanted.
  return last && last.version <= version ? last : history?.findLast((row) => row.version <= version);
}

export function* livingAt(shop: Shop, table: TableName, version: number): Generator<StoredRow> {
  for (const id of shop.histories.get(table)?.keys() ?? []) {
    const row = at(shop, table, id, version);
    if (row?.row) yield row;
  }
}
