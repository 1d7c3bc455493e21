import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

// Creating an empty database takes seconds, and every test file needs one. So the first file that needs it writes a
// dump for all others, of this run and of later ones: one for each version of the engine, written aside and then
// renamed.

const engine = createHash('sha256')
  .update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  .digest('hex');
const IMAGE = join(tmpdir(), `kaunta-test-empty-${engine.slice(0, 16)}.tar`);

/** The dump of an empty database. */
export async function emptyImage(): Promise<Blob> {
  if (!existsSync(IMAGE)) await makeImage();
  return new Blob([readFileSync(IMAGE)]);
}

/** Creates a data directory from the dump, so that opening it needs no first start of the engine. */
export async function prepareDirectory(directory: string): Promise<void> {
  if (!existsSync(IMAGE)) await makeImage();
  const dataDirectory = join(directory, 'pgdata');
  mkdirSync(dataDirectory, { recursive: true });
  execFileSync('tar', ['-xf', IMAGE, '-C', dataDirectory], { stdio: 'ignore' });
}

async function makeImage(): Promise<void> {
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  await database.close();
  const aside = `${IMAGE}.${process.pid}`;
  writeFileSync(aside, Buffer.from(await dump.arrayBuffer()));
  renameSync(aside, IMAGE);
}
