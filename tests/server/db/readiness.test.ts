import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, DatabaseUnavailable, SqlError } from '../../../server/db/database.ts';
import { watchReadiness } from '../../../server/db/readiness.ts';
import { createLog } from '../../../server/log.ts';
import { ask, startTestServer, TestClock, type TestServer } from '../../support/server/server.ts';

describe('whether the server is ready', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const log = createLog('silent');
  const failing = (error: unknown): Database => ({ ...server.deps.database, asOwner: () => Promise.reject(error) });
  const readinessOf = (database: Database) => watchReadiness({ database, log, clock: new TestClock() });

  it('R-SEC-04 writes to the database, once a second however often it is asked', async () => {
    const written = () =>
      server.deps.database.asOwner(async (sql) => {
        const [mark] = await sql.query<{ value: string }>(`select value from installation where key = 'written_at_ms'`);
        return Number(mark?.value ?? 0);
      });
    const firstMs = server.clock.nowMs();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(server, 'GET /readyz')));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect(await written()).toBe(firstMs);
    server.clock.advance(900);
    await ask(server, 'GET /readyz');
    expect(await written()).toBe(firstMs);
    server.clock.advance(100);
    await ask(server, 'GET /readyz');
    expect(await written()).toBe(firstMs + 1_000);
  });

  it('R-SEC-04 answers 503 with a plain reason, and tells nothing of the database', async () => {
    const reasons = await Promise.all(
      [
        new SqlError('could not extend file "base/1/2": No space left on device', '53100', undefined),
        new SqlError('cannot execute INSERT in a read-only transaction', '25006', undefined),
        new SqlError('sorry, too many clients already', '53300', undefined),
        new SqlError('permission denied for table installation', '42501', undefined),
        new DatabaseUnavailable('The database cannot be reached'),
      ].map((error) => readinessOf(failing(error))()),
    );
    expect(reasons).toEqual([
      'The disk of the database is full.',
      'The database takes no writes: it is read-only, as a standby is.',
      'The database has no connection or memory to spare.',
      'The database refused to write. The log says why.',
      'The database cannot be reached. The log says why.',
    ]);
    const own = await startTestServer();
    await own.deps.database.close();
    const answer = await ask(own, 'GET /readyz');
    expect([answer.status, answer.body]).toEqual([
      503,
      { status: 'unavailable', reason: 'The database cannot be reached. The log says why.' },
    ]);
  });

  it('R-SEC-04 answers in bounded time where the database does not, with one try at a time', async () => {
    let tries = 0;
    let release = () => {};
    const hanging: Database = {
      ...server.deps.database,
      asOwner: <T>() => {
        tries += 1;
        return new Promise<T>((_resolve, reject) => (release = () => reject(new DatabaseUnavailable('gone'))));
      },
    };
    onTestFinished(() => release());
    const ready = watchReadiness({ database: hanging, log, clock: new TestClock() }, 20);
    const late = 'The database has not written anything within 0.02 seconds.';
    expect(await Promise.all([ready(), ready()])).toEqual([late, late]);
    expect(await ready()).toBe(late);
    expect(tries).toBe(1);
    release();
  });
});
