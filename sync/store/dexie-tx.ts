import type { Table } from 'dexie';
import { MONEY_FLAGS } from '../../domain/sale.ts';
import {
  type BaseRow,
  type LocalTx,
  type OutboxEntry,
  type ReplicaState,
  type SyncStatus,
  UNDATED_MS,
} from '../ports.ts';
import { type HistoryTable, type Rows, TABLE_NAMES, type TableName } from '../protocol/tables.ts';
import { otherMethodTally, TALLY_KEYS } from '../replica/tally.ts';
import { createdBefore, createdWithin } from './created-rows.ts';
import type { ShopTables } from './schema.ts';
import { StorageFailure } from './storage-failure.ts';
import { createSummaryUpkeep } from './summaries.ts';

/** Events kept on the device (SYN-27). */
export const JOURNAL_EVENTS_MAX = 500;

/** Of a put of 50 rows or more Dexie tells only that the whole table changed, and every list would be read again. */
const ROWS_PER_PUT = 49;
/** Rows rewritten at a time, so that a role change does not hold a whole catalogue in memory. */
const ROWS_PER_REWRITE = 500;

/** What a transaction added to the outbox, by which it is recognised on disk when its answer was lost. */
export interface TxTrace {
  /** The state's, as the transaction found it. */
  nextSeq: number;
  added: OutboxEntry[];
}

/**
 * The port's transaction over the tables of one of Dexie's. Awaiting anything but these calls in there would end it.
 */
export function createDexieTx(tables: ShopTables, trace: TxTrace): LocalTx {
  return {
    ...rowsTx(tables),
    ...basesTx(tables),
    ...stagingTx(tables),
    ...outboxTx(tables, trace),
    ...archiveTx(tables),
    ...stateTx(tables, trace),
    ...draftsTx(tables),
  };
}

type RowsTx = Pick<
  LocalTx,
  | 'getRows'
  | 'rowsCreated'
  | 'rowsBefore'
  | 'countRows'
  | 'paymentMethods'
  | 'isInUse'
  | 'openConflicts'
  | 'suppliersNamed'
  | 'putRows'
  | 'removeRows'
  | 'mapRows'
  | 'clearRows'
  | 'rowIds'
>;

function rowsTx(tables: ShopTables): RowsTx {
  const summaries = createSummaryUpkeep(tables);
  return {
    async getRows<T extends TableName>(table: T, ids: readonly number[]) {
      const rows = await getByIds<Rows[T]>(tables.rows[table], ids);
      summaries.saw(table, ids, rows);
      return rows;
    },
    rowsCreated: <T extends TableName>(table: T, fromMs: number, toMs: number) =>
      createdWithin<Rows[T]>(tables.rows[table], fromMs, toMs),
    rowsBefore: <T extends HistoryTable>(
      table: T,
      beforeMs: number,
      place: readonly number[] | null,
      countMax: number,
    ) => createdBefore<Rows[T]>(tables.rows[table], beforeMs, place, countMax),
    countRows: (table) => tables.rows[table].count(),
    paymentMethods: () => tables.rows.paymentMethod.toArray(),
    async isInUse(table, id) {
      const { sale, order } = tables.rows;
      if (table === 'paymentMethod') {
        if ((await sale.where('paymentMethodId').equals(id).limit(1).count()) > 0) return true;
        return ((await tables.tally.get(otherMethodTally(id)))?.count ?? 0) > 0;
      }
      const ofCustomer = sale.where('[customerId+createdAtMs+id]').between([id, -Infinity], [id, Infinity]);
      if ((await ofCustomer.limit(1).count()) > 0) return true;
      return (await order.where('customerId').equals(id).limit(1).count()) > 0;
    },
    openConflicts: ({ table, id }) =>
      tables.rows.conflict.where('[status+table+rowId]').equals(['open', table, id]).toArray(),
    // A shop has a handful of suppliers.
    suppliersNamed: (name) => tables.rows.supplier.filter((supplier) => supplier.name === name).toArray(),
    async putRows<T extends TableName>(table: T, rows: readonly Rows[T][]) {
      const store: Table<Rows[T], number> = tables.rows[table];
      const ids = rows.map(({ id }) => id);
      const puts: PromiseLike<unknown>[] = [summaries.changes(table, ids, rows)];
      for (let at = 0; at < rows.length; at += ROWS_PER_PUT)
        puts.push(store.bulkPut(rows.slice(at, at + ROWS_PER_PUT)));
      // Not one after the other: the disk takes the first while the last is handed over.
      await Promise.all(puts);
    },
    async removeRows(table, ids) {
      if (ids.length === 0) return;
      await Promise.all([summaries.changes(table, ids, []), tables.rows[table].bulkDelete([...ids])]);
    },
    mapRows: <T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null) =>
      mapRows<Rows[T]>(tables.rows[table], change, (before, after) => summaries.changesFrom(table, before, after)),
    async clearRows() {
      for (const table of TABLE_NAMES) await tables.rows[table].clear();
      await tables.tally.clear();
      await tables.summary.clear();
      await tables.draft.clear();
    },
    rowIds: (table) => tables.rows[table].toCollection().primaryKeys(),
  };
}

