// node scripts/bootstrap.mjs [file [arguments]]
// Installs the packages, then runs the file with the project's own Node. It needs Node 20 or later and no packages.
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
