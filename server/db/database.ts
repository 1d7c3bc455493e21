// One small port over two engines: PGlite in this process (embedded.ts) and PostgreSQL by address (postgres.ts).
//
// All queries of the server go through `transaction`. Inside it the session has a role that owns nothing: `kaunta_app`,
// which sees only the named business, or `kaunta_door`, which sees the columns of all businesses that sign-in, session
// look-up and slugs need. So a query that forgets its business finds nothing.

import { AsyncLocalStorage } from 'node:async_hooks';

/** A value for `$1`. The caller applies JSON.stringify to jsonb parameters: the two drivers disagree on objects. */
export type SqlParam = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

export interface Sql {
  /**
   * Runs one statement. int8 answers as a number (refused beyond 2^53); numeric, dates and times as text; jsonb
   * parsed. With a `name` PostgreSQL keeps the plan: for hot statements whose text never changes.
   */
  query<Row extends object>(text: string, params?: readonly SqlParam[], name?: string): Promise<Row[]>;
  /** Runs `work` so that its failure undoes only itself; the error is thrown on after that. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export interface OwnerSql extends Sql {
  /** Several statements at once, without parameters. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /** The business whose rows may be seen and written; null for the door's few columns of all of them. */
  businessId: number | null;
  isolation?: 'read committed' | 'repeatable read';
  readOnly?: boolean;
}

/** Notices between the processes on one database. One may be lost: nothing may depend on its arrival. */
export interface Notices {
  send(text: string): Promise<void>;
  /** Hears what other processes send. */
  subscribe(hear: (text: string) => void): () => void;
}

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  transaction<T>(options: TransactionOptions, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** As the owner of the tables, outside the wall between businesses: for migrations. */
  asOwner<T>(work: (sql: OwnerSql) => Promise<T>): Promise<T>;
  readonly notices: Notices;
  close(): Promise<void>;
}

export const LOCK_WAIT_MS = 5_000;
export const IDLE_IN_TRANSACTION_MS = 30_000;
export const STATEMENT_MS = 30_000;

/** The first words of every transaction, in one round trip. */
export function beginStatements({ businessId, isolation, readOnly }: TransactionOptions): string {
  if (businessId !== null && !(Number.isSafeInteger(businessId) && businessId > 0))
    throw new Error('A transaction needs a business id that is a positive safe integer, or null');
  return [
    `begin isolation level ${isolation ?? 'read committed'} ${readOnly ? 'read only' : 'read write'}`,
    `set local role ${businessId === null ? 'kaunta_door' : 'kaunta_app'}`,
    `set local lock_timeout = ${LOCK_WAIT_MS}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    `set local statement_timeout = ${STATEMENT_MS}`,
    `set local kaunta.business_id = '${businessId ?? ''}'`,
  ].join('; ');
}

/** The database cannot be asked now: it is closing, overloaded, or the connection broke. Worth trying again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * The database refused a statement. Only what is safe to log is kept of the driver's error, whose other members quote
 * the parameters: phones and hashes among them.
 */
export class SqlError extends Error {
  override name = 'SqlError';
  /** The five-character SQLSTATE. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(message: string, code: string, constraint: string | undefined) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

/** True when the row would break a unique rule; with `constraint`, only when it is that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof SqlError && error.code === '23505' && (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * True when the same work may succeed if tried again: a lock, a time-out, a serialisation failure, a lost or refused
 * connection, a full disk. Never the statement's own fault, so it counts against no mutation (SYN-10).
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof SqlError && (/^(08|40|53|57|58)/.test(error.code) || ['55P03', '25P03'].includes(error.code));
}

const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Refuses a transaction inside a transaction. On the embedded engine, which has one connection, it would wait for
 * itself for ever; on PostgreSQL it could wait for its own lock on a second connection.
 */
export async function runUnnested<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()?.open)
    throw new Error('A transaction was started inside a transaction: hand its Sql on instead');
  const mark = { open: true };
  try {
    return await current.run(mark, work);
  } finally {
    mark.open = false;
  }
}
