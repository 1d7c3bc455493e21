import type { PaymentMethod } from '../domain/sales/payment-method.ts';
import type { Supplier } from '../domain/people/supplier.ts';
import type { UsedTable } from './mutation/mutation.ts';
import type {
  ArchivedEntry,
  BaseRow,
  FormDraft,
  JournalEvent,
  OutboxEntry,
  ReplicaState,
  StagedRow,
  SyncStatus,
} from './ports.ts';
import type { Conflict } from './protocol/conflict.ts';
import type { HistoryTable, RowKey, Rows, TableName } from './protocol/tables.ts';

/**
 * One transaction over the device's database, grouped by what is stored. Either all writes of it are stored or none.
 */
export interface LocalTx {
  readonly rows: LocalRows;
  readonly bases: LocalBases;
  readonly outbox: LocalOutbox;
  readonly archive: LocalArchive;
  readonly staging: LocalStaging;
  readonly meta: LocalMeta;
  readonly drafts: LocalDrafts;
}

/** The device's database of one business and user. Writes are durable when `write` resolves (SYN-1). */
export interface LocalDatabase {
  read<T>(work: (tx: LocalTx) => Promise<T>): Promise<T>;
  write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T>;
}

/** Writes that are no transaction of `LocalDatabase`, such as that of a picture's file. */
export interface RoomyWrites {
  /** Runs the write. On a full device older things are deleted first and the write runs again (SYN-26). */
  withRoom<T>(write: () => Promise<T>): Promise<T>;
}

/** The shop's rows, as the screens show them. */
export interface LocalRows {
  get<T extends TableName>(table: T, ids: readonly number[]): Promise<(Rows[T] | undefined)[]>;
  /** Returns the rows that were created in a half-open range of time, in no order. */
  created<T extends TableName>(table: T, fromMs: number, toMs: number): Promise<Rows[T][]>;
  /**
   * Returns some rows of a history table that were created before the instant, in the order of an index, and where to
   * continue; null: there are no more.
   */
  before<T extends HistoryTable>(
    table: T,
    beforeMs: number,
    place: readonly number[] | null,
    countMax: number,
  ): Promise<{ rows: Rows[T][]; next: readonly number[] | null }>;
  count(table: TableName): Promise<number>;
  paymentMethods(): Promise<PaymentMethod[]>;
  /**
   * True if a sale or an order on this device names this customer, or if a sale or one of its payments names this
   * payment method.
   */
  isInUse(table: UsedTable, id: number): Promise<boolean>;
  openConflicts(row: RowKey): Promise<Conflict[]>;
  suppliersNamed(name: string): Promise<Supplier[]>;
  put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>;
  remove(table: TableName, ids: readonly number[]): Promise<void>;
  /**
   * Rewrites every row of a table that `change` changes, and removes every row for which it returns null (after a role
   * change, SYN-13).
   */
  map<T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null): Promise<void>;
  /** Removes all rows, and the drafts too, because drafts contain data of the rows. */
  clear(): Promise<void>;
  ids(table: TableName): Promise<number[]>;
}

/** The server's images of rows that pending mutations have changed (SYN-3). */
export interface LocalBases {
  get(keys: readonly string[]): Promise<(BaseRow | undefined)[]>;
  all(): Promise<BaseRow[]>;
  staged(): Promise<BaseRow[]>;
  put(bases: readonly BaseRow[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** The entries that no pull has proved yet (SYN-5, SYN-9). */
export interface LocalOutbox {
  /** Returns all entries in seq order. */
  all(): Promise<OutboxEntry[]>;
  /** Returns pending entries from this mid on, in order, at most `countMax`. */
  pendingFrom(mid: number, countMax: number): Promise<OutboxEntry[]>;
  /**
   * Returns the pending entry with this mid. Refused and quarantined entries do not count, because their mid may be one
   * of an earlier queue.
   */
  pendingAt(mid: number): Promise<OutboxEntry | undefined>;
  /** Returns the entry that this opening of a form has saved; it may be in the archive already. */
  ofOpening(opening: string): Promise<OutboxEntry | undefined>;
  countPending(): Promise<{ count: number; oldestAtMs: number | null }>;
  get(seqs: readonly number[]): Promise<(OutboxEntry | undefined)[]>;
  /** Counts everything that waits for a person: entries and conflicts to decide, items sold beyond their stock. */
  countAttention(): Promise<number>;
  put(entries: readonly OutboxEntry[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
}

/** Entries that have left the outbox, with their proof (SYN-9). */
export interface LocalArchive {
  all(): Promise<ArchivedEntry[]>;
  put(entries: readonly ArchivedEntry[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
  /** Gives this time to every archived entry without a date. */
  date(atMs: number): Promise<void>;
  prune(beforeMs: number): Promise<void>;
}

/** The rows of a new copy that is being fetched (SYN-15). */
export interface LocalStaging {
  put(rows: readonly StagedRow[]): Promise<void>;
  remove(keys: readonly RowKey[]): Promise<void>;
  ids(table: TableName): Promise<number[]>;
  /** Returns the staged rows that differ from the present copy. */
  changed(): Promise<StagedRow[]>;
  clear(): Promise<void>;
}

/** The identity, progress and status of this client. */
export interface LocalMeta {
  getState(): Promise<ReplicaState>;
  putState(state: ReplicaState): Promise<void>;
  /**
   * Notes that acts of this source were made on this device. So money with ids of this source belongs to this device's
   * drawer.
   */
  addSource(source: string): Promise<void>;
  addToCounts(changes: ReadonlyMap<string, number>): Promise<void>;
  setCounts(counts: ReadonlyMap<string, number>): Promise<void>;
  getStatus(): Promise<SyncStatus>;
  putStatus(status: SyncStatus): Promise<void>;
  /** Adds an event; only the last 500 are stored (SYN-27). */
  appendJournal(event: JournalEvent): Promise<void>;
}

/** Unfinished forms; they are never sent. */
export interface LocalDrafts {
  /** Returns all drafts in the order of their keys. */
  all(): Promise<FormDraft[]>;
  put(draft: FormDraft): Promise<void>;
  remove(key: string): Promise<void>;
}
