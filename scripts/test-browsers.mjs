// npm run test:browsers: what only WebKit does. Installs it with its driver where it is not there (decisions/0037).
import { NODE } from './setup/paths.mjs';
import { projectEnvironment, run } from './setup/run.mjs';
import { bringWebKit } from './setup/webkit.mjs';

const env = projectEnvironment({ ...(await bringWebKit()) });
const built = await run(NODE, ['scripts/build.mjs']);
const args = ['test', '--config', 'playwright.browsers.config.ts', ...process.argv.slice(2)];
process.exitCode = built === 0 ? await run('playwright', args, { env }) : built;