/** `beforeWrite` is told, of each stretch, of what changes: what was there, and what is made of it. */
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

type StagingTx = Pick<LocalTx, 'putStaged' | 'removeStaged' | 'stagedIds' | 'stagedRows' | 'clearStaged'>;

function stagingTx({ staged }: ShopTables): StagingTx {
  return {
    async putStaged(rows) {
      await staged.bulkPut(rows.map((row) => ({ ...row, differs: row.row === null ? null : 1 })));
    },
    async removeStaged(keys) {
      if (keys.length > 0) await staged.bulkDelete(keys.map(({ table, id }): [TableName, number] => [table, id]));
    },
    async stagedIds(table) {
      const keys = await staged.where('[table+id]').between([table, 0], [table, Infinity]).primaryKeys();
      return keys.map(([, id]) => id);
    },
    async stagedRows() {
      const records = await staged.where('differs').equals(1).toArray();
      return records.map(({ differs: _, ...row }) => row);
    },
    async clearStaged() {
      await staged.clear();
    },
  };
}

type BasesTx = Pick<LocalTx, 'getBases' | 'allBases' | 'stagedBases' | 'putBases' | 'removeBases'>;

function basesTx({ base }: ShopTables): BasesTx {
  return {
    getBases: (keys) => getBases(base, keys),
    allBases: () => base.toArray(),
    stagedBases: () => base.where('staged').equals(1).toArray(),
    async putBases(bases) {
      if (bases.length > 0) await base.bulkPut(bases);
    },
    async removeBases(keys) {
      if (keys.length > 0) await base.bulkDelete([...keys]);
    },
  };
}

type OutboxTx = Pick<
  LocalTx,
  | 'outbox'
  | 'outboxFrom'
  | 'outboxEntry'
  | 'countPending'
  | 'countAttention'
  | 'getEntries'
  | 'putEntries'
  | 'removeEntries'
>;

function outboxTx({ outbox, rows, tally }: ShopTables, trace: TxTrace): OutboxTx {
  const inState = (state: OutboxEntry['state']) => outbox.where('[state+seq]').between([state, 0], [state, Infinity]);
  return {
    outbox: () => outbox.toArray(),
    async outboxFrom(incarnation, mid, countMax) {
      const found: OutboxEntry[] = [];
      for (let from = mid; found.length < countMax;) {
        const entries = await outbox
          .where('[incarnation+wire.mid]')
          .between([incarnation, from], [incarnation, Infinity])
          .limit(countMax)
          .toArray();
        found.push(...entries.filter((entry) => entry.state === 'pending'));
        const last = entries.at(-1);
        if (!last || entries.length < countMax) break;
        from = last.wire.mid + 1;
      }
      return found.slice(0, countMax);
    },
    outboxEntry: (incarnation, mid) => outbox.where('[incarnation+wire.mid]').equals([incarnation, mid]).first(),
    async countPending() {
      // 'settled' entries wait too: for the pull that takes them away. What a person must decide does not.
      const count = (await inState('pending').count()) + (await inState('settled').count());
      const oldest = [await inState('pending').first(), await inState('settled').first()].filter(
        (entry) => entry !== undefined,
      );
      oldest.sort((a, b) => a.seq - b.seq);
      return { count, oldestAtMs: oldest[0]?.wire.atMs ?? null };
    },
    async countAttention() {
      const decided = (await inState('refused').count()) + (await inState('quarantined').count());
      // An entry that no longer fits waits for the server's word; what is still open after it is counted above.
      const unfit = await outbox
        .where('unfit')
        .above('')
        .filter((entry) => entry.state === 'pending')
        .count();
      const open = await rows.conflict.where('[status+table+rowId]').between(['open'], ['open', []]).count();
      const oversold = (await tally.get(TALLY_KEYS.oversold))?.count ?? 0;
      const unsettled = await rows.sale.where('flags').anyOf(MONEY_FLAGS).distinct().count();
      return decided + unfit + open + oversold + unsettled;
    },
    getEntries: (seqs) => bulkGet(outbox, seqs),
    async putEntries(entries) {
      trace.added.push(...entries.filter((entry) => entry.seq >= trace.nextSeq));
      if (entries.length > 0) await outbox.bulkPut(entries);
    },
    async removeEntries(seqs) {
      if (seqs.length > 0) await outbox.bulkDelete([...seqs]);
    },
  };
}

type ArchiveTx = Pick<LocalTx, 'archive' | 'putArchive' | 'removeArchive' | 'dateArchive' | 'pruneArchive'>;

