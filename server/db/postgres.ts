import pg from 'pg';
import {
  beginStatements,
  type Database,
  DatabaseUnavailable,
  IDLE_IN_TRANSACTION_MS,
  runUnnested,
  SqlError,
  STATEMENT_MS,
} from './database.ts';
import { openNotices } from './postgres-notices.ts';
import { type Connection, runTransaction } from './run-transaction.ts';
import { type Parse, VALUE_PARSERS } from './value-parsers.ts';

export interface PostgresOptions {
  url: string;
  connectionsMax: number;
  /** After how many milliseconds without an answer the connection counts as broken. */
  answerMs?: number;
  /** Called if an idle connection broke. The pool replaces it. */
  onConnectionError: (error: unknown) => void;
}

const CONNECT_MS = 10_000;
/** Longer than the server's own limit, so only a network that drops all packets reaches it. */
const ANSWER_MS = STATEMENT_MS + 10_000;
/** One day. A query without a limit of its own gets that of the connection. */
const LONG_MS = 24 * 60 * 60_000;

/** The driver takes a limit for one query too; its types leave it out. */
interface LongQuery extends pg.QueryConfig {
  query_timeout: number;
}

/** Returns the parser of a type. All values are sent as text, so each type has one parser. */
const getTypeParser = (type: number): Parse =>
  VALUE_PARSERS.get(type) ?? (pg.types.getTypeParser(type, 'text') as Parse);

/** Opens PostgreSQL 15 or newer by its URL. Any number of processes of this server may share it. */
export async function openPostgres({
  url,
  connectionsMax,
  answerMs = ANSWER_MS,
  onConnectionError,
}: PostgresOptions): Promise<Database> {
  const config: pg.PoolConfig = {
    connectionString: url,
    types: { getTypeParser },
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: 'kaunta',
  };
  const pool = new pg.Pool(config);
  pool.on('error', onConnectionError);
  const notices = openNotices(
    { connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, application_name: 'kaunta notices' },
    pool,
    onConnectionError,
  );

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable('The database cannot be reached', { cause: error });
    }
  }

  async function withConnection<T>(begin: string, work: Parameters<typeof runTransaction<T>>[3]): Promise<T> {
    const client = await connect();
    client.on('error', onConnectionError);
    let broken = false;
    try {
      return await runTransaction(
        createConnection(client, () => (broken = true)),
        begin,
        IDLE_IN_TRANSACTION_MS,
        work,
      );
    } finally {
      client.off('error', onConnectionError);
      client.release(broken);
    }
  }

  return {
    engine: 'postgres',
    async transaction(options, work) {
      const begin = beginStatements(options);
      return runUnnested(() => withConnection(begin, work));
    },
    asOwner: (work) => runUnnested(() => withConnection('begin', work)),
    notices,
    async close() {
      await notices.close();
      await pool.end();
    },
  };
}

function createConnection(client: pg.PoolClient, markBroken: () => void): Connection {
  async function plainly<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        const code = error.code ?? 'XX000';
        if (/^(08|57P)/.test(code)) markBroken();
        throw new SqlError(error.message, code, error.constraint);
      }
      if (error instanceof RangeError || error instanceof TypeError) throw error; // Our own error about a value.
      markBroken();
      throw new DatabaseUnavailable('The connection to the database failed', { cause: error });
    }
  }
  return {
    run: (text, params, name) =>
      plainly(
        async () =>
          (await client.query<object>({ text, values: [...params], ...(name === undefined ? {} : { name }) })).rows,
      ),
    script: (text) =>
      plainly(async () => {
        await client.query(text);
      }),
    longScript: (text) =>
      plainly(async () => {
        const query: LongQuery = { text, query_timeout: LONG_MS };
        await client.query(query);
      }),
  };
}
