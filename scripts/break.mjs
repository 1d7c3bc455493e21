// npm run break: tests/breaks/main.ts, with a PostgreSQL of its own as npm test has. What two connections do to one
// another the embedded database, which has one, cannot show.
import { NODE } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { projectEnvironment, run } from './setup/run.mjs';

const postgres = await startPostgres();
try {
  const env = projectEnvironment(databaseVariables(postgres));
  process.exitCode = await run(NODE, ['tests/breaks/main.ts', ...process.argv.slice(2)], { env });
} finally {
  await postgres.stop();
}
