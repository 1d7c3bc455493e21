import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Writes a secret's file. Only the server's user can read it, and it is on the disk before the secret is used. */
export function writeOnce(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600); // two first starts at once: the second fails here instead of replacing it
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
