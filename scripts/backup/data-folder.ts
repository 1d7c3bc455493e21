// The backup of the embedded database is a copy of its folder, made while no server uses it: the database, the uploads,
// and the pepper that is needed to check PINs. The copy gets its name at the end, so no half backup looks complete.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { makePrivate } from '../../server/data-folder.ts';
import { lockDirectory } from '../../server/db/directory-lock.ts';

const MANIFEST = 'kaunta-backup.json';
const manifestSchema = v.object({ kaunta: v.literal('backup'), madeAtMs: v.number() });

/** An error whose message is shown to the operator. */
export class BackupRefused extends Error {}

/** Copies the data folder into a new folder in `target` and returns its path. The server must not run. */
export async function copyDataFolder(dataDir: string, target: string, nowMs: number): Promise<string> {
  if (!existsSync(join(dataDir, 'database'))) throw new BackupRefused(`There is no database in ${dataDir}.`);
  if (`${resolve(target)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new BackupRefused(`A backup does not belong into the folder that it is of: ${target}`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const folder = join(target, `kaunta-${stampOf(nowMs)}`);
  if (existsSync(folder)) throw new BackupRefused(`${folder} is there already.`);
  const aside = `${folder}.unfinished`;
  rmSync(aside, { recursive: true, force: true });
  await whileStopped(dataDir, () => {
    mkdirSync(aside, { mode: 0o700 }); // a copy has the rights of what it is of, so nobody may look in from outside
    // A part of the folder may be a link to another disk. A copy of the link would be no backup.
    cpSync(dataDir, join(aside, 'data'), { recursive: true, dereference: true, filter: isNoSocket });
    writeFileSync(join(aside, MANIFEST), JSON.stringify({ kaunta: 'backup', madeAtMs: nowMs }));
    makeBackupPrivate(aside);
    renameSync(aside, folder);
  });
  return folder;
}

/**
 * Replaces the data folder by a backup. The present folder stays beside it under the returned name; null if there was
 * none.
 */
export async function putBackDataFolder(
  dataDir: string,
  backup: string,
  nowMs: number,
): Promise<{ madeAtMs: number; kept: string | null }> {
  const { madeAtMs } = readManifest(backup);
  for (const name of readdirSync(join(backup, 'data')))
    if (lstatSync(join(backup, 'data', name)).isSymbolicLink())
      throw new BackupRefused(`${backup} is no whole backup of Kaunta: of ${name} it has only a link.`);
  const arriving = `${dataDir}.arriving`;
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving, { recursive: true, mode: 0o700 });
  cpSync(join(backup, 'data'), arriving, { recursive: true });
  makeBackupPrivate(arriving);
  if (!existsSync(dataDir)) {
    renameSync(arriving, dataDir);
    return { madeAtMs, kept: null };
  }
  const kept = `${dataDir}.before-${stampOf(nowMs)}`;
  await whileStopped(dataDir, () => {
    renameSync(dataDir, kept);
    renameSync(arriving, dataDir);
  });
  return { madeAtMs, kept };
}

/** Makes a backup readable by its owner only: it has all shops' data and the pepper. */
function makeBackupPrivate(folder: string): void {
  const [path] = makePrivate(folder);
  if (path !== undefined)
    console.warn(`Other users of this machine may read ${path}: its permissions cannot be changed.`);
}

function readManifest(backup: string): v.InferOutput<typeof manifestSchema> {
  try {
    return v.parse(manifestSchema, JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8')));
  } catch {
    throw new BackupRefused(`${backup} is no whole backup of Kaunta: it has no ${MANIFEST} that can be read.`);
  }
}

/** Runs `act` under the lock that a running server holds. */
async function whileStopped(dataDir: string, act: () => void): Promise<void> {
  const database = join(dataDir, 'database');
  if (!existsSync(database)) return act();
  const unlock = await lockDirectory(database).catch(() => {
    throw new BackupRefused(`The server runs on ${dataDir}. Stop it first.`);
  });
  try {
    act();
  } finally {
    await unlock();
  }
}

const isNoSocket = (path: string): boolean => !path.endsWith('lock.sock');

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
