import type { Lease } from '../domain/id.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import type { Supplier } from '../domain/supplier.ts';
import type { UserRole } from '../domain/user.ts';
import type { UsedTable } from './mutation/mutation.ts';
import type { AuditAnswer, AuditRequest } from './protocol/audit.ts';
import type { LeaseAnswer, LeaseRequest, RegisterClientAnswer, RegisterClientRequest } from './protocol/client.ts';
import type { Conflict } from './protocol/conflict.ts';
import type { HealAnswer, HealRequest } from './protocol/heal.ts';
import type { Outcome } from './protocol/outcome.ts';
import type { HistoryPlace, Projection, PullAnswer, PullRequest } from './protocol/pull.ts';
import type { PushAnswer, PushRequest, WireMutation } from './protocol/push.ts';
import type { HistoryTable, RowKey, Rows, TableName } from './protocol/tables.ts';

/** The outside world as the sync engine knows it. Everything with a clock, chance, a disk or a network is here. */
export interface Clock {
  nowMs(): number;
  /** Of the device's time zone from UTC, now. */
  offsetMinutes(): number;
}

export interface Random {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number;
}

export interface Online {
  isOnline(): boolean;
}

/**
 * One call to the server, classified by what the caller does next (SYN-8). Only an answer of our own protocol is an
 * answer; a portal's page, a redirect, a cut-off body are 'unreachable'.
 */
export type CallResult<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'unreachable' }
  | { kind: 'signed_out' }
  /** The session is that of a user who was dismissed: it may push, and nothing else (SYN-25). */
  | { kind: 'dismissed' }
  | { kind: 'retry_later'; status: number; retryAfterMs: number | null }
  | { kind: 'too_large' }
  | { kind: 'outdated' };

export interface Transport {
  push(request: PushRequest): Promise<CallResult<PushAnswer>>;
  pull(request: PullRequest): Promise<CallResult<PullAnswer>>;
  register(request: RegisterClientRequest): Promise<CallResult<RegisterClientAnswer>>;
  lease(request: LeaseRequest): Promise<CallResult<LeaseAnswer>>;
  audit(request: AuditRequest): Promise<CallResult<AuditAnswer>>;
  heal(request: HealRequest): Promise<CallResult<HealAnswer>>;
}

/** One mutation of this device that no pull has proved to be in the server's state yet (SYN-5, SYN-9). */
export interface OutboxEntry {
  /** Local order; never changes, also when a fork gives the entry a new mid. */
  seq: number;
  incarnation: number;
  wire: WireMutation;
  /** The rows that it wrote in the local view. */
  touched: RowKey[];
  /**
   * 'pending': not decided as far as we know. 'settled': the server has it under an incarnation that was left
   * (SYN-20); the next complete pull takes it away. 'refused', 'quarantined': a person decides.
   */
  state: 'pending' | 'settled' | 'refused' | 'quarantined';
  outcome: Outcome | null;
  /** Why it no longer fits the rows under it, while it does not (SYN-3). */
  unfit: string | null;
  /** The mid under which it clashed before it was issued again (SYN-22); a copy of this profile may issue it too. */
  clashedAs?: number;
  /** Its change waits under another mid (SYN-22): in the outbox this is kept for its hash, until a pull proves it refused (SYN-9). */
  issuedAgain?: true;
  /** Of the mutation before it, which may be gone from here by the time that a server needs both (SYN-21). */
  previousHash?: string | null;
}

/** What left the outbox and the proof that it might (SYN-9); kept 30 days to heal a restored server. */
export interface ArchivedEntry extends OutboxEntry {
  /** By the server's clock: no wrong clock of the device makes it forget (SYN-23). `UNDATED_MS` until a page tells it. */
  archivedAtMs: number;
  proof: Proof;
}

/** Archived by the device itself, between two pages: later than any time of a server. */
export const UNDATED_MS = Number.MAX_SAFE_INTEGER;

export interface Proof {
  lmid: number;
  hash: string;
  /** What a person made of it after the server had not accepted it (SYN-5); it heals nothing then. */
  decided?: { kind: 'discarded' | 'retried'; byUserId: number; atMs: number };
}

