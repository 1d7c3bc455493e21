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

// DATA_DIR holds the shops, the pepper and the pictures. Nobody but the server's own user reads any of it: folders are
// 0700 and files 0600. The umask of the process sees to what is created, `makePrivate` to what was there before.

/** The server's own entries in DATA_DIR. Only their permissions are mended: an operator may keep other files there. */
const OWN_ENTRIES = ['database', 'uploads', 'pepper', 'vapid.pem'];

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** From now on this process creates nothing that another user can read. For programs, at their first line. */
export function createFilesPrivately(): void {
  process.umask(0o077);
}

/**
 * DATA_DIR as the server needs it: there, writable, and private. Throws a sentence for the operator when the disk
 * cannot be written. Answers the paths whose permissions could not be changed, as on a disk that has none.
 */
export function prepareDataFolder(dataDir: string, tryDisk: (folder: string) => void = writeAndRemove): string[] {
  try {
    mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
    tryDisk(dataDir);
  } catch (error) {
    throw new Error(unwritableSentence(dataDir, error), { cause: error });
  }
  const own = OWN_ENTRIES.map((entry) => join(dataDir, entry)).filter((path) => existsSync(path));
  // One of them may be a link to another disk.
  return [...setMode(dataDir, FOLDER_MODE), ...own.flatMap((path) => makePrivate(realpathSync(path)))];
}

/**
 * Takes away everybody else's rights to a file, or to a folder and all that is in it. Answers the paths that stay as
 * they are.
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

/** A full disk still makes empty files, so some bytes are written, and they have to reach the disk. */
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
