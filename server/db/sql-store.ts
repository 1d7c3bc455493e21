import type { PlainStore } from '../mutate/plain-call.ts';
import type { ServerStore } from '../mutate/server-store.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { type Database, isTransient, SqlError } from './database.ts';
import { readVersion, takeNextVersion } from './queries/business.ts';
import { createSqlChange } from './sql-change.ts';
import { createSqlSnapshot } from './sql-snapshot.ts';

export interface StorePorts {
  clock: Clock;
  random: Random;
}

/** Creates the store of the server's rows on an SQL database. */
export function createSqlStore(database: Database, ports: StorePorts): ServerStore & PlainStore {
  return {
    change: (businessId, work) =>
      database.transaction({ businessId }, async (sql) => {
        const taken = await takeNextVersion(sql, businessId, ports.random); // Must be the first statement (SYN-7).
        return await work(createSqlChange(sql, businessId, taken));
      }),
    snapshot: (businessId, work) =>
      database.transaction({ businessId, isolation: 'repeatable read', readOnly: true }, async (sql) => {
        const known = await readVersion(sql, businessId);
        if (known === undefined) throw new Error('There is no business to read');
        return await work(createSqlSnapshot(sql, businessId, known));
      }),
  };
}

/** SQLSTATE classes: values that no row may hold, violated constraints, and data that is too large. */
const FAULTS_OF_ROWS = /^(22|23|54)/;

/**
 * True if the database refused the rows themselves (SYN-10); false for a lock, time-out, connection or our own SQL.
 */
export function isMutationsFault(error: unknown): boolean {
  return error instanceof SqlError && !isTransient(error) && FAULTS_OF_ROWS.test(error.code);
}
