// npm start, once the packages are there: the app, when its sources changed, then the server.
import { NODE } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

const built = await run(NODE, ['scripts/build.mjs', '--if-changed']);
process.exitCode = built === 0 ? await run(NODE, ['server/main.ts']) : built;
