import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, OwnerSql } from './database.ts';

export interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** The number of the advisory lock that lets one process at a time migrate. Must differ from other lock numbers. */
const MIGRATION_LOCK = 7_211_001;

/** Reads the numbered files of the folder: 0001_what_it_does.sql, 0002_… Throws if a number is missing. */
export function readMigrations(folder = MIGRATIONS): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
    if (number !== index + 1) throw new Error(`Migration ${file} should bear the number ${index + 1}`);
    const text = readFileSync(join(folder, file), 'utf8');
    return { number, name: file, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Brings the tables up to date, forward only. Each file runs in a transaction of its own, under a lock, so several
 * processes may start at once. Throws if a file was changed after it ran, or if the database is ahead of this build.
 * Returns the names of the files that it ran.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await inOrder(database, (sql) =>
    sql.script(
      `create table if not exists migration (number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    ),
  );
  await inOrder(database, (sql) => refuseNewer(sql, migrations.length));
  const applied: string[] = [];
  for (const migration of migrations)
    if (await inOrder(database, (sql) => apply(sql, migration))) applied.push(migration.name);
  return applied;
}

const inOrder = <T>(database: Database, work: (sql: OwnerSql) => Promise<T>): Promise<T> =>
  database.asOwner(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return work(sql);
  });

async function apply(sql: OwnerSql, migration: Migration): Promise<boolean> {
  const [done] = await sql.query<{ checksum: string }>('select checksum from migration where number = $1', [
    migration.number,
  ]);
  if (done !== undefined && done.checksum !== migration.checksum)
    throw new Error(
      `Migration ${migration.name} was changed after it ran on this database: put it back, and write the change as a new one`,
    );
  if (done !== undefined) return false;
  await sql.script(migration.text);
  await sql.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
  return true;
}

async function refuseNewer(sql: OwnerSql, known: number): Promise<void> {
  const [newer] = await sql.query<{ name: string }>(
    'select name from migration where number > $1 order by number limit 1',
    [known],
  );
  if (newer !== undefined)
    throw new Error(
      `The database was migrated by a newer version of Kaunta (${newer.name}): start that version, or restore a backup made before it`,
    );
}
