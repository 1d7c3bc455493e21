// npm run break runs tests/breaks/main.ts; npm run mutants runs tests/mutants/main.ts, which is its argument. It starts
// a PostgreSQL as npm test does, because the embedded database has one connection and cannot show races between two.
import { NODE } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { projectEnvironment, run } from './setup/run.mjs';

const postgres = await startPostgres();
try {
  const env = projectEnvironment(databaseVariables(postgres));
  process.exitCode = await run(NODE, process.argv.slice(2), { env });
} finally {
  await postgres.stop();
}
