// npm run test:browsers: tests in Firefox and WebKit. Installs them, and WebKit's driver, if missing (decisions/0037).
import { existsSync, readFileSync } from 'node:fs';
import { bringFirefox } from './setup/firefox.mjs';
import { NODE } from './setup/paths.mjs';
import { projectEnvironment, run } from './setup/run.mjs';
import { bringWebKit } from './setup/webkit.mjs';

const env = projectEnvironment({ ...(await bringFirefox()), ...(await bringWebKit()) });
const built = await run(NODE, ['scripts/build.mjs']);
const args = ['test', '--config', 'playwright.browsers.config.ts', ...process.argv.slice(2)];
process.exitCode = built === 0 ? await run('playwright', args, { env }) : built;
const table = 'test-results/browsers.md';
if (existsSync(table)) console.log(`\n${readFileSync(table, 'utf8')}`);
