import { assert } from '../../../domain/assert.ts';
import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import type { JournalEvent, ReplicaState } from '../../../sync/ports.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { copyDisk, type Disk, Draft, emptyDisk } from './memory-disk.ts';
import { createMemoryTx } from './memory-tx.ts';
import { TransactionQueue } from './transaction-queue.ts';

/**
 * The points at which a test can kill the device. 'committed': the disk has the transaction, but the caller does not
 * know.
 */
export type MemoryPoint = 'begin' | 'call' | 'commit' | 'committed';

/**
 * The device's database in memory, for tests and the simulation. Like IndexedDB it is atomic, with readers together and
 * a writer alone. Rows are frozen, so that no caller changes one in place. A transaction costs what it touches, not
 * what is stored.
 */
export class MemoryDatabase implements LocalDatabase {
  /**
   * Called around every call of the port. To kill the device there, throw or never resolve: unless the point is
   * 'committed', the database is then as it was before the transaction. After a kill continue with `clone()`, because
   * the dead device's locks stay held.
   */
  onAwait: ((point: MemoryPoint) => void | Promise<void>) | null = null;

  #disk: Disk;
  readonly #queue = new TransactionQueue();
  #failNextCommit: StorageFailure | null = null;
  #lost: StorageFailure | null = null;

  constructor(state: ReplicaState) {
    this.#disk = emptyDisk(state);
  }

  read<T>(work: (tx: LocalTx) => Promise<T>): Promise<T> {
    return this.#queue.read(() => this.#run(work, 'read'));
  }

  write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T> {
    return this.#queue.write(() => this.#run(work, 'write'));
  }

  /** Returns the present disk, which changes with the next commit. */
  inspect(): Readonly<Disk> {
    return this.#disk;
  }

  /** Returns a copy of the profile as it is on disk (SYN-20); a killed device also starts from this. */
  clone(): MemoryDatabase {
    const copy = new MemoryDatabase(this.#disk.state);
    copy.#disk = copyDisk(this.#disk);
    return copy;
  }

  rowCount(key: string): number {
    return this.#disk.counts.get(key) ?? 0;
  }

  /** The journal, the oldest event first. */
  journal(): readonly JournalEvent[] {
    return this.#disk.journal;
  }

  /** Returns every row of a table in the order of ids, for checks. */
  rows<T extends TableName>(table: T): Rows[T][] {
    return [...this.#disk.rows[table].values()].sort((a, b) => a.id - b.id);
  }

  /** Lets the next commit with writes find no space; it leaves nothing behind. */
  failNextCommit(): void {
    this.#failNextCommit = new StorageFailure('quota');
  }

  /** Closes the connection, as the browser may do, until `restoreConnection`. */
  loseConnection(): void {
    this.#lost = new StorageFailure('lost');
  }

  restoreConnection(): void {
    this.#lost = null;
  }

  async #run<T>(work: (tx: LocalTx) => Promise<T>, mode: 'read' | 'write'): Promise<T> {
    await this.#reach('begin');
    const draft = new Draft(this.#disk);
    let isOpen = true;
    const struck: unknown[] = [];
    const tx = createMemoryTx(draft, async () => {
      assert(isOpen, 'A transaction ends with its work');
      await this.#reach('call').catch((error: unknown) => {
        struck.push(error);
        throw error;
      });
    });
    try {
      const value = await work(tx);
      // Even if the work has caught the error, an aborted transaction does not commit.
      if (struck.length > 0) throw struck[0];
      await this.#reach('commit');
      if (mode === 'read') {
        assert(!draft.isChanged(), 'A read changes nothing');
        return value;
      }
      if (draft.isChanged() && this.#failNextCommit) {
        const failure = this.#failNextCommit;
        this.#failNextCommit = null;
        throw failure;
      }
      this.#disk = draft.commit();
      await this.onAwait?.('committed');
      return value;
    } finally {
      isOpen = false;
    }
  }

  async #reach(point: MemoryPoint): Promise<void> {
    if (this.#lost) throw this.#lost;
    if (this.onAwait) await this.onAwait(point);
  }
}
