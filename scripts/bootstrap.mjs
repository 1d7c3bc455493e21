// node scripts/bootstrap.mjs [file [arguments]]
// Brings the packages, then runs the file under the project's own Node. Runs on any Node from 20 on, without packages.
import { bringPackages } from './setup/packages.mjs';
import { NODE } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

try {
  await bringPackages();
  const [file, ...args] = process.argv.slice(2);
  process.exitCode = file === undefined ? 0 : await run(NODE, [file, ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
