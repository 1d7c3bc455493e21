import type { UserRole } from '../domain/people/user.ts';
import type { AuditAnswer, AuditRequest } from './protocol/audit.ts';
import type { KnownActsAnswer, KnownActsRequest } from './protocol/known-acts.ts';
import type { Outcome } from './protocol/outcome.ts';
import type { HistoryPlace, Projection, PullAnswer, PullRequest } from './protocol/pull.ts';
import type { PushAnswer, PushRequest, WireMutation } from './protocol/push.ts';
import type { HistoryTable, RowKey, Rows, TableName } from './protocol/tables.ts';

/**
 * The outside world of the sync engine: everything with a clock, random numbers, a disk or a network is behind these
 * ports.
 */
export interface Clock {
  nowMs(): number;
  /** The present offset of the device's time zone from UTC, in minutes. */
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
 * The result of one call to the server, classified by what the caller must do next (SYN-8). Only an answer of our own
 * protocol is an 'answer'; the page of a Wi-Fi portal, a redirect or a cut-off body is 'unreachable'.
 */
export type CallResult<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'unreachable' }
  | { kind: 'signed_out' }
  /** The session is that of a dismissed user, who may push and do nothing else (SYN-25). */
  | { kind: 'dismissed' }
  | { kind: 'retry_later'; status: number; retryAfterMs: number | null }
  | { kind: 'too_large' }
  | { kind: 'outdated' };

export interface Transport {
  push(request: PushRequest): Promise<CallResult<PushAnswer>>;
  pull(request: PullRequest): Promise<CallResult<PullAnswer>>;
  audit(request: AuditRequest): Promise<CallResult<AuditAnswer>>;
  knownActs(request: KnownActsRequest): Promise<CallResult<KnownActsAnswer>>;
}

/** One mutation of this device of which no pull has proved that it is in the server's state (SYN-5, SYN-9). */
export interface OutboxEntry {
  /** The local order. It never changes, even if a new queue gives the entry another mid. */
  seq: number;
  /**
   * The opening of the form that made this entry: a form saves once (SYN-1). Absent if the caller has no opening. Never
   * sent.
   */
  opening?: string;
  wire: WireMutation;
  /** The rows that the entry wrote in the local view. */
  touched: RowKey[];
  /** 'pending': not decided yet, as far as this device knows. 'refused', 'quarantined': a person must decide. */
  state: 'pending' | 'refused' | 'quarantined';
  outcome: Outcome | null;
  /** Why the entry does not fit its rows at present; null if it fits (SYN-3). */
  unfit: string | null;
  /**
   * Set if a restored server lacks the entry and gets it again (SYN-21). The rows on this device contain its effect
   * until a new copy arrives.
   */
  isLost?: true;
}

/**
 * An entry that has left the outbox, with the proof that it may leave (SYN-9). It is stored for 30 days to heal a
 * restored server.
 */
export interface ArchivedEntry extends OutboxEntry {
  /**
   * By the server's clock, so that a wrong clock of the device cannot delete it early (SYN-23). `UNDATED_MS` until a
   * page of a pull brings the time.
   */
  archivedAtMs: number;
  proof: Proof;
}

/** The date of an entry that the device archived itself, between two pages: later than any time of a server. */
export const UNDATED_MS = Number.MAX_SAFE_INTEGER;

export interface Proof {
  lmid: number;
  hash: string;
  /**
   * What a person decided about the entry after the server had not accepted it (SYN-5). Such an entry heals no server.
   */
  decided?: { kind: 'discarded' | 'retried'; byUserId: number; atMs: number };
}

/** The server's image of a row that pending mutations have changed on this device (SYN-3). */
export interface BaseRow {
  key: string;
  table: TableName;
  id: number;
  /** null: the server has no such row, as far as this device knows. */
  row: Rows[TableName] | null;
  /** The pending entries that write the row, by seq. */
  seqs: number[];
  /** A newer image. It is stored aside until a page shows which of this device's mutations it contains. */
  next: { row: Rows[TableName] | null } | null;
  /** 1 while `next` is set, so that an index finds these rows. */
  staged: 0 | 1;
}

/** One row of a new copy that is being fetched (SYN-15). */
export interface StagedRow extends RowKey {
  /** null: the image on this device equals the new one. */
  row: Rows[TableName] | null;
}