function archiveTx({ archive }: ShopTables): ArchiveTx {
  return {
    archive: () => archive.toArray(),
    async putArchive(entries) {
      if (entries.length > 0) await archive.bulkPut(entries);
    },
    async removeArchive(seqs) {
      if (seqs.length > 0) await archive.bulkDelete([...seqs]);
    },
    async dateArchive(archivedAtMs) {
      const undated = await archive.where('archivedAtMs').equals(UNDATED_MS).toArray();
      if (undated.length > 0) await archive.bulkPut(undated.map((entry) => ({ ...entry, archivedAtMs })));
    },
    async pruneArchive(beforeMs) {
      await archive.where('archivedAtMs').below(beforeMs).delete();
    },
  };
}

type StateTx = Pick<
  LocalTx,
  'setTallies' | 'getState' | 'putState' | 'addToTallies' | 'getStatus' | 'putStatus' | 'appendJournal'
>;

function stateTx({ meta, tally, journal }: ShopTables, trace: TxTrace): StateTx {
  return {
    async getState() {
      const state = await readState(meta);
      trace.nextSeq = Math.min(trace.nextSeq, state.nextSeq);
      return state;
    },
    async putState(state) {
      await meta.put({ key: 'state', value: state });
    },
    async addToTallies(changes) {
      const keys = [...changes.keys()];
      const known = await tally.bulkGet(keys);
      await tally.bulkPut(
        keys.map((key, index) => ({ key, count: (known[index]?.count ?? 0) + (changes.get(key) ?? 0) })),
      );
    },
    async setTallies(counts) {
      await tally.bulkPut([...counts].map(([key, count]) => ({ key, count })));
    },
    getStatus: () => readStatus(meta),
    async putStatus(status) {
      await meta.put({ key: 'status', value: status });
    },
    async appendJournal(event) {
      const seq = await journal.add(event);
      await journal
        .where(':id')
        .belowOrEqual(seq - JOURNAL_EVENTS_MAX)
        .delete();
    },
  };
}

function draftsTx({ draft }: ShopTables): Pick<LocalTx, 'drafts' | 'putDraft' | 'removeDraft'> {
  return {
    drafts: () => draft.toArray(),
    async putDraft(content) {
      await draft.put(content);
    },
    async removeDraft(key) {
      await draft.delete(key);
    },
  };
}

/** Both rows are written with the sentinel: a database without them is the empty shell of a cleared one. */
export async function readState(meta: ShopTables['meta']): Promise<ReplicaState> {
  const found = await meta.get('state');
  if (found?.key !== 'state') throw new StorageFailure('evicted');
  // A database of an older build knows nothing of a new copy.
  return { ...NO_RESYNC, ...found.value };
}

const NO_RESYNC: Pick<ReplicaState, 'resync' | 'restoredAtMs'> = { resync: null, restoredAtMs: null };

export async function readStatus(meta: ShopTables['meta']): Promise<SyncStatus> {
  const found = await meta.get('status');
  if (found?.key !== 'status') throw new StorageFailure('evicted');
  return found.value;
}

async function bulkGet<Row, Key>(table: Table<Row, Key>, keys: readonly Key[]): Promise<(Row | undefined)[]> {
  return keys.length === 0 ? [] : await table.bulkGet([...keys]);
}

/** From here on one look at the keys that are there beats a look for each key that is asked for. */
const KEYS_MANY = 100;

/** A page of the past brings thousands of rows of which hardly one is here. */
async function getByIds<Row extends { id: number }>(
  table: Table<Row, number>,
  ids: readonly number[],
): Promise<(Row | undefined)[]> {
  if (ids.length < KEYS_MANY) return await bulkGet(table, ids);
  const [first, last] = ids.reduce(([low, high], id) => [Math.min(low, id), Math.max(high, id)], [Infinity, -Infinity]);
  const within = await table.where(':id').between(first, last, true, true).limit(ids.length).primaryKeys();
  if (within.length >= ids.length) return await bulkGet(table, ids);
  const there = new Set(within);
  return await getThose(table, ids, (id) => there.has(id));
}

/** Rows that wait are few, however many rows arrive. */
async function getBases(base: Table<BaseRow, string>, keys: readonly string[]): Promise<(BaseRow | undefined)[]> {
  if (keys.length < KEYS_MANY) return await bulkGet(base, keys);
  const some = await base.limit(keys.length).primaryKeys();
  if (some.length >= keys.length) return await bulkGet(base, keys);
  const there = new Set(some);
  return await getThose(base, keys, (key) => there.has(key));
}

/** In the order of the keys, asking only for those that are there. */
async function getThose<Row, Key>(
  table: Table<Row, Key>,
  keys: readonly Key[],
  isThere: (key: Key) => boolean,
): Promise<(Row | undefined)[]> {
  const asked = keys.filter(isThere);
  const rows = await bulkGet(table, asked);
  const rowsByKey = new Map(asked.map((key, index) => [key, rows[index]]));
  return keys.map((key) => rowsByKey.get(key));
}
