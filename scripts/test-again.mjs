// npm run test:again -- --times N --load K [pattern]: runs the tests, or those whose file matches, N times beside K
// processes that only compute, and prints how often each test failed. It finds unsteady tests.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bringChromium } from './setup/chromium.mjs';
import { NODE } from './setup/paths.mjs';
import { databaseVariables, startPostgres } from './setup/postgres.mjs';
import { run } from './setup/run.mjs';
import { RESULTS, runPlaywright, runVitest } from './setup/runners.mjs';
import { tallyFailures } from './setup/second-run.ts';

/** @import { Failure } from './setup/report.ts' */

const { values, positionals: files } = parseArgs({
  options: { times: { type: 'string', default: '3' }, load: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const times = Number(values.times);
const load = Number(values.load);
if (!(Number.isInteger(times) && times > 0 && Number.isInteger(load) && load >= 0))
  throw new Error('--times takes a number from 1 on, and --load one from 0 on.');

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const chromium = await bringChromium();
const built = await run(NODE, ['scripts/build.mjs']);
const postgres = await startPostgres();
const burners = Array.from({ length: load }, () => spawn(NODE, ['-e', 'for (;;);'], { stdio: 'ignore' }));
process.once('exit', () => burners.forEach((burner) => burner.kill('SIGKILL')));
/** @type {Failure[]} */
const failures = [];
let crashed = built === 0 ? 0 : 1;
try {
  for (let nth = 1; nth <= times && crashed === 0; nth += 1) {
    const runs = [
      await runVitest({
        ...{ files, name: `vitest-${nth}` },
        env: databaseVariables(postgres),
        options: ['--passWithNoTests'],
      }),
      await runPlaywright({
        ...{ files, name: `playwright-${nth}` },
        env: { CHROMIUM_PATH: chromium },
        options: ['--pass-with-no-tests'],
      }),
    ];
    for (const each of runs) {
      failures.push(...each.failures);
      // A runner that failed without naming a test has crashed.
      if (!each.passed && each.failures.length === 0) crashed += 1;
    }
  }
} finally {
  for (const burner of burners) burner.kill('SIGKILL');
  await postgres.stop();
}
for (const { count, test } of tallyFailures(failures)) console.log(`failed ${count} of ${times}: ${test}`);
console.log(
  crashed > 0
    ? 'A runner did not run.'
    : `${new Set(failures.map(({ file, title }) => file + title)).size} tests failed in ${times} runs.`,
);
process.exitCode = failures.length > 0 || crashed > 0 ? 1 : 0;
