// npm start, after the packages are installed: builds the app if its sources have changed, then runs the server.
import { NODE } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

const built = await run(NODE, ['scripts/build.mjs', '--if-changed']);
process.exitCode = built === 0 ? await run(NODE, ['server/main.ts']) : built;
