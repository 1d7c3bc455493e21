import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { migrate, type Migration, readMigrations } from '../../../server/db/migrate.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { createPostgres, ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

const migration = (number: number, text: string): Migration => ({
  number,
  name: `000${number}_test.sql`,
  text,
  checksum: text,
});

describe.each(ENGINES)('migrations on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('run once', async () => {
    expect(await migrate(database)).toEqual([]);
  });

  it('run what is new, and leave nothing behind of one that fails', async () => {
    const known = readMigrations();
    const good = migration(known.length + 1, 'create table of_a_test (id integer); drop table of_a_test');
    const bad = migration(known.length + 2, 'create table half_made (id integer); select nonsense');
    await expect(migrate(database, [...known, good, bad])).rejects.toThrow('nonsense');
    const tables = await database.asOwner((sql) => sql.query(`select 1 from pg_tables where tablename = 'half_made'`));
    expect(tables).toEqual([]);
    expect(await migrate(database, [...known, good])).toEqual([]);
    await database.asOwner((sql) => sql.query('delete from migration where number = $1', [good.number]));
  });

  it('refuse a file that was changed after it ran', async () => {
    const [first, ...rest] = readMigrations();
    const changed = { ...(first as Migration), checksum: 'another' };
    await expect(migrate(database, [changed, ...rest])).rejects.toThrow('was changed after it ran');
  });

  it('refuse a database that a newer build has migrated', async () => {
    await database.asOwner((sql) =>
      sql.query(`insert into migration (number, name, checksum) values (900, '0900_future.sql', 'x')`),
    );
    await expect(migrate(database)).rejects.toThrow('newer version of Kaunta (0900_future.sql)');
    await database.asOwner((sql) => sql.query('delete from migration where number = 900'));
  });
});

describe('migrations of several processes at once', () => {
  it('run once in all', async () => {
    const { url, drop } = await createPostgres();
    const databases = await Promise.all(
      [1, 2, 3].map(() => openPostgres({ url, connectionsMax: 2, onConnectionError: () => {} })),
    );
    onTestFinished(async () => {
      await Promise.all(databases.map((database) => database.close()));
      await drop();
    });
    const applied = await Promise.all(databases.map((database) => migrate(database)));
    // It is random which process applied which migration; each was applied once.
    expect(applied.flat().toSorted()).toEqual(readMigrations().map(({ name }) => name));
  });
});

describe('the folder of migrations', () => {
  it('has no hole and no foreign name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-migrations-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, '0001_one.sql'), '');
    expect(readMigrations(folder)).toHaveLength(1);
    writeFileSync(join(folder, '0003_three.sql'), '');
    expect(() => readMigrations(folder)).toThrow('0003_three.sql should bear the number 2');
  });
});