/**
 * The state of fetching a new copy of the shop, while people work with the old one (SYN-15). 'healing': the server came
 * back from a backup and first gets what it lacks (SYN-21). 'staging': the new copy arrives, page by page.
 */
export interface Resync {
  phase: 'healing' | 'staging';
  isRestored: boolean;
  /** The epoch of the server's history that was healed; null before that. */
  epoch: string | null;
  /** How far the new copy has come; while healing, where the new copy will begin in the healed history. */
  cookie: string | null;
  historyLeft: boolean;
  /**
   * While healing: the seq of the last entry that the server lacks; 0: it lacks none. null: the server was not asked
   * yet.
   */
  lostSeq: number | null;
  /**
   * Seqs of archived entries that the restored server refused. With the flip they go back into the outbox, to their
   * author.
   */
  refusedSeqs: number[];
}

/**
 * The identity and progress of this client: one small row, written in the same transaction as the data that it
 * describes.
 */
export interface ReplicaState {
  businessId: number;
  userId: number;
  role: UserRole;
  clientId: string;
  /** The client before the device began a new queue; the server shows both as one device. */
  formerClientId?: string | null;
  nextSeq: number;
  nextMid: number;
  lastHash: string;
  lastStampMs: number;
  /** The source of the newest act made on this device (SYN-2). */
  source?: string;
  cookie: string | null;
  version: number;
  epoch: string | null;
  confirmedMid: number;
  confirmedHash: string;
  projection: Projection | null;
  historyLeft: boolean;
  /** True once the first snapshot is complete; from then on the device can sell. */
  snapshotComplete: boolean;
  clockOffsetMs: number | null;
  /** The server's time in the newest page; absent before the first page. */
  serverTimeMs?: number;
  /** Absent before rows were first checked against the window. */
  window?: KeptWindow;
  /** null: no new copy is being fetched. */
  resync: Resync | null;
  /**
   * The server's time when its restore was noticed. For a while after it, mutations wait for missing parents (SYN-21).
   */
  restoredAtMs: number | null;
  /** True after a logout with waiting changes: the rows are removed, the outbox is not (SYN-24). */
  sealed: boolean;
  /** How far the comparison with the server has come (SYN-14). */
  audit?: AuditState;
  /** Set while the server reports that this user is dismissed (SYN-25). */
  dismissal?: Dismissal | null;
}

/** The window: which part of the history this device stores (SYN-12). */
export interface KeptWindow {
  /** Rows that were last active before this instant have left the device. */
  sinceMs: number;
  /** Fewer than HISTORY_MONTHS if space ran out (SYN-26). */
  months: number;
  /** How far back a person has fetched older rows since; 'all': to the end. */
  older: Partial<Record<HistoryTable, HistoryPlace | 'all'>>;
}

export interface AuditState {
  /** Where the next comparison begins; null: at the first table. */
  place: { table: TableName; fromMs: number } | null;
  /** The device's clock at the last comparison. It is used only to space the comparisons. */
  atMs: number;
  /** How often the whole copy has been compared. */
  rounds: number;
}

export interface Dismissal {
  /** The server has decided everything up to this mid. No pull will ever confirm that to this device. */
  sentMid: number;
}

/** What the screens show about the sync, and when the next run is due. It says nothing about the data. */
export interface SyncStatus {
  phase: 'idle' | 'syncing' | 'offline' | 'sign_in' | 'outdated' | 'dismissed';
  lastSyncAtMs: number | null;
  /** When the last complete run began: everything that the run heard from the server was requested after this time. */
  lastSyncBeganAtMs?: number;
  lastProgressAtMs: number | null;
  failureCount: number;
  retryAtMs: number | null;
  /** The server asked for no requests until this time, and neither a tap nor new work may send one before (SYN-8). */
  askedToWaitUntilMs?: number | null;
  storagePersistent: boolean | null;
}

export interface JournalEvent {
  atMs: number;
  what: string;
  detail: Record<string, string | number | null>;
}

/**
 * A form that a person has not finished. It belongs to this person and this device and is never sent. Only the form
 * knows its content.
 */
export interface FormDraft {
  key: string;
  content: unknown;
}
