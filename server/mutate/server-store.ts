import type { UserRole } from '../../domain/people/user.ts';
import type { RowChange, RowSource } from '../../sync/mutation/overlay.ts';
import type { FindTwins } from '../../sync/mutation/twin.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import type { DeviceReport } from '../../sync/protocol/push.ts';
import type { RowKey, Rows, TableName } from '../../sync/protocol/tables.ts';

/**
 * The database as running mutations and answering pulls need it. Two implementations pass one contract suite: SQL
 * (server/db/sql-store.ts) and maps in memory for the simulation.
 */
export interface ServerStore {
  /**
   * One transaction over one business. Its first statement locks the business and takes its next version, so that
   * version order is commit order (SYN-7). Rejects whole when the work throws.
   */
  change<T>(businessId: number, work: (tx: ChangeTx) => Promise<T>): Promise<T>;
  /** Reads out of one snapshot (REPEATABLE READ): nothing that commits meanwhile is seen (SYN-11). */
  snapshot<T>(businessId: number, work: (tx: SnapshotTx) => Promise<T>): Promise<T>;
}

export interface ClientRow {
  clientId: string;
  userId: number;
  lmid: number;
  /** The hash at lmid. */
  hash: string;
}

/** The decision on one attempt of an act, as one queue gets it. */
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

/** How often a mutation went wrong inside its own savepoint, and since when (SYN-10). */
export interface Failure {
  count: number;
  firstAtMs: number;
}

/** Which history this is, and how far back it goes (SYN-15, SYN-21). */
export interface History {
  readonly version: number;
  readonly epoch: string;
  /** Tombstones up to this version are gone. */
  readonly horizon: number;
  /** The nonce of the version; null when this history never had that version, or has forgotten it. */
  nonceOf(version: number): Promise<string | null>;
}

export interface ChangeTx extends RowSource, History {
  actor(userId: number): Promise<Actor | null>;
  /** As the rows stood when this transaction began; what it writes itself is not among them. */
  readonly findTwins: FindTwins;
  /** Those of the keys under which a row stood that left, as `rowKeyText`. */
  tombstones(keys: readonly RowKey[]): Promise<ReadonlySet<string>>;
  /** Writes rows and tombstones, all with this transaction's version. */
  writeRows(changes: readonly RowChange[]): Promise<void>;

  client(clientId: string): Promise<ClientRow | null>;
  putClient(client: ClientRow, seenAtMs: number, report: DeviceReport | null): Promise<void>;
  /** Outcomes of these mids of a client, in mid order. */
  outcomes(clientId: string, mids: readonly number[]): Promise<Outcome[]>;
  /** Whatever was decided of these acts, by any client's bringing. */
  decided(acts: readonly string[]): Promise<DecidedAct[]>;
  addOutcomes(clientId: string, decided: readonly DecidedAct[], atMs: number): Promise<void>;

  failure(clientId: string, mid: number): Promise<Failure | null>;
  putFailure(clientId: string, mid: number, failure: Failure, reason: string, atMs: number): Promise<void>;
  quarantine(clientId: string, mid: number, raw: string, reason: string, atMs: number): Promise<void>;
}

/** A row as the server keeps it; `row` null: a tombstone. */
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

/** A place between rows in the order (version, table, id). */
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
  /** In mid order. */
  outcomesAfter(clientId: string, mid: number): Promise<Outcome[]>;
  decided(acts: readonly string[]): Promise<DecidedAct[]>;
  /** Rows and tombstones after the place, in the order (version, table, id). */
  changesAfter(position: ChangePosition, countMax: number): Promise<StoredRow[]>;
  /** Living rows of a table with a greater id, by id. */
  rowsAfter(table: TableName, id: number, countMax: number): Promise<StoredRow[]>;
  /**
   * Living rows of a history table of no later version, newest first, before the place: those since the instant, and
   * unpaid ones of any age (SYN-12).
   */
  historyBefore(
    table: TableName,
    place: { createdAtMs: number; id: number } | null,
    bounds: { sinceMs: number; versionMax: number },
    countMax: number,
  ): Promise<StoredRow[]>;
  rowsOf(keys: readonly RowKey[]): Promise<StoredRow[]>;
  /** Living rows of a table that were created at or after the instant, oldest first. */
  createdFrom(table: TableName, fromMs: number, countMax: number): Promise<CreatedRow[]>;
}

/** The outside world of the server's logic. */
export interface ServerPorts {
  readonly store: ServerStore;
  readonly clock: { nowMs(): number };
  readonly random: { below(bound: number): number };
  /** Told after a commit: the business has a newer version (SYN-16). */
  readonly announce: (businessId: number, version: number, epoch: string) => void;
  /** True when the database refused the rows themselves: not a lock, a time-out, a connection, a commit (SYN-10). */
  readonly isMutationsFault: (error: unknown) => boolean;
}

/** Whose request it is, as the session proved it. */
export interface Caller {
  businessId: number;
  userId: number;
}
