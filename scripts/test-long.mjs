// npm run test:long: simulation seeds that change with every commit, the HTTP routes on both databases, and the browser
// tests that take minutes each.
import { bringChromium } from './setup/chromium.mjs';
import { NODE } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { projectEnvironment, run } from './setup/run.mjs';

const SEEDED = ['tests/sim/sim.test.ts', 'tests/server/http/malformed-requests.test.ts'];

const env = projectEnvironment({ CHROMIUM_PATH: await bringChromium(), SEEDS_OF_COMMIT: '1' });
const codes = [
  await run('vitest', ['run', ...SEEDED], { env }),
  await routesOnBoth(),
  await run(NODE, ['scripts/build.mjs']),
  await run('playwright', ['test', '--config', 'playwright.long.config.ts'], { env }),
];
process.exitCode = codes.find((code) => code !== 0) ?? 0;

async function routesOnBoth() {
  const postgres = await startPostgres();
  try {
    const variables = { ...databaseVariables(postgres), ROUTES_ON_BOTH: 'yes' };
    return await run('vitest', ['run', 'tests/server/http'], { env: projectEnvironment(variables) });
  } finally {
    await postgres.stop();
  }
}
