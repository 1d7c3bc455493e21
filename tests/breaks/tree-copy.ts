import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Breakage } from './breakage.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LEFT_BEHIND = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', '.tsbuild']);

/** Returns the text of a file with the breakage; null if the file does not contain `find` exactly once. */
export function brokenText({ file, find, put }: Breakage, folder = ROOT): string | null {
  const parts = readFileSync(join(folder, file), 'utf8').split(find);
  return parts.length === 2 ? parts.join(put) : null;
}

/** A copy of the tree in a temporary folder, so that the tree itself is never broken. */
export class TreeCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'kaunta-breaks-'));

  constructor() {
    cpSync(ROOT, this.folder, { recursive: true, filter: (path) => !LEFT_BEHIND.has(basename(path)) });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Runs `work` with the breakage in place, then restores the file. */
  async whileBroken<T>(breakage: Breakage, work: () => Promise<T>): Promise<T> {
    const path = join(this.folder, breakage.file);
    const whole = readFileSync(path, 'utf8');
    const broken = brokenText(breakage, this.folder);
    if (broken === null) throw new Error(`What is to be broken does not stand in ${breakage.file} exactly once`);
    writeFileSync(path, broken);
    try {
      return await work();
    } finally {
      writeFileSync(path, whole);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