/** The server's image of a row that pending mutations have changed here (SYN-3). */
export interface BaseRow {
  key: string;
  table: TableName;
  id: number;
  /** null: the server has no such row, as far as we know. */
  row: Rows[TableName] | null;
  /** The pending entries that write the row, by seq. */
  seqs: number[];
  /** A newer image, kept aside until a page tells which of our mutations it holds. */
  next: { row: Rows[TableName] | null } | null;
  /** 1 while `next` is set: an index finds these rows. */
  staged: 0 | 1;
}

/** One row of a new copy on its way (SYN-15). */
export interface StagedRow extends RowKey {
  /** null: the image that is here already is also the new one. */
  row: Rows[TableName] | null;
}

/**
 * A new copy of the shop on its way, while people go on with the one that is here (SYN-15). 'healing': the server came
 * back from a backup, and is first sent what it lacks (SYN-21). 'staging': the new copy arrives, page by page.
 */
export interface Resync {
  phase: 'healing' | 'staging';
  isRestored: boolean;
  /** The history that has been healed; null before. */
  epoch: string | null;
  /** How far the new copy has come. */
  cookie: string | null;
  historyLeft: boolean;
  /** Of the archive: what the restored server refused. It goes back to its author with the new copy. */
  refusedSeqs: number[];
}

/** Who this client is and how far it has come; one small row, written in the transaction of what it counts. */
export interface ReplicaState {
  businessId: number;
  userId: number;
  role: UserRole;
  clientId: string;
  /** 0 before the server gave one. */
  incarnation: number;
  nextSeq: number;
  nextMid: number;
  lastHash: string;
  leases: Lease[];
  lastStampMs: number;
  cookie: string | null;
  version: number;
  epoch: string | null;
  confirmedMid: number;
  confirmedHash: string;
  projection: Projection | null;
  historyLeft: boolean;
  /** A device can sell once the first snapshot is complete; a page is enough to begin with. */
  snapshotComplete: boolean;
  clockOffsetMs: number | null;
  /** Of the newest page; none before the first. */
  serverTimeMs?: number;
  /** None before the past has been looked at for the first time. */
  window?: KeptWindow;
  /** null: the copy that is here goes on. */
  resync: Resync | null;
  /** The server's time when it was found restored; for a while after it missing parents are waited for (SYN-21). */
  restoredAtMs: number | null;
  /** Set at logout with changes waiting: the rows are gone, the outbox is not (SYN-24). */
  sealed: boolean;
  /** How far the comparison with the server has come (SYN-14). */
  audit?: AuditState;
  /** Rows that were brought under ids which were others' already (SYN-22). */
  renumbered?: Renumbered[];
  /** Set while the server says that this user was dismissed: what this device has sent since it knows (SYN-25). */
  dismissal?: Dismissal | null;
}

/** What of the past is kept here (SYN-12). */
export interface KeptWindow {
  /** Settled history from before this instant has left the device. */
  sinceMs: number;
  /** Fewer than HISTORY_MONTHS since space ran out (SYN-26). */
  months: number;
  /** How far somebody has fetched the older past since; 'all': to its end. */
  older: Partial<Record<HistoryTable, HistoryPlace | 'all'>>;
}

export interface AuditState {
  /** Where the next one begins; null: with the first table. */
  place: { table: TableName; fromMs: number } | null;
  /** The device's clock at the last one: audits are paced by it, and nothing else. */
  atMs: number;
  /** How often everything has been compared. */
  rounds: number;
}

export interface Renumbered {
  table: TableName;
  id: number;
  newId: number;
  /** Entries from this one on were written when the clash was known: to them `id` is the stranger's row. */
  beforeSeq: number;
}

export interface Dismissal {
  incarnation: number;
  /** The server has decided everything up to here, which no pull will ever tell this device. */
  sentMid: number;
}

/** What the screens say about the sync, and when the next run is due; what is true of the data stands elsewhere. */
export interface SyncStatus {
  phase: 'idle' | 'syncing' | 'offline' | 'sign_in' | 'outdated' | 'dismissed';
  lastSyncAtMs: number | null;
  lastProgressAtMs: number | null;
  failureCount: number;
  retryAtMs: number | null;
  /** The server asked to be left alone until then: no tap and no new work comes before (SYN-8). */
  askedToWaitUntilMs?: number | null;
  storagePersistent: boolean | null;
}

export interface JournalEvent {
  atMs: number;
  what: string;
  detail: Record<string, string | number | null>;
}

/** A form that a person has not finished: theirs and this device's, never sent. Its content is the form's own matter. */
export interface FormDraft {
  key: string;
  content: unknown;
}

