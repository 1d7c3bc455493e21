import type { LocalDatabase, LocalTx } from '../../sync/local-database.ts';
import type { JournalEvent, OutboxEntry, ReplicaState } from '../../sync/ports.ts';
import { type RowKey, type Rows, rowKeyText, TABLE_NAMES, type TableName } from '../../sync/protocol/tables.ts';
import type { MemoryDatabase } from '../support/memory/memory-database.ts';
import type { Disk } from '../support/memory/memory-disk.ts';

/** A row that a transaction wrote, with its previous state. */
export interface WrittenRow extends RowKey {
  before: Rows[TableName] | undefined;
}

/** The changes of one transaction, for the rules. */
export interface Commit {
  before: ReplicaState;
  rows: Map<string, WrittenRow>;
  put: OutboxEntry[];
  removed: OutboxEntry[];
  journal: JournalEvent[];
}

export interface WatchHooks {
  /** Called before every transaction, and between a commit and its answer: here a device may die. */
  pause(): Promise<void>;
  /** True if this write finds the disk full. */
  isFull(): boolean;
  onCommit(commit: Commit): Promise<void>;
}

/**
 * The device's database for one task. Each call waits its turn; each commit is reported before its caller continues.
 */
export function watchDatabase(database: MemoryDatabase, hooks: WatchHooks): LocalDatabase {
  return {
    async read(work) {
      await hooks.pause();
      return await database.read(work);
    },
    async write(work) {
      await hooks.pause();
      if (hooks.isFull()) database.failNextCommit();
      const disk = database.inspect();
      const commit: Commit = { before: disk.state, rows: new Map(), put: [], removed: [], journal: [] };
      const result = await database.write((tx) => work(recorded(tx, disk, commit)));
      await hooks.onCommit(commit);
      await hooks.pause();
      return result;
    },
  };
}

function recorded(tx: LocalTx, disk: Disk, commit: Commit): LocalTx {
  const touch = ({ table, id }: RowKey): unknown =>
    commit.rows.set(rowKeyText({ table, id }), { table, id, before: disk.rows[table].get(id) });
  return {
    ...tx,
    rows: {
      ...tx.rows,
      async put(table, rows) {
        for (const { id } of rows) touch({ table, id });
        await tx.rows.put(table, rows);
      },
      async remove(table, ids) {
        for (const id of ids) touch({ table, id });
        await tx.rows.remove(table, ids);
      },
      async map(table, change) {
        for (const id of disk.rows[table].keys()) touch({ table, id });
        await tx.rows.map(table, change);
      },
      async clear() {
        for (const table of TABLE_NAMES) for (const id of disk.rows[table].keys()) touch({ table, id });
        await tx.rows.clear();
      },
    },
    outbox: {
      ...tx.outbox,
      async put(entries) {
        commit.put.push(...entries);
        await tx.outbox.put(entries);
      },
      async remove(seqs) {
        for (const seq of seqs) {
          const entry = disk.outbox.get(seq);
          if (entry) commit.removed.push(entry);
        }
        await tx.outbox.remove(seqs);
      },
    },
    meta: {
      ...tx.meta,
      async appendJournal(event) {
        commit.journal.push(event);
        await tx.meta.appendJournal(event);
      },
    },
  };
}
