import { needsSettling } from '../../domain/sale.ts';
import { isPaidBy } from '../../domain/sale-payment.ts';
import { TALLY_KEYS } from '../../sync/replica/tally.ts';
import { type LocalTx, type OutboxEntry, UNDATED_MS } from '../../sync/ports.ts';
import { type HistoryTable, type Rows, rowKeyText, TABLE_NAMES, type TableName } from '../../sync/protocol/tables.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { DraftMap } from './draft-map.ts';
import type { Draft } from './memory-disk.ts';

/** The port's transaction over a draft; `reach` comes before every call, as a disk would. */
export function createMemoryTx(draft: Draft, reach: () => Promise<void>): LocalTx {
  return {
    ...rowsTx(draft, reach),
    ...basesTx(draft, reach),
    ...stagingTx(draft, reach),
    ...outboxTx(draft, reach),
    ...archiveTx(draft, reach),
    ...stateTx(draft, reach),
    ...draftsTx(draft, reach),
  };
}

type Reach = () => Promise<void>;

function putAll<Key extends number | string, Value extends object>(
  map: DraftMap<Key, Value>,
  keyOf: (value: Value) => Key,
  values: readonly Value[],
): void {
  for (const value of values) map.set(keyOf(value), deepFreeze(value));
}

function rowsTx(
  { rows, tallies, drafts }: Draft,
  reach: Reach,
): Pick<
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
> {
  return {
    async getRows<T extends TableName>(table: T, ids: readonly number[]) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      return ids.map((id) => map.get(id));
    },
    async rowsCreated<T extends TableName>(table: T, fromMs: number, toMs: number) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      return map.values().filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs);
    },
    async rowsBefore<T extends HistoryTable>(
      table: T,
      beforeMs: number,
      place: readonly number[] | null,
      countMax: number,
    ) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      const found = map
        .values()
        .filter(({ id, createdAtMs }) => createdAtMs < beforeMs && (!place || id > (place[0] ?? 0)))
        .sort((a, b) => a.id - b.id)
        .slice(0, countMax);
      const last = found.at(-1);
      return { rows: found, next: last && found.length === countMax ? [last.id] : null };
    },
    async countRows(table) {
      await reach();
      return rows[table].values().length;
    },
    async paymentMethods() {
      await reach();
      return rows.paymentMethod.values();
    },
    async isInUse(table, id) {
      await reach();
      const sales = rows.sale.values();
      if (table === 'paymentMethod') return sales.some((sale) => isPaidBy(sale, id));
      return [...sales, ...rows.order.values()].some(({ customerId }) => customerId === id);
    },
    async openConflicts({ table, id }) {
      await reach();
      return rows.conflict
        .values()
        .filter((conflict) => conflict.status === 'open' && conflict.table === table && conflict.rowId === id);
    },
    async suppliersNamed(name) {
      await reach();
      return rows.supplier.values().filter((supplier) => supplier.name === name);
    },
    async putRows<T extends TableName>(table: T, values: readonly Rows[T][]) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      putAll(map, (row) => row.id, values);
    },
    async removeRows(table, ids) {
      await reach();
      for (const id of ids) rows[table].delete(id);
    },
    async mapRows<T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      for (const row of map.values()) {
        const changed = change(row);
        if (changed === null) map.delete(row.id);
        else if (changed !== row) map.set(row.id, deepFreeze(changed));
      }
    },
    async clearRows() {
      await reach();
      for (const table of TABLE_NAMES) rows[table].clear();
      tallies.clear();
      drafts.clear();
    },
    async rowIds(table) {
      await reach();
      return rows[table].values().map(({ id }) => id);
    },
  };
}

function stagingTx(
  { staged }: Draft,
  reach: Reach,
): Pick<LocalTx, 'putStaged' | 'removeStaged' | 'stagedIds' | 'stagedRows' | 'clearStaged'> {
  return {
    async putStaged(values) {
      await reach();
      putAll(staged, rowKeyText, values);
    },
    async removeStaged(keys) {
      await reach();
      for (const key of keys) staged.delete(rowKeyText(key));
    },
    async stagedIds(table) {
      await reach();
      const ofTable = staged.values().filter((each) => each.table === table);
      return ofTable.map(({ id }) => id).sort((a, b) => a - b);
    },
    async stagedRows() {
      await reach();
      return staged.values().filter(({ row }) => row !== null);
    },
    async clearStaged() {
      await reach();
      staged.clear();
    },
  };
}

