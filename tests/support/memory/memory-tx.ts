import { needsSettling } from '../../../domain/sales/sale.ts';
import { isPaidBy } from '../../../domain/sales/sale-payment.ts';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import type {
  LocalArchive,
  LocalBases,
  LocalDrafts,
  LocalMeta,
  LocalOutbox,
  LocalRows,
  LocalStaging,
  LocalTx,
} from '../../../sync/local-database.ts';
import { type OutboxEntry, UNDATED_MS } from '../../../sync/ports.ts';
import {
  type HistoryTable,
  type Rows,
  rowKeyText,
  TABLE_NAMES,
  type TableName,
} from '../../../sync/protocol/tables.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { DraftMap } from './draft-map.ts';
import type { Draft } from './memory-disk.ts';

/** The port's transaction over a draft; `reach` is awaited before every call, as a disk would be. */
export function createMemoryTx(draft: Draft, reach: () => Promise<void>): LocalTx {
  return {
    rows: rowsTx(draft, reach),
    bases: basesTx(draft, reach),
    staging: stagingTx(draft, reach),
    outbox: outboxTx(draft, reach),
    archive: archiveTx(draft, reach),
    meta: metaTx(draft, reach),
    drafts: draftsTx(draft, reach),
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

function rowsTx({ rows, counts, drafts }: Draft, reach: Reach): LocalRows {
  return {
    async get<T extends TableName>(table: T, ids: readonly number[]) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      return ids.map((id) => map.get(id));
    },
    async created<T extends TableName>(table: T, fromMs: number, toMs: number) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      return map.values().filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs);
    },
    async before<T extends HistoryTable>(
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
    async count(table) {
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
    async put<T extends TableName>(table: T, values: readonly Rows[T][]) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      putAll(map, (row) => row.id, values);
    },
    async remove(table, ids) {
      await reach();
      for (const id of ids) rows[table].delete(id);
    },
    async map<T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null) {
      await reach();
      const map: DraftMap<number, Rows[T]> = rows[table];
      for (const row of map.values()) {
        const changed = change(row);
        if (changed === null) map.delete(row.id);
        else if (changed !== row) map.set(row.id, deepFreeze(changed));
      }
    },
    async clear() {
      await reach();
      for (const table of TABLE_NAMES) rows[table].clear();
      counts.clear();
      drafts.clear();
    },
    async ids(table) {
      await reach();
      return rows[table].values().map(({ id }) => id);
    },
  };
}

function stagingTx({ staged }: Draft, reach: Reach): LocalStaging {
  return {
    async put(values) {
      await reach();
      putAll(staged, rowKeyText, values);
    },
    async remove(keys) {
      await reach();
      for (const key of keys) staged.delete(rowKeyText(key));
    },
    async ids(table) {
      await reach();
      const ofTable = staged.values().filter((each) => each.table === table);
      return ofTable.map(({ id }) => id).sort((a, b) => a - b);
    },
    async changed() {
      await reach();
      return staged.values().filter(({ row }) => row !== null);
    },
    async clear() {
      await reach();
      staged.clear();
    },
  };
}

function basesTx({ bases }: Draft, reach: Reach): LocalBases {
  return {
    async get(keys) {
      await reach();
      return keys.map((key) => bases.get(key));
    },
    async all() {
      await reach();
      return bases.values();
    },
    async staged() {
      await reach();
      return bases.values().filter((base) => base.staged === 1);
    },
    async put(values) {
      await reach();
      putAll(bases, (base) => base.key, values);
    },
    async remove(keys) {
      await reach();
      for (const key of keys) bases.delete(key);
    },
  };
}

function outboxTx({ outbox, archive, rows, counts }: Draft, reach: Reach): LocalOutbox {
  return {
    async all() {
      await reach();
      return outbox.values();
    },
    async pendingFrom(mid, countMax) {
      await reach();
      return outbox
        .values()
        .filter((entry) => entry.wire.mid >= mid && entry.state === 'pending')
        .sort((a, b) => a.wire.mid - b.wire.mid)
        .slice(0, countMax);
    },
    async pendingAt(mid) {
      await reach();
      return outbox.values().find((entry) => entry.wire.mid === mid && entry.state === 'pending');
    },
    async ofOpening(opening) {
      await reach();
      const isOf = (entry: OutboxEntry) => entry.opening === opening;
      return outbox.values().find(isOf) ?? archive.values().find(isOf);
    },
    async countPending() {
      await reach();
      const waiting = outbox.values().filter((entry) => entry.state === 'pending');
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
      const oversold = counts.get(COUNT_KEYS.oversold) ?? 0;
      return outbox.values().filter(needsPerson).length + open.length + unsettled.length + oversold;
    },
    async get(seqs) {
      await reach();
      return seqs.map((seq) => outbox.get(seq));
    },
    async put(entries) {
      await reach();
      putAll(outbox, (entry) => entry.seq, entries);
    },
    async remove(seqs) {
      await reach();
      for (const seq of seqs) outbox.delete(seq);
    },
  };
}

function archiveTx({ archive }: Draft, reach: Reach): LocalArchive {
  return {
    async all() {
      await reach();
      return archive.values();
    },
    async put(entries) {
      await reach();
      putAll(archive, (entry) => entry.seq, entries);
    },
    async remove(seqs) {
      await reach();
      for (const seq of seqs) archive.delete(seq);
    },
    async date(archivedAtMs) {
      await reach();
      const undated = [...archive.values()].filter((entry) => entry.archivedAtMs === UNDATED_MS);
      putAll(
        archive,
        (entry) => entry.seq,
        undated.map((entry) => ({ ...entry, archivedAtMs })),
      );
    },
    async prune(beforeMs) {
      await reach();
      for (const entry of archive.values()) if (entry.archivedAtMs < beforeMs) archive.delete(entry.seq);
    },
  };
}

function metaTx(draft: Draft, reach: Reach): LocalMeta {
  return {
    async getState() {
      await reach();
      return draft.state;
    },
    async putState(state) {
      await reach();
      draft.state = deepFreeze(state);
    },
    async addSource(source) {
      await reach();
      draft.sources = [...draft.sources.filter((known) => known !== source), source];
    },
    async addToCounts(changes) {
      await reach();
      for (const [key, by] of changes) draft.counts.set(key, (draft.counts.get(key) ?? 0) + by);
    },
    async setCounts(counts) {
      await reach();
      for (const [key, count] of counts) draft.counts.set(key, count);
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

function draftsTx({ drafts }: Draft, reach: Reach): LocalDrafts {
  return {
    async all() {
      await reach();
      return drafts.values().sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async put(draft) {
      await reach();
      putAll(drafts, ({ key }) => key, [draft]);
    },
    async remove(key) {
      await reach();
      drafts.delete(key);
    },
  };
}