/** One transaction over the device's database: all of it or nothing. */
export interface LocalTx {
  getRows<T extends TableName>(table: T, ids: readonly number[]): Promise<(Rows[T] | undefined)[]>;
  /** The rows that were created from one instant on and before another one, in no order. */
  rowsCreated<T extends TableName>(table: T, fromMs: number, toMs: number): Promise<Rows[T][]>;
  /**
   * Of the rows of a history table that were created before the instant some, in the order of an index, and where to go
   * on; null: no more.
   */
  rowsBefore<T extends HistoryTable>(
    table: T,
    beforeMs: number,
    place: readonly number[] | null,
    countMax: number,
  ): Promise<{ rows: Rows[T][]; next: readonly number[] | null }>;
  countRows(table: TableName): Promise<number>;
  paymentMethods(): Promise<PaymentMethod[]>;
  /** Whether a sale or an order on this device names this customer, or a sale or a payment of one this payment method. */
  isInUse(table: UsedTable, id: number): Promise<boolean>;
  openConflicts(row: RowKey): Promise<Conflict[]>;
  suppliersNamed(name: string): Promise<Supplier[]>;
  putRows<T extends TableName>(table: T, rows: readonly Rows[T][]): Promise<void>;
  removeRows(table: TableName, ids: readonly number[]): Promise<void>;
  /** Rewrites every row of a table that the function changes, and removes those of which it leaves nothing (a role change, SYN-13). */
  mapRows<T extends TableName>(table: T, change: (row: Rows[T]) => Rows[T] | null): Promise<void>;
  /** Drafts too: they name what is in the rows. */
  clearRows(): Promise<void>;
  rowIds(table: TableName): Promise<number[]>;

  putStaged(rows: readonly StagedRow[]): Promise<void>;
  removeStaged(keys: readonly RowKey[]): Promise<void>;
  stagedIds(table: TableName): Promise<number[]>;
  /** Those that differ from what is here. */
  stagedRows(): Promise<StagedRow[]>;
  clearStaged(): Promise<void>;

  getBases(keys: readonly string[]): Promise<(BaseRow | undefined)[]>;
  allBases(): Promise<BaseRow[]>;
  stagedBases(): Promise<BaseRow[]>;
  putBases(bases: readonly BaseRow[]): Promise<void>;
  removeBases(keys: readonly string[]): Promise<void>;

  /** In seq order. */
  outbox(): Promise<OutboxEntry[]>;
  /** Undecided entries of the incarnation from this mid on, in order, at most so many. */
  outboxFrom(incarnation: number, mid: number, countMax: number): Promise<OutboxEntry[]>;
  outboxEntry(incarnation: number, mid: number): Promise<OutboxEntry | undefined>;
  countPending(): Promise<{ count: number; oldestAtMs: number | null }>;
  getEntries(seqs: readonly number[]): Promise<(OutboxEntry | undefined)[]>;
  /** Everything that waits for a person: entries and conflicts to decide, items sold beyond their stock. */
  countAttention(): Promise<number>;
  putEntries(entries: readonly OutboxEntry[]): Promise<void>;
  removeEntries(seqs: readonly number[]): Promise<void>;

  archive(): Promise<ArchivedEntry[]>;
  putArchive(entries: readonly ArchivedEntry[]): Promise<void>;
  removeArchive(seqs: readonly number[]): Promise<void>;
  /** What has no date yet was archived at this time. */
  dateArchive(atMs: number): Promise<void>;
  pruneArchive(beforeMs: number): Promise<void>;

  getState(): Promise<ReplicaState>;
  putState(state: ReplicaState): Promise<void>;
  addToTallies(changes: ReadonlyMap<string, number>): Promise<void>;
  setTallies(counts: ReadonlyMap<string, number>): Promise<void>;
  getStatus(): Promise<SyncStatus>;
  putStatus(status: SyncStatus): Promise<void>;
  /** A ring of the last 500 (SYN-27). */
  appendJournal(event: JournalEvent): Promise<void>;

  /** In the order of their keys. */
  drafts(): Promise<FormDraft[]>;
  putDraft(draft: FormDraft): Promise<void>;
  removeDraft(key: string): Promise<void>;
}

/** The device's database of one business and user. Writes are durable when `write` resolves (SYN-1). */
export interface LocalDatabase {
  read<T>(work: (tx: LocalTx) => Promise<T>): Promise<T>;
  write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T>;
}
