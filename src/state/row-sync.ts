import type { OutboxEntry } from '../../sync/ports.ts';
import { type RowKey, rowKeyText, type TableName } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import type { RowSync } from '../ui/status-badge.tsx';

/**
 * Returns the sync state of rows, by id; a row without an entry is as the server has it. For use in a live query. It
 * asks for everything at once, because every awaited result is a round trip to the database (P2).
 */
export async function readRowSync(
  { tables }: ShopDatabase,
  table: TableName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowSync>> {
  const [bases, conflicts, ...stuck] = await Promise.all([
    tables.base.bulkGet(ids.map((id) => rowKeyText({ table, id }))),
    tables.rows.conflict.toArray(),
    // These indexes find the entries for which `needsPerson` is true.
    tables.outbox.where('[state+seq]').between(['refused', 0], ['refused', Infinity]).primaryKeys(),
    tables.outbox.where('[state+seq]').between(['quarantined', 0], ['quarantined', Infinity]).primaryKeys(),
    tables.outbox.where('unfit').above('').primaryKeys(),
  ]);
  const stuckSeqs = new Set(stuck.flat());

  const syncById = new Map<number, RowSync>();
  for (const conflict of conflicts) {
    if (conflict.table === table && conflict.status === 'open') syncById.set(conflict.rowId, 'conflict');
  }
  for (const base of bases) {
    if (base === undefined || base.seqs.length === 0) continue;
    if (base.seqs.some((seq) => stuckSeqs.has(seq))) syncById.set(base.id, 'refused');
    else if (!syncById.has(base.id)) syncById.set(base.id, 'pending');
  }
  return syncById;
}

/** Returns the changes of a row that wait for a person's decision, oldest first. For use in a live query. */
export async function refusedActsOf({ tables }: ShopDatabase, row: RowKey): Promise<OutboxEntry[]> {
  const base = await tables.base.get(rowKeyText(row));
  const entries = await tables.outbox.bulkGet([...(base?.seqs ?? [])]);
  return entries.filter((entry) => entry !== undefined).filter(needsPerson);
}

/** True if the entry was refused, cannot be read, or no longer fits its rows: it never reaches the server by itself. */
export const needsPerson = (entry: OutboxEntry): boolean =>
  entry.state === 'refused' || entry.state === 'quarantined' || entry.unfit !== null;
