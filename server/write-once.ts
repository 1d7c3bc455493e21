import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** A secret's file: readable by the server's user alone, and on the disk before anything is made with it. */
export function writeOnce(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600); // two first starts at once: the second fails here instead of replacing it
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
