import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { startTestServer, type TestServer } from '../support/server/server.ts';
import { type Engine, openTestDatabase } from '../support/server/test-database.ts';

/**
 * Returns the databases to measure: the embedded one, on disk and durable; PostgreSQL too if TEST_DATABASE_URL is set.
 */
export const benchEngines = (): Engine[] =>
  process.env['TEST_DATABASE_URL'] ? ['embedded', 'postgres'] : ['embedded'];

/** Runs `work` with a whole server in this process, without sockets. Its database is deleted afterwards. */
export async function withBenchServer(engine: Engine, work: (server: TestServer) => Promise<void>): Promise<void> {
  const directory = engine === 'embedded' ? await mkdtemp(join(tmpdir(), 'kaunta-bench-')) : null;
  const database = directory === null ? await openTestDatabase(engine) : await openEmbedded({ directory });
  await migrate(database);
  const server = await startTestServer({ database, settings: { logLevel: 'error' } });
  try {
    await work(server);
  } finally {
    await server.close();
    if (directory !== null) await rm(directory, { recursive: true });
  }
}

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Returns the processor time of this process during `work`. On a shared machine it says more than the clock. */
export async function cpuMillisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
