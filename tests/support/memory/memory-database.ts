import { assert } from '../../../domain/assert.ts';
import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import type { JournalEvent, ReplicaState } from '../../../sync/ports.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { copyDisk, type Disk, Draft, emptyDisk } from './memory-disk.ts';
import { createMemoryTx } from './memory-tx.ts';
import { TransactionQueue } from './transaction-queue.ts';

/** Where a simulated kill can strike: 'committed' is after the disk has it and before the caller knows. */
export type MemoryPoint = 'begin' | 'call' | 'commit' | 'committed';

/**
 * The device's database in memory, for tests and the simulation: serialised like IndexedDB (readers together, a
 * writer alone), atomic, frozen on the boundary so that nobody changes a row in place. A transaction costs what it
 * touches, not what is stored.
 */
export class MemoryDatabase implements LocalDatabase {
  /**
   * Called around every call of the port. Throwing or never resolving is a device killed there: unless the point is
   * 'committed', the database is as it was before the transaction. After a kill go on with `clone()`: what the dead
   * device held locked stays locked.
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

  /** The disk as it is now; it changes with the next commit. */
  inspect(): Readonly<Disk> {
    return this.#disk;
  }

  /** The profile copied as it lies on disk (SYN-20); also what a killed device starts from. */
  clone(): MemoryDatabase {
    const copy = new MemoryDatabase(this.#disk.state);
    copy.#disk = copyDisk(this.#disk);
    return copy;
  }

  tally(key: string): number {
    return this.#disk.tallies.get(key) ?? 0;
  }

  /** Oldest first. */
  journal(): readonly JournalEvent[] {
    return this.#disk.journal;
  }

  /** Every row of a table, in the order of the ids: for those who check. */
  rows<T extends TableName>(table: T): Rows[T][] {
    return [...this.#disk.rows[table].values()].sort((a, b) => a.id - b.id);
  }

  /** The next commit that writes fails for want of space and leaves nothing behind. */
  failNextCommit(): void {
    this.#failNextCommit = new StorageFailure('quota');
  }

  /** The browser takes the connection away, and gives it back. */
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
      // Work that caught the blow is dead all the same: an aborted transaction does not commit.
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
