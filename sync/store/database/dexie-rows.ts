import type { Table } from 'dexie';
import type { LocalRows } from '../../local-database.ts';
import { type HistoryTable, type Rows, TABLE_NAMES, type TableName } from '../../protocol/tables.ts';
import { otherMethodKey } from '../../replica/row-counts.ts';
import { createdBefore, createdWithin } from '../created-rows.ts';
import { getByIds } from '../get-many.ts';
import type { ShopTables } from './schema.ts';
import { createSummaryUpkeep } from '../sums/summaries.ts';

/** For puts of 50 rows or more Dexie reports the whole table as changed, and then every list would be read again. */
const ROWS_PER_PUT = 49;
/** Rows rewritten at a time, so that a role change does not load a whole catalogue into memory. */
const ROWS_PER_REWRITE = 500;

/**
 * Returns the row operations of a transaction over Dexie's tables. Every write also updates the stored summaries of the
 * rows.
 */
export function rowsTx(tables: ShopTables): LocalRows {
  const summaries = createSummaryUpkeep(tables);
  return {
    async get<T extends TableName>(table: T, ids: readonly number[]) {
      const rows = await getByIds<Rows[T]>(tables.rows[table], ids);
      summaries.saw(table, ids, rows);
      return rows;
    },
    created: <T extends TableName>(table: T, fromMs: number, toMs: number) =>
      createdWithin<Rows[T]>(tables.rows[table], fromMs, toMs),
    before: <T extends HistoryTable>(table: T, beforeMs: number, place: readonly number[] | null, countMax: number) =>
      createdBefore<Rows[T]>(tables.rows[table], beforeMs, place, countMax),
    count: (table) => tables.rows[table].count(),
    paymentMethods: () => tables.rows.paymentMethod.toArray(),
    async isInUse(table, id) {
      const { sale, order } = tables.rows;
      if (table === 'paymentMethod') {
        if ((await sale.where('paymentMethodId').equals(id).limit(1).count()) > 0) return true;
        return ((await tables.rowCounts.get(otherMethodKey(id)))?.count ?? 0) > 0;
      }
      const ofCustomer = sale.where('[customerId+createdAtMs+id]').between([id, -Infinity], [id, Infinity]);
      if ((await ofCustomer.limit(1).count()) > 0) return true;
      return (await order.where('customerId').equals(id).limit(1).count()) > 0;
    },
    openConflicts: ({ table, id }) =>
      tables.rows.conflict.where('[status+table+rowId]').equals(['open', table, id]).toArray(),
    // A full scan is fine: a shop has a handful of suppliers.
    suppliersNamed: (name) => tables.rows.supplier.filter((supplier) => supplier.name === name).toArray(),
    async put<T extends TableName>(table: T, rows: readonly Rows[T][]) {
      const store: Table<Rows[T], number> = tables.rows[table];
      const ids = rows.map(({ id }) => id);
      const puts: PromiseLike<unknown>[] = [summaries.changes(table, ids, rows)];
      for (let at = 0; at < rows.length; at += ROWS_PER_PUT)
        puts.push(store.bulkPut(rows.slice(at, at + ROWS_PER_PUT)));
      // Start all puts before waiting for any: the disk can write the first while the last is still passed over.
      await Promise.all(puts);
    },
    async remove(table, ids) {
      if (ids.length === 0) return;
      await Promise.all([summaries.changes(table, ids, []), tables.rows[table].bulkDelete([...ids])]);
    },
    map: <T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null) =>
      mapRows<Rows[T]>(tables.rows[table], change, (before, after) => summaries.changesFrom(table, before, after)),
    async clear() {
      for (const table of TABLE_NAMES) await tables.rows[table].clear();
      await tables.rowCounts.clear();
      await tables.summary.clear();
      await tables.draft.clear();
    },
    ids: (table) => tables.rows[table].toCollection().primaryKeys(),
  };
}

/** `beforeWrite` gets the changes of each batch: the rows before and after. */
async function mapRows<Row extends { id: number }>(
  store: Table<Row, number>,
  change: (row: Row) => Row | null,
  beforeWrite: (before: readonly Row[], after: readonly (Row | null)[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await store.where(':id').above(after).limit(ROWS_PER_REWRITE).toArray();
    const made = rows.map(change);
    const changed = made.filter((row, index) => row !== rows[index]);
    const before = rows.filter((row, index) => row !== made[index]);
    await beforeWrite(before, changed);
    const put = changed.filter((row) => row !== null);
    if (put.length > 0) await store.bulkPut(put);
    const gone = before.filter((_, index) => changed[index] === null).map(({ id }) => id);
    if (gone.length > 0) await store.bulkDelete(gone);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_REWRITE) return;
    after = last.id;
  }
}
