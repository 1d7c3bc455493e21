// A small port to two engines: PGlite in this process (embedded.ts) and PostgreSQL by URL (postgres.ts).
//
// All queries of the server go through `transaction`. It sets a role that owns no table. `kaunta_app` sees only the
// named business. `kaunta_door` (in comments: 'through the door') sees all businesses, but only the columns that
// sign-in, session look-up and slugs need. So a query that forgets its business finds nothing.

import { AsyncLocalStorage } from 'node:async_hooks';

/** A value for `$1`. The caller applies JSON.stringify to jsonb parameters: the two drivers disagree on objects. */
export type SqlParam = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

export interface Sql {
  /**
   * Runs one statement. Returns int8 as a number (throws beyond 2^53); numeric, dates and times as text; jsonb
   * parsed. With a `name` PostgreSQL caches the plan: for frequent statements whose text never changes.
   */
  query<Row extends object>(text: string, params?: readonly SqlParam[], name?: string): Promise<Row[]>;
  /** Runs `work` in a savepoint: if it throws, only its own writes are undone. Throws the error on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export interface OwnerSql extends Sql {
  /** Runs several statements at once, without parameters. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /** The business whose rows may be read and written; null for the role `kaunta_door`. */
  businessId: number | null;
  isolation?: 'read committed' | 'repeatable read';
  readOnly?: boolean;
}

/** Notices between the processes of one database. A notice may be lost, so nothing may depend on its arrival. */
export interface Notices {
  send(text: string): Promise<void>;
  /** Calls `hear` with each notice of other processes. Returns a function that ends this. */
  subscribe(hear: (text: string) => void): () => void;
}

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  transaction<T>(options: TransactionOptions, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` as the owner of the tables, who sees all businesses. For migrations. */
  asOwner<T>(work: (sql: OwnerSql) => Promise<T>): Promise<T>;
  readonly notices: Notices;
  close(): Promise<void>;
}

export const LOCK_WAIT_MS = 5_000;
export const IDLE_IN_TRANSACTION_MS = 30_000;
export const STATEMENT_MS = 30_000;

/** Returns the first statements of every transaction, sent in one round trip. */
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

/** The database is not available: it is closing, overloaded, or the connection broke. The caller may try again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * The database refused a statement. Holds only the parts of the driver's error that are safe to log. The other parts
 * quote parameters, such as phones and hashes.
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

/** True if a row would break a unique constraint; with `constraint`, only if it is that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof SqlError && error.code === '23505' && (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * True if the same work may succeed later: after a lock, a time-out, a serialisation failure, a lost or refused
 * connection, a full disk. The statement is not at fault, so the error counts against no mutation (SYN-10).
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof SqlError && (/^(08|40|53|57|58)/.test(error.code) || ['55P03', '25P03'].includes(error.code));
}

const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs the work; throws if it is called inside a transaction. A nested transaction would wait for itself for ever: the
 * embedded engine has one connection, and on PostgreSQL it could wait for the outer transaction's lock.
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
