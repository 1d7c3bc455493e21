import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { randomHex, systemRandom } from './random.ts';

// DATA_DIR holds the database, the pepper and the images. Only the server's own user may read it: folders are 0700 and
// files 0600. The umask of the process does that for new files, `makePrivate` for existing ones.

/**
 * The server's own entries in DATA_DIR. Only their permissions are changed: an operator may store other files there.
 */
const OWN_ENTRIES = ['database', 'uploads', 'pepper', 'vapid.pem'];

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Makes all files that this process creates unreadable for other users. Programs call it first. */
export function createFilesPrivately(): void {
  process.umask(0o077);
}

/**
 * Creates DATA_DIR, checks that it is writable, and makes it private. Throws a sentence for the operator if the disk
 * cannot be written. Returns the paths whose permissions could not be changed, as on a disk without permissions.
 */
export function prepareDataFolder(dataDir: string, tryDisk: (folder: string) => void = writeAndRemove): string[] {
  try {
    mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
    tryDisk(dataDir);
  } catch (error) {
    throw new Error(unwritableSentence(dataDir, error), { cause: error });
  }
  const own = OWN_ENTRIES.map((entry) => join(dataDir, entry)).filter((path) => existsSync(path));
  // Resolves links: an entry may be a link to another disk.
  return [...setMode(dataDir, FOLDER_MODE), ...own.flatMap((path) => makePrivate(realpathSync(path)))];
}

/**
 * Removes other users' rights to a file, or to a folder and its contents. Returns the paths that could not be changed.
 */
export function makePrivate(path: string): string[] {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory()) {
    const refused = setMode(path, FOLDER_MODE, status.mode);
    return [...refused, ...readdirSync(path).flatMap((name) => makePrivate(join(path, name)))];
  }
  return status?.isFile() ? setMode(path, FILE_MODE, status.mode) : [];
}

function setMode(path: string, mode: number, before = statSync(path).mode): string[] {
  if ((before & 0o777) === mode) return [];
  try {
    chmodSync(path, mode);
    return [];
  } catch {
    return [path];
  }
}

/** Writes some bytes and syncs them, because a full disk can still create empty files. */
function writeAndRemove(folder: string): void {
  const path = join(folder, `.writable-${process.pid}-${randomHex(systemRandom, 4)}`);
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    writeSync(file, Buffer.alloc(4096));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

function unwritableSentence(dataDir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `DATA_DIR ${dataDir} cannot be written by the user that runs the server: make that user its owner`;
    case 'EROFS':
      return `DATA_DIR ${dataDir} cannot be written, because its disk is mounted read-only`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `DATA_DIR ${dataDir} cannot be written, because its disk is full: make room on it`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR ${dataDir} is no folder: name one that the server may write`;
    default:
      return `DATA_DIR ${dataDir} cannot be written (${code}): look at its disk, or name another folder`;
  }
}
