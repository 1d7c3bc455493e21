import type { UserRole } from '../domain/people/user.ts';
import type { AuditAnswer, AuditRequest } from './protocol/audit.ts';
import type { KnownActsAnswer, KnownActsRequest } from './protocol/known-acts.ts';
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
  audit(request: AuditRequest): Promise<CallResult<AuditAnswer>>;
  knownActs(request: KnownActsRequest): Promise<CallResult<KnownActsAnswer>>;
}

/** One mutation of this device that no pull has proved to be in the server's state yet (SYN-5, SYN-9). */
export interface OutboxEntry {
  /** Local order; never changes, also when a new queue gives the entry another mid. */
  seq: number;
  /** Of the form that made it: a form saves once (SYN-1). None for what knows no opening. Never sent. */
  opening?: string;
  wire: WireMutation;
  /** The rows that it wrote in the local view. */
  touched: RowKey[];
  /** 'pending': not decided as far as we know. 'refused', 'quarantined': a person decides. */
  state: 'pending' | 'refused' | 'quarantined';
  outcome: Outcome | null;
  /** Why it no longer fits the rows under it, while it does not (SYN-3). */
  unfit: string | null;
  /** A restored server lacks it, and is sent it again (SYN-21). The rows here hold its effect until a new copy comes. */
  isLost?: true;
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
  /** How far the new copy has come; while healing, where it will begin in the history that is healed. */
  cookie: string | null;
  historyLeft: boolean;
  /** While healing: the last entry of what the server lacks, by seq; 0: it lacks nothing. null: it was not asked yet. */
  lostSeq: number | null;
  /** Of the archive: what the restored server refused. It goes back to its author with the new copy. */
  refusedSeqs: number[];
}

/** Who this client is and how far it has come; one small row, written in the transaction of what it counts. */
export interface ReplicaState {
  businessId: number;
  userId: number;
  role: UserRole;
  clientId: string;
  /** What it was before it began a new queue; the server shows both as one device. */
  formerClientId?: string | null;
  nextSeq: number;
  nextMid: number;
  lastHash: string;
  lastStampMs: number;
  /** Of the newest act made here (SYN-2). */
  source?: string;
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
  /** Set while the server says that this user was dismissed (SYN-25). */
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

export interface Dismissal {
  /** The server has decided everything up to here, which no pull will ever tell this device. */
  sentMid: number;
}

/** What the screens say about the sync, and when the next run is due; what is true of the data stands elsewhere. */
export interface SyncStatus {
  phase: 'idle' | 'syncing' | 'offline' | 'sign_in' | 'outdated' | 'dismissed';
  lastSyncAtMs: number | null;
  /** When the run that ended then began: all that it heard of the server was asked later. */
  lastSyncBeganAtMs?: number;
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
