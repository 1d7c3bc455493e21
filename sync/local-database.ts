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

/** One transaction over the device's database, by what is kept there: all of it is written or nothing. */
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

/** The shop's rows, as the screens see them. */
export interface LocalRows {
  get<T extends TableName>(table: T, ids: readonly number[]): Promise<(Rows[T] | undefined)[]>;
  /** The rows that were created from one instant on and before another one, in no order. */
  created<T extends TableName>(table: T, fromMs: number, toMs: number): Promise<Rows[T][]>;
  /**
   * Of the rows of a history table that were created before the instant some, in the order of an index, and where to go
   * on; null: no more.
   */
  before<T extends HistoryTable>(
    table: T,
    beforeMs: number,
    place: readonly number[] | null,
    countMax: number,
  ): Promise<{ rows: Rows[T][]; next: readonly number[] | null }>;
  count(table: TableName): Promise<number>;
  paymentMethods(): Promise<PaymentMethod[]>;
  /** Whether a sale or an order on this device names this customer, or a sale or a payment of one this payment method. */
  isInUse(table: UsedTable, id: number): Promise<boolean>;
  openConflicts(row: RowKey): Promise<Conflict[]>;
  suppliersNamed(name: string): Promise<Supplier[]>;
  put<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>;
  remove(table: TableName, ids: readonly number[]): Promise<void>;
  /** Rewrites every row of a table that the function changes, and removes those of which it leaves nothing (a role change, SYN-13). */
  map<T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null): Promise<void>;
  /** Drafts too: they name what is in the rows. */
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

/** What no pull has proved yet (SYN-5, SYN-9). */
export interface LocalOutbox {
  /** In seq order. */
  all(): Promise<OutboxEntry[]>;
  /** Undecided entries from this mid on, in order, at most so many. */
  pendingFrom(mid: number, countMax: number): Promise<OutboxEntry[]>;
  /** The undecided entry of this mid: what a person must decide may bear a mid of an earlier queue. */
  pendingAt(mid: number): Promise<OutboxEntry | undefined>;
  /** What this opening of a form has saved, which may be in the archive by now. */
  ofOpening(opening: string): Promise<OutboxEntry | undefined>;
  countPending(): Promise<{ count: number; oldestAtMs: number | null }>;
  get(seqs: readonly number[]): Promise<(OutboxEntry | undefined)[]>;
  /** Everything that waits for a person: entries and conflicts to decide, items sold beyond their stock. */
  countAttention(): Promise<number>;
  put(entries: readonly OutboxEntry[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
}

/** What has left the outbox, with its proof (SYN-9). */
export interface LocalArchive {
  all(): Promise<ArchivedEntry[]>;
  put(entries: readonly ArchivedEntry[]): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
  /** What has no date yet was archived at this time. */
  date(atMs: number): Promise<void>;
  prune(beforeMs: number): Promise<void>;
}

/** A new copy of the rows on its way (SYN-15). */
export interface LocalStaging {
  put(rows: readonly StagedRow[]): Promise<void>;
  remove(keys: readonly RowKey[]): Promise<void>;
  ids(table: TableName): Promise<number[]>;
  /** Those that differ from what is here. */
  changed(): Promise<StagedRow[]>;
  clear(): Promise<void>;
}

/** Who this client is, how far it has come, and what it says of that. */
export interface LocalMeta {
  getState(): Promise<ReplicaState>;
  putState(state: ReplicaState): Promise<void>;
  /** Acts of this source were made here: what bears its ids went through this device. */
  addSource(source: string): Promise<void>;
  addToTallies(changes: ReadonlyMap<string, number>): Promise<void>;
  setTallies(counts: ReadonlyMap<string, number>): Promise<void>;
  getStatus(): Promise<SyncStatus>;
  putStatus(status: SyncStatus): Promise<void>;
  /** A ring of the last 500 (SYN-27). */
  appendJournal(event: JournalEvent): Promise<void>;
}

/** Unfinished forms: never sent. */
export interface LocalDrafts {
  /** In the order of their keys. */
  all(): Promise<FormDraft[]>;
  put(draft: FormDraft): Promise<void>;
  remove(key: string): Promise<void>;
}
