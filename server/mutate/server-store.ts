import type { UserRole } from '../../domain/people/user.ts';
import type { RowChange, RowSource } from '../../sync/mutation/overlay.ts';
import type { FindDuplicates } from '../../sync/mutation/duplicate.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import type { DeviceReport } from '../../sync/protocol/push.ts';
import type { RowKey, Rows, TableName } from '../../sync/protocol/tables.ts';

/**
 * The port to the database for pushes and pulls. Two implementations pass one contract suite: SQL
 * (server/db/sql-store.ts) and maps in memory for the simulation.
 */
export interface ServerStore {
  /**
   * Runs one transaction over one business. Its first statement locks the business and takes the next version, so that
   * version order is commit order (SYN-7). Rolls back and rejects if `work` throws.
   */
  change<T>(businessId: number, work: (tx: ChangeTx) => Promise<T>): Promise<T>;
  /** Runs reads in one snapshot (REPEATABLE READ): they do not see later commits (SYN-11). */
  snapshot<T>(businessId: number, work: (tx: SnapshotTx) => Promise<T>): Promise<T>;
}

export interface ClientRow {
  clientId: string;
  userId: number;
  lmid: number;
  /** The hash of the mutation at lmid. */
  hash: string;
}

/** The decision on one attempt of an act; the outcome has the mid of the queue that sent it. */
export interface DecidedAct {
  act: string;
  attempt: number;
  outcome: Outcome;
}

export interface Actor {
  userId: number;
  role: UserRole;
  isActive: boolean;
}

/** How often a mutation has failed inside its savepoint, and since when (SYN-10). */
export interface Failure {
  count: number;
  firstAtMs: number;
}

/** The business's history on this server, and how far back it is known (SYN-15, SYN-21). */
export interface History {
  readonly version: number;
  readonly epoch: string;
  /** Tombstones up to this version are deleted. */
  readonly horizon: number;
  /** Returns the nonce of the version; null if this history never had that version, or has forgotten it. */
  nonceOf(version: number): Promise<string | null>;
}

export interface ChangeTx extends RowSource, History {
  actor(userId: number): Promise<Actor | null>;
  /** Searches the rows as of the start of this transaction, without its own writes. */
  readonly findDuplicates: FindDuplicates;
  /** Returns the keys whose row was removed, as `rowKeyText`. */
  tombstones(keys: readonly RowKey[]): Promise<ReadonlySet<string>>;
  /** Writes rows and tombstones, all with this transaction's version. */
  writeRows(changes: readonly RowChange[]): Promise<void>;

  client(clientId: string): Promise<ClientRow | null>;
  putClient(client: ClientRow, seenAtMs: number, report: DeviceReport | null): Promise<void>;
  /** Returns the outcomes of these mids of a client, in mid order. */
  outcomes(clientId: string, mids: readonly number[]): Promise<Outcome[]>;
  /** Returns all decisions on these acts, whichever client sent them. */
  decided(acts: readonly string[]): Promise<DecidedAct[]>;
  addOutcomes(clientId: string, decided: readonly DecidedAct[], atMs: number): Promise<void>;

  failure(clientId: string, mid: number): Promise<Failure | null>;
  putFailure(clientId: string, mid: number, failure: Failure, reason: string, atMs: number): Promise<void>;
  quarantine(clientId: string, mid: number, raw: string, reason: string, atMs: number): Promise<void>;
}

/** A row as the server stores it. If `row` is null, it is a tombstone. */
export interface StoredRow {
  table: TableName;
  id: number;
  version: number;
  row: Rows[TableName] | null;
}

export interface CreatedRow {
  id: number;
  version: number;
  createdAtMs: number;
}

/** A position in the order (version, table, id). */
export interface ChangePosition {
  version: number;
  tableIndex: number;
  id: number;
}

export interface SnapshotTx extends History {
  /** The nonce of this snapshot's version. */
  readonly nonce: string;
  actor(userId: number): Promise<Actor | null>;
  client(clientId: string): Promise<ClientRow | null>;
  /** Returns outcomes in mid order. */
  outcomesAfter(clientId: string, mid: number): Promise<Outcome[]>;
  decided(acts: readonly string[]): Promise<DecidedAct[]>;
  /** Returns rows and tombstones after the position, in the order (version, table, id). */
  changesAfter(position: ChangePosition, countMax: number): Promise<StoredRow[]>;
  /** Returns living rows of a table with a greater id, by id. */
  rowsAfter(table: TableName, id: number, countMax: number): Promise<StoredRow[]>;
  /**
   * Returns living rows of a history table before the place, newest first, of no later version than the bound: those
   * that were last active at the instant or later (SYN-12).
   */
  historyBefore(
    table: TableName,
    place: { createdAtMs: number; id: number } | null,
    bounds: { sinceMs: number; versionMax: number },
    countMax: number,
  ): Promise<StoredRow[]>;
  rowsOf(keys: readonly RowKey[]): Promise<StoredRow[]>;
  /** Returns living rows of a table that were created at or after the instant, oldest first. */
  createdFrom(table: TableName, fromMs: number, countMax: number): Promise<CreatedRow[]>;
}

/** The outside world of the server's logic. */
export interface ServerPorts {
  readonly store: ServerStore;
  readonly clock: { nowMs(): number };
  readonly random: { below(bound: number): number };
  /** Announces after a commit that the business has a newer version (SYN-16). */
  readonly announce: (businessId: number, version: number, epoch: string) => void;
  /** True if the database refused the rows themselves; false for a lock, time-out, connection or commit (SYN-10). */
  readonly isMutationsFault: (error: unknown) => boolean;
}

/** The user who makes the request, as the session proved. */
export interface Caller {
  businessId: number;
  userId: number;
}
