import { MONEY_FLAGS } from '../../../domain/sales/sale.ts';
import type {
  LocalArchive,
  LocalBases,
  LocalDrafts,
  LocalMeta,
  LocalOutbox,
  LocalStaging,
  LocalTx,
} from '../../local-database.ts';
import { type OutboxEntry, type ReplicaState, type SyncStatus, UNDATED_MS } from '../../ports.ts';
import type { TableName } from '../../protocol/tables.ts';
import { COUNT_KEYS } from '../../replica/row-counts.ts';
import { rowsTx } from './dexie-rows.ts';
import { bulkGet, getBases } from '../get-many.ts';
import type { ShopTables } from './schema.ts';
import { StorageFailure } from './storage-failure.ts';

/** The journal stores this many events on the device (SYN-27). */
export const JOURNAL_EVENTS_MAX = 500;

/**
 * The outbox entries that a transaction added. They show whether the transaction reached the disk if its result was
 * lost.
 */
export interface TxTrace {
  /** `nextSeq` of the replica's state at the beginning of the transaction. */
  nextSeq: number;
  added: OutboxEntry[];
}

/**
 * Returns the port's transaction over the tables of a Dexie transaction. Inside it, only these calls may be awaited:
 * any other await would end the transaction.
 */
export function createDexieTx(tables: ShopTables, trace: TxTrace): LocalTx {
  return {
    rows: rowsTx(tables),
    bases: basesTx(tables),
    staging: stagingTx(tables),
    outbox: outboxTx(tables, trace),
    archive: archiveTx(tables),
    meta: metaTx(tables, trace),
    drafts: draftsTx(tables),
  };
}

function stagingTx({ staged }: ShopTables): LocalStaging {
  return {
    async put(rows) {
      await staged.bulkPut(rows.map((row) => ({ ...row, differs: row.row === null ? null : 1 })));
    },
    async remove(keys) {
      if (keys.length > 0) await staged.bulkDelete(keys.map(({ table, id }): [TableName, number] => [table, id]));
    },
    async ids(table) {
      const keys = await staged.where('[table+id]').between([table, 0], [table, Infinity]).primaryKeys();
      return keys.map(([, id]) => id);
    },
    async changed() {
      const records = await staged.where('differs').equals(1).toArray();
      return records.map(({ differs: _, ...row }) => row);
    },
    async clear() {
      await staged.clear();
    },
  };
}

function basesTx({ base }: ShopTables): LocalBases {
  return {
    get: (keys) => getBases(base, keys),
    all: () => base.toArray(),
    staged: () => base.where('staged').equals(1).toArray(),
    async put(bases) {
      if (bases.length > 0) await base.bulkPut(bases);
    },
    async remove(keys) {
      if (keys.length > 0) await base.bulkDelete([...keys]);
    },
  };
}

function outboxTx({ outbox, archive, rows, rowCounts }: ShopTables, trace: TxTrace): LocalOutbox {
  const inState = (state: OutboxEntry['state']) => outbox.where('[state+seq]').between([state, 0], [state, Infinity]);
  return {
    all: () => outbox.toArray(),
    // Refused and quarantined entries are not included: they still have the mid of the queue in which they were
    // refused.
    pendingFrom: (mid, countMax) =>
      outbox.where('[state+wire.mid]').between(['pending', mid], ['pending', Infinity]).limit(countMax).toArray(),
    pendingAt: (mid) => outbox.where('[state+wire.mid]').equals(['pending', mid]).first(),
    async ofOpening(opening) {
      const [waiting, left] = await Promise.all([
        outbox.where('opening').equals(opening).first(),
        archive.where('opening').equals(opening).first(),
      ]);
      return waiting ?? left;
    },
    async countPending() {
      // Refused and quarantined entries do not count as waiting.
      const [count, oldest] = await Promise.all([inState('pending').count(), inState('pending').first()]);
      return { count, oldestAtMs: oldest?.wire.atMs ?? null };
    },
    async countAttention() {
      const [oversold, ...others] = await Promise.all([
        rowCounts.get(COUNT_KEYS.oversold),
        inState('refused').count(),
        inState('quarantined').count(),
        // A waiting entry that no longer fits. After the server's decision it counts above, if a person must still
        // decide.
        outbox
          .where('unfit')
          .above('')
          .filter((entry) => entry.state === 'pending')
          .count(),
        rows.conflict.where('[status+table+rowId]').between(['open'], ['open', []]).count(),
        rows.sale.where('flags').anyOf(MONEY_FLAGS).distinct().count(),
      ]);
      return others.reduce((sum, count) => sum + count, oversold?.count ?? 0);
    },
    get: (seqs) => bulkGet(outbox, seqs),
    async put(entries) {
      trace.added.push(...entries.filter((entry) => entry.seq >= trace.nextSeq));
      if (entries.length > 0) await outbox.bulkPut(entries);
    },
    async remove(seqs) {
      if (seqs.length > 0) await outbox.bulkDelete([...seqs]);
    },
  };
}

