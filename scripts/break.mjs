// npm run break: tests/breaks/main.ts, and npm run mutants: tests/mutants/main.ts, which is named to it. With a PostgreSQL
// of its own as npm test has: the embedded database has one connection and cannot show what two do to each other.
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
