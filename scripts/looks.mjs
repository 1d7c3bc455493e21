// npm run looks: photographs every screen at five sizes, light and dark, into test-results/looks (e2e/looks).
import { bringChromium } from './setup/chromium.mjs';
import { NODE } from './setup/paths.mjs';
import { projectEnvironment, run } from './setup/run.mjs';

const env = projectEnvironment({ CHROMIUM_PATH: await bringChromium() });
const built = await run(NODE, ['scripts/build.mjs', '--if-changed']);
const args = ['test', '--config', 'playwright.looks.config.ts', ...process.argv.slice(2)];
process.exitCode = built === 0 ? await run('playwright', args, { env }) : built;