function basesTx(
  { bases }: Draft,
  reach: Reach,
): Pick<LocalTx, 'getBases' | 'allBases' | 'stagedBases' | 'putBases' | 'removeBases'> {
  return {
    async getBases(keys) {
      await reach();
      return keys.map((key) => bases.get(key));
    },
    async allBases() {
      await reach();
      return bases.values();
    },
    async stagedBases() {
      await reach();
      return bases.values().filter((base) => base.staged === 1);
    },
    async putBases(values) {
      await reach();
      putAll(bases, (base) => base.key, values);
    },
    async removeBases(keys) {
      await reach();
      for (const key of keys) bases.delete(key);
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

function outboxTx({ outbox, rows, tallies }: Draft, reach: Reach): OutboxTx {
  const isOf = (entry: OutboxEntry, incarnation: number) => entry.incarnation === incarnation;
  return {
    async outbox() {
      await reach();
      return outbox.values();
    },
    async outboxFrom(incarnation, mid, countMax) {
      await reach();
      return outbox
        .values()
        .filter((entry) => isOf(entry, incarnation) && entry.wire.mid >= mid && entry.state === 'pending')
        .sort((a, b) => a.wire.mid - b.wire.mid)
        .slice(0, countMax);
    },
    async outboxEntry(incarnation, mid) {
      await reach();
      return outbox.values().find((entry) => isOf(entry, incarnation) && entry.wire.mid === mid);
    },
    async countPending() {
      await reach();
      const waiting = outbox.values().filter((entry) => entry.state === 'pending' || entry.state === 'settled');
      return { count: waiting.length, oldestAtMs: waiting[0]?.wire.atMs ?? null };
    },
    async countAttention() {
      await reach();
      const needsPerson = (entry: OutboxEntry) =>
        entry.state === 'refused' ||
        entry.state === 'quarantined' ||
        (entry.state === 'pending' && entry.unfit !== null);
      const open = rows.conflict.values().filter((conflict) => conflict.status === 'open');
      const unsettled = rows.sale.values().filter((sale) => needsSettling(sale));
      const oversold = tallies.get(TALLY_KEYS.oversold) ?? 0;
      return outbox.values().filter(needsPerson).length + open.length + unsettled.length + oversold;
    },
    async getEntries(seqs) {
      await reach();
      return seqs.map((seq) => outbox.get(seq));
    },
    async putEntries(entries) {
      await reach();
      putAll(outbox, (entry) => entry.seq, entries);
    },
    async removeEntries(seqs) {
      await reach();
      for (const seq of seqs) outbox.delete(seq);
    },
  };
}

function archiveTx(
  { archive }: Draft,
  reach: Reach,
): Pick<LocalTx, 'archive' | 'putArchive' | 'removeArchive' | 'dateArchive' | 'pruneArchive'> {
  return {
    async archive() {
      await reach();
      return archive.values();
    },
    async putArchive(entries) {
      await reach();
      putAll(archive, (entry) => entry.seq, entries);
    },
    async removeArchive(seqs) {
      await reach();
      for (const seq of seqs) archive.delete(seq);
    },
    async dateArchive(archivedAtMs) {
      await reach();
      const undated = [...archive.values()].filter((entry) => entry.archivedAtMs === UNDATED_MS);
      putAll(
        archive,
        (entry) => entry.seq,
        undated.map((entry) => ({ ...entry, archivedAtMs })),
      );
    },
    async pruneArchive(beforeMs) {
      await reach();
      for (const entry of archive.values()) if (entry.archivedAtMs < beforeMs) archive.delete(entry.seq);
    },
  };
}

function stateTx(
  draft: Draft,
  reach: Reach,
): Pick<
  LocalTx,
  'setTallies' | 'getState' | 'putState' | 'addToTallies' | 'getStatus' | 'putStatus' | 'appendJournal'
> {
  return {
    async getState() {
      await reach();
      return draft.state;
    },
    async putState(state) {
      await reach();
      draft.state = deepFreeze(state);
    },
    async addToTallies(changes) {
      await reach();
      for (const [key, by] of changes) draft.tallies.set(key, (draft.tallies.get(key) ?? 0) + by);
    },
    async setTallies(counts) {
      await reach();
      for (const [key, count] of counts) draft.tallies.set(key, count);
    },
    async getStatus() {
      await reach();
      return draft.status;
    },
    async putStatus(status) {
      await reach();
      draft.status = deepFreeze(status);
    },
    async appendJournal(event) {
      await reach();
      draft.events.push(deepFreeze(event));
    },
  };
}

function draftsTx({ drafts }: Draft, reach: Reach): Pick<LocalTx, 'drafts' | 'putDraft' | 'removeDraft'> {
  return {
    async drafts() {
      await reach();
      return drafts.values().sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async putDraft(draft) {
      await reach();
      putAll(drafts, ({ key }) => key, [draft]);
    },
    async removeDraft(key) {
      await reach();
      drafts.delete(key);
    },
  };
}