function archiveTx({ archive }: ShopTables): LocalArchive {
  return {
    all: () => archive.toArray(),
    async put(entries) {
      if (entries.length > 0) await archive.bulkPut(entries);
    },
    async remove(seqs) {
      if (seqs.length > 0) await archive.bulkDelete([...seqs]);
    },
    async date(archivedAtMs) {
      const undated = await archive.where('archivedAtMs').equals(UNDATED_MS).toArray();
      if (undated.length > 0) await archive.bulkPut(undated.map((entry) => ({ ...entry, archivedAtMs })));
    },
    async prune(beforeMs) {
      await archive.where('archivedAtMs').below(beforeMs).delete();
    },
  };
}

function metaTx({ meta, rowCounts, journal }: ShopTables, trace: TxTrace): LocalMeta {
  return {
    async getState() {
      const state = await readState(meta);
      trace.nextSeq = Math.min(trace.nextSeq, state.nextSeq);
      return state;
    },
    async putState(state) {
      await meta.put({ key: 'state', value: state });
    },
    async addSource(source) {
      const others = (await readSources(meta)).filter((known) => known !== source);
      const value = [...others, source].slice(-SOURCES_MAX);
      await meta.put({ key: 'sources', value });
    },
    async addToCounts(changes) {
      const keys = [...changes.keys()];
      const known = await rowCounts.bulkGet(keys);
      await rowCounts.bulkPut(
        keys.map((key, index) => ({ key, count: (known[index]?.count ?? 0) + (changes.get(key) ?? 0) })),
      );
    },
    async setCounts(counts) {
      await rowCounts.bulkPut([...counts].map(([key, count]) => ({ key, count })));
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

function draftsTx({ draft }: ShopTables): LocalDrafts {
  return {
    all: () => draft.toArray(),
    async put(content) {
      await draft.put(content);
    },
    async remove(key) {
      await draft.delete(key);
    },
  };
}

/** Oldest sources beyond this number are dropped: a device needs months to open that many pages. */
const SOURCES_MAX = 1_000;

/** Returns the sources of the acts that were made on this device, oldest first. */
export async function readSources(meta: ShopTables['meta']): Promise<readonly string[]> {
  const found = await meta.get('sources');
  return found?.key === 'sources' ? found.value : [];
}

/**
 * Returns the replica's state. State and status are written together with the sentinel, so a database without them is
 * the empty one that replaces a cleared database.
 */
export async function readState(meta: ShopTables['meta']): Promise<ReplicaState> {
  const found = await meta.get('state');
  if (found?.key !== 'state') throw new StorageFailure('evicted');
  // A database of an older build has no fields for a new copy: add them.
  return { ...NO_RESYNC, ...found.value };
}

const NO_RESYNC: Pick<ReplicaState, 'resync' | 'restoredAtMs'> = { resync: null, restoredAtMs: null };

export async function readStatus(meta: ShopTables['meta']): Promise<SyncStatus> {
  const found = await meta.get('status');
  if (found?.key !== 'status') throw new StorageFailure('evicted');
  return found.value;
}
