// A process of its own that owns a data directory and commits numbers until it is killed: see embedded.test.ts.
import { openEmbedded } from '../../../server/db/embedded.ts';

try {
  const database = await openEmbedded({ directory: process.argv[2] ?? null });
  await database.asOwner((sql) => sql.script('create table if not exists counted (n integer)'));
  for (let n = 1; ; n += 1) {
    await database.asOwner((sql) => sql.query('insert into counted values ($1)', [n]));
    process.stdout.write(`committed ${n}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
