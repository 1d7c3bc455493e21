import { expect, it } from 'vitest';
import { openPostgres } from '../../../server/db/postgres.ts';
import { createPostgres } from '../../support/server/test-database.ts';

it('a script of the owner may take longer than an answer: a migration rewrites every sale of a large host', async () => {
  const { url, drop } = await createPostgres();
  const database = await openPostgres({ url, connectionsMax: 1, answerMs: 5_000, onConnectionError: () => {} });
  try {
    const seconds = await database.asOwner(async (sql) => {
      await sql.script('create table waited as select clock_timestamp() as at; select pg_sleep(5.5)');
      const [row] = await sql.query<{ s: number }>(
        'select extract(epoch from clock_timestamp() - at)::float8 as s from waited',
      );
      return row?.s;
    });
    expect(seconds).toBeGreaterThan(5);
  } finally {
    await database.close();
    await drop();
  }
});
