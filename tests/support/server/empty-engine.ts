import { PGlite } from '@electric-sql/pglite';
import { emptyImage } from './embedded-image.ts';

/*
 * Embedded databases for tests. Starting one compiles a whole PostgreSQL, which takes seconds of processor time. So the
 * test files of a process share them: a closed database is kept, and emptied when the next one is wanted.
 */

const KEPT = Symbol.for('kaunta.test.databases-in-memory');

/** Stored on the process, because each test file loads its own copy of this module. */
const kept = ((globalThis as { [KEPT]?: PGlite[] })[KEPT] ??= []);

/** Returns a database in memory without tables. `close` keeps it for the next call. */
export async function emptyEngine(): Promise<PGlite> {
  const used = kept.pop();
  if (used) return await emptied(used);
  const engine = await PGlite.create({ loadDataDir: await emptyImage() });
  engine.close = () => {
    kept.push(engine);
    return Promise.resolve();
  };
  return engine;
}

/** Empties the database, except for roles, which belong to the whole engine. */
async function emptied(engine: PGlite): Promise<PGlite> {
  // A test may have left a transaction open.
  await engine.exec('rollback');
  await engine.exec('discard all');
  await engine.exec('drop schema public cascade; create schema public; grant usage on schema public to public');
  return engine;
}
