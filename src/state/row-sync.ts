import type { OutboxEntry } from '../../sync/ports.ts';
import { type RowKey, rowKeyText, type TableName } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import type { RowSync } from '../ui/status-badge.tsx';

/** Where rows stand in the sync, by id; a row that is not in it is as the server has it. For use in a live query. */
export async function readRowSync(
  { tables }: ShopDatabase,
  table: TableName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowSync>> {
  const [bases, conflicts] = await Promise.all([
    tables.base.bulkGet(ids.map((id) => rowKeyText({ table, id }))),
    tables.rows.conflict.toArray(),
  ]);
  const seqs = [...new Set(bases.flatMap((base) => base?.seqs ?? []))];
  const entries = seqs.length === 0 ? [] : await tables.outbox.bulkGet(seqs);
  const entriesBySeq = new Map(entries.flatMap((entry) => (entry ? [[entry.seq, entry]] : [])));

  const syncById = new Map<number, RowSync>();
  for (const conflict of conflicts) {
    if (conflict.table === table && conflict.status === 'open') syncById.set(conflict.rowId, 'conflict');
  }
  for (const base of bases) {
    const waiting = (base?.seqs ?? []).flatMap((seq) => entriesBySeq.get(seq) ?? []);
    if (base === undefined || waiting.length === 0) continue;
    if (waiting.some(needsPerson)) syncById.set(base.id, 'refused');
    else if (!syncById.has(base.id)) syncById.set(base.id, 'pending');
  }
  return syncById;
}

/** What a person did to a row and what goes nowhere by itself, oldest first. For use in a live query. */
export async function refusedActsOf({ tables }: ShopDatabase, row: RowKey): Promise<OutboxEntry[]> {
  const base = await tables.base.get(rowKeyText(row));
  const entries = await tables.outbox.bulkGet([...(base?.seqs ?? [])]);
  return entries.filter((entry) => entry !== undefined).filter(needsPerson);
}

/** Refused, unreadable, or no longer fitting what lies under it: it goes nowhere by itself. */
export const needsPerson = (entry: OutboxEntry): boolean =>
  entry.state === 'refused' || entry.state === 'quarantined' || entry.unfit !== null;
