import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Database } from '../../../server/db/database.ts';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { emptyEngine } from './empty-engine.ts';

export const ENGINES = ['embedded', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/**
 * The databases on which the HTTP routes are tested. The tests of `db`, `mutate` and `sync` run on both, so the routes
 * need only one; `npm run test:long` tests the routes on both too.
 */
export const ROUTE_ENGINES: readonly Engine[] = process.env['ROUTES_ON_BOTH'] === 'yes' ? ENGINES : ['embedded'];

/** Creates a database with the present tables; `close` deletes it. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  const database = await openEmptyDatabase(engine);
  await migrate(database);
  return database;
}

/** Creates a database without tables; `close` deletes it. */
export async function openEmptyDatabase(engine: Engine): Promise<Database> {
  if (engine === 'embedded') return await openEmbedded({ directory: null, engine: await emptyEngine() });
  return await openOwnPostgres();
}

/** Creates an empty PostgreSQL database; returns its address and a function that drops it. */
export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined || server === '')
    throw new Error(
      'TEST_DATABASE_URL must name a PostgreSQL whose user may make databases and roles: npm test starts one',
    );
  const name = `kaunta_test_${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Not "with (force)": PostgreSQL refuses that while its own vacuum runs in the database. A plain drop ends the
  // vacuum.
  return { url: url.href, drop: () => ask(server, `drop database ${name}`) };
}

/** Runs PostgreSQL's own programs as an administrator; rejects with what the program printed. */
export function postgresPrograms(): {
  administratorUrl: string;
  runProgram: (name: 'psql' | 'pg_dump' | 'pg_restore', args: readonly string[]) => Promise<void>;
} {
  const { TEST_DATABASE_ADMINISTRATOR_URL: administratorUrl, TEST_DATABASE_PROGRAMS: programs } = process.env;
  if (administratorUrl === undefined || programs === undefined)
    throw new Error('TEST_DATABASE_ADMINISTRATOR_URL and TEST_DATABASE_PROGRAMS must be set: npm test does so');
  return {
    administratorUrl,
    async runProgram(name, args) {
      await promisify(execFile)(join(programs, name), [...args]);
    },
  };
}

async function openOwnPostgres(): Promise<Database> {
  const { url, drop } = await createPostgres();
  const database = await openPostgres({ url, connectionsMax: 6, onConnectionError: () => {} });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
