// A PostgreSQL for one test run: in a temporary folder, on a free loopback port, with a random password, without fsync,
// deleted at the end.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from './run.mjs';
import { installSystemPackages } from './system-package.mjs';

const MAJOR_MIN = 15;
const READY_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 100;

/**
 * Starts the cluster. `url` is for a user who may create roles but is no superuser, in a database of that user's own;
 * `administratorUrl` is for the superuser; `programs` is the folder of PostgreSQL's programs.
 * @returns {Promise<{ url: string, administratorUrl: string, programs: string, stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const bin = await bringPostgres();
  const owner = await ownerOfCluster();
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-postgres-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const password = randomBytes(18).toString('base64url');
    await initialise(bin, folder, password, owner);
    const port = await freePort();
    const cluster = await launch(bin, folder, port, owner);
    const stop = async () => {
      await cluster.stop();
      removeFolder();
    };
    try {
      await waitUntilReady(bin, port, cluster);
      await makeDatabase(bin, port, password);
    } catch (error) {
      await stop();
      throw error;
    }
    const urlOf = (/** @type {string} */ user) => `postgres://${user}:${password}@127.0.0.1:${port}/kaunta`;
    return { url: urlOf('kaunta'), administratorUrl: urlOf('postgres'), programs: bin, stop };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/**
 * Returns the environment variables by which the tests find the cluster.
 * @param {{ url: string, administratorUrl: string, programs: string }} cluster
 */
export const databaseVariables = ({ url, administratorUrl, programs }) => ({
  TEST_DATABASE_URL: url,
  TEST_DATABASE_ADMINISTRATOR_URL: administratorUrl,
  TEST_DATABASE_PROGRAMS: programs,
});

async function bringPostgres() {
  const found = (await findPostgres()) ?? ((await installSystemPackages('postgresql')) ? await findPostgres() : null);
  if (found) return found;
  throw new Error(
    `The tests need PostgreSQL ${MAJOR_MIN} or newer (initdb, postgres, psql, pg_dump), and none was found or could be installed. Install it (Debian: apt-get install postgresql) or name its folder of programs in POSTGRES_BIN.`,
  );
}

/** Returns the folder of PostgreSQL's programs, which Debian does not put on the path. */
async function findPostgres() {
  const installed = globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin'])
    .toSorted()
    .toReversed();
  const onPath = await ask('which', ['initdb']);
  for (const bin of [process.env['POSTGRES_BIN'], ...installed, onPath && dirname(onPath)]) {
    if (
      !bin ||
      !['initdb', 'postgres', 'psql', 'pg_isready', 'pg_dump', 'pg_restore'].every((program) =>
        existsSync(join(bin, program)),
      )
    )
      continue;
    const major = Number(/\d+/.exec((await ask(join(bin, 'postgres'), ['--version'])) ?? '')?.[0] ?? 0);
    if (major >= MAJOR_MIN) return bin;
  }
  return null;
}

/** Returns the user to run PostgreSQL as: it refuses root, so then it is the system's own user for it. */
async function ownerOfCluster() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = await ask('id', ['-u', name]);
    const gid = await ask('id', ['-g', name]);
    if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither the user postgres nor nobody to run it as.',
  );
}

/** @typedef {{ uid: number, gid: number } | null} Owner */

/** @param {string} bin @param {string} folder @param {string} password @param {Owner} owner */
async function initialise(bin, folder, password, owner) {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '-E',
    'UTF8',
    // As in a shop's database. With plain C, searches would ignore the case of ASCII letters only.
    '--locale=C.UTF-8',
  ];
  const child = start(join(bin, 'initdb'), args, folder, owner);
  if ((await child.ended) !== 0) throw new Error(`The test database could not be made (initdb):\n${child.output()}`);
}

/** @param {string} bin @param {string} folder @param {number} port @param {Owner} owner */
async function launch(bin, folder, port, owner) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: 200,
  };
  const args = [
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = start(join(bin, 'postgres'), args, folder, owner);
  let running = true;
  void child.ended.then(() => (running = false));
  // Also if this process ends unexpectedly.
  const quit = () => running && child.kill('SIGQUIT');
  process.once('exit', quit);
  return {
    isRunning: () => running,
    output: child.output,
    async stop() {
      process.off('exit', quit);
      if (running) child.kill('SIGINT');
      await child.ended;
    },
  };
}

/** @param {string} program @param {string[]} args @param {string} cwd @param {Owner} owner */
function start(program, args, cwd, owner) {
  const child = spawn(program, args, { cwd, ...owner, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (/** @type {Buffer} */ chunk) => (printed = (printed + String(chunk)).slice(-10_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      printed += error.message;
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return { ended, output: () => printed, kill: (/** @type {NodeJS.Signals} */ signal) => child.kill(signal) };
}

/** @param {string} bin @param {number} port @param {Awaited<ReturnType<typeof launch>>} cluster */
async function waitUntilReady(bin, port, cluster) {
  const until = Date.now() + READY_WITHIN_MS;
  while ((await ask(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])) === null) {
    if (!cluster.isRunning() || Date.now() > until)
      throw new Error(`The test database did not start:\n${cluster.output()}`);
    await wait(POLL_EVERY_MS);
  }
}

/** @param {string} bin @param {number} port @param {string} password */
async function makeDatabase(bin, port, password) {
  const administrator = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  for (const sql of [
    `create role kaunta login createrole createdb password '${password}'`,
    'create database kaunta owner kaunta',
  ]) {
    if ((await ask(join(bin, 'psql'), ['-v', 'ON_ERROR_STOP=1', '-q', '-d', administrator, '-c', sql])) === null) {
      throw new Error('The test database was started but could not be filled with its user and database (psql).');
    }
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
