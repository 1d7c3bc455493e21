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
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
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
    const isWanted = (path: string) =>
      isNoSocket(path) && (resolve(dirname(path)) !== resolve(dataDir) || isOfServer(basename(path)));
    cpSync(dataDir, join(aside, 'data'), { recursive: true, dereference: true, filter: isWanted });
    writeFileSync(join(aside, MANIFEST), JSON.stringify({ kaunta: 'backup', madeAtMs: nowMs }));
    makeBackupPrivate(aside);
    renameSync(aside, folder);
  });
  return folder;
}

/**
 * Replaces what is in the data folder by a backup. What was there stays in the returned folder; null if there was
 * nothing.
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // In the folder itself, so that it needs no space of another disk and arrives by renaming.
  const arriving = join(dataDir, ARRIVING);
  rmSync(arriving, { recursive: true, force: true });
  try {
    mkdirSync(arriving, { mode: 0o700 });
    cpSync(join(backup, 'data'), arriving, { recursive: true });
    makeBackupPrivate(arriving);
    const kept = await whileStopped(dataDir, () => exchange(dataDir, arriving, stampOf(nowMs)));
    return { madeAtMs, kept };
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
}

/**
 * Folders in a data folder that are no part of it: a backup that is being put back, what was set aside for one, and the
 * folder that a file system keeps at its mount point.
 */
const ARRIVING = 'restore.arriving';
const SET_ASIDE = 'restore.before-';
const LOST_AND_FOUND = 'lost+found';
const isOfServer = (name: string): boolean =>
  name !== ARRIVING && name !== LOST_AND_FOUND && !name.startsWith(SET_ASIDE);

/** Puts what arrives in the place of what is there. Returns where that is now; null if there was nothing. */
function exchange(dataDir: string, arriving: string, stamp: string): string | null {
  const kept = readdirSync(dataDir).some(isOfServer) ? setAside(dataDir, stamp) : null;
  try {
    moveEntries(arriving, dataDir, () => true);
  } catch (error) {
    if (kept !== null) {
      moveEntries(kept, dataDir, () => true);
      rmdirSync(kept);
    }
    throw new BackupRefused(`The backup cannot be moved to ${dataDir}, so nothing was changed: ${String(error)}`);
  }
  return kept;
}

/**
 * Moves what is in the data folder to a folder beside it. If that cannot be, as where the data folder is a mount point,
 * it goes into a folder in it. Returns the path.
 */
function setAside(dataDir: string, stamp: string): string {
  let refusal: unknown;
  for (const kept of [`${resolve(dataDir)}.before-${stamp}`, join(dataDir, `${SET_ASIDE}${stamp}`)]) {
    let isMade = false;
    try {
      mkdirSync(kept, { mode: 0o700 });
      isMade = true;
      moveEntries(dataDir, kept, isOfServer);
      return kept;
    } catch (error) {
      refusal = error;
      // Throws if something is in it: then the entries could not be moved back either, and nothing more may be moved.
      if (isMade) rmdirSync(kept);
    }
  }
  throw new BackupRefused(`What is in ${dataDir} cannot be moved, so nothing was changed: ${String(refusal)}`);
}

/** Moves all wanted entries, or none. */
function moveEntries(from: string, to: string, isWanted: (name: string) => boolean): void {
  const moved: string[] = [];
  try {
    for (const name of readdirSync(from).filter(isWanted)) {
      renameSync(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) renameSync(join(to, name), join(from, name));
    throw error;
  }
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
async function whileStopped<T>(dataDir: string, act: () => T): Promise<T> {
  const database = join(dataDir, 'database');
  if (!existsSync(database)) return act();
  const unlock = await lockDirectory(database).catch(() => {
    throw new BackupRefused(`The server runs on ${dataDir}. Stop it first.`);
  });
  try {
    return act();
  } finally {
    await unlock();
  }
}

const isNoSocket = (path: string): boolean => !path.endsWith('lock.sock');

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');
