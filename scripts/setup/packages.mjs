// Installs the packages of package-lock.json. It runs on the machine's own Node, so it imports nothing but Node's own
// modules.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { NODE, ROOT } from './paths.mjs';
import { run } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.kaunta-stamp');
const NODE_MAJOR_MIN = 24;

/** Installs the packages if they are missing or differ from package-lock.json. */
export async function bringPackages() {
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  if (!(existsSync(NODE) && installedAsLocked())) await install();
  writeFileSync(STAMP, wanted);
}

// npm chooses packages by the engines of the Node that runs it, so it must run under the Node that Kaunta declares.
// On a machine with an older one, that Node comes first, alone and into a folder of its own.
//
// Not `npm ci`: that refuses a lock file without the binaries of other platforms, and a registry that does not carry
// those of the newest versions makes just such a lock file. `--no-save` takes every version from the lock file, checks
// it against its checksum, removes what is not in it, and writes neither package.json nor the lock file.
async function install() {
  console.log('Installing packages ...');
  const runtime = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN ? null : await bringRuntime();
  const path = [runtime && join(runtime, 'node_modules', '.bin'), process.env['PATH']].filter(Boolean).join(delimiter);
  const code = await run(
    'npm',
    ['install', '--no-save', '--include=dev', '--include=optional', '--no-fund', '--no-audit'],
    { env: { ...process.env, PATH: path } },
  );
  if (runtime) rmSync(runtime, { recursive: true, force: true });
  if (code !== 0) throw new Error('The packages could not be installed (npm failed, see above).');
}

async function bringRuntime() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-node-'));
  const code = await run(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--no-fund', '--no-audit', `node@${dependencies.node}`],
    { cwd: folder, env: process.env },
  );
  if (code !== 0)
    throw new Error(
      `Node ${dependencies.node} could not be installed (see above); Kaunta needs Node ${NODE_MAJOR_MIN} or newer.`,
    );
  return folder;
}

// npm records what it installed. Comparing that saves an install after an `npm install` by hand.
function installedAsLocked() {
  if (!existsSync(INSTALLED)) return false;
  const locked = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found
      ? found.version === entry.version
      : entry.optional === true || entry.devOptional === true || entry.peer === true;
  });
}
