import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivate, prepareDataFolder } from '../../server/data-folder.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the data folder', () => {
  let parent: string;
  let dataDir: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'kaunta-data-'));
    dataDir = join(parent, 'deep/data');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('R-SEC-01 is made for the server’s user alone, and the trial of its disk leaves nothing behind', () => {
    expect(prepareDataFolder(dataDir)).toEqual([]);
    expect(modeOf(dataDir)).toBe(0o700);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('R-SEC-01 is mended at the start, also where a part of it lies on another disk; what is not the server’s stays', () => {
    const elsewhere = join(parent, 'other-disk');
    mkdirSync(join(elsewhere, '7/ab'), { recursive: true });
    writeFileSync(join(elsewhere, '7/ab/original.webp'), 'x');
    mkdirSync(dataDir, { recursive: true });
    symlinkSync(elsewhere, join(dataDir, 'uploads'));
    for (const name of ['pepper', 'vapid.pem', 'notes.txt']) writeFileSync(join(dataDir, name), 'x');
    const opened = [dataDir, elsewhere, join(elsewhere, '7/ab/original.webp'), join(dataDir, 'pepper')];
    for (const path of [...opened, join(dataDir, 'notes.txt')]) chmodSync(path, 0o775);
    expect(prepareDataFolder(dataDir)).toEqual([]);
    expect([...opened, join(elsewhere, '7'), join(dataDir, 'vapid.pem')].map(modeOf)).toEqual([
      ...[0o700, 0o700, 0o600, 0o600],
      ...[0o700, 0o600],
    ]);
    expect(modeOf(join(dataDir, 'notes.txt'))).toBe(0o775);
  });

  it('R-SEC-01 follows no link below what it mends: nobody can have a file of another user changed', () => {
    const outside = join(parent, 'outside');
    writeFileSync(outside, 'x');
    chmodSync(outside, 0o644);
    mkdirSync(dataDir, { recursive: true });
    symlinkSync(outside, join(dataDir, 'link'));
    expect(makePrivate(dataDir)).toEqual([]);
    expect(modeOf(outside)).toBe(0o644);
  });

  it.each([
    ['EACCES', 'cannot be written by the user that runs the server: make that user its owner'],
    ['EROFS', 'cannot be written, because its disk is mounted read-only'],
    ['ENOSPC', 'cannot be written, because its disk is full: make room on it'],
    ['EDQUOT', 'cannot be written, because its disk is full: make room on it'],
    ['EIO', 'cannot be written (EIO): look at its disk, or name another folder'],
  ])('R-SEC-02 names a disk that answers %s in a sentence', (code, sentence) => {
    const failing = () => {
      throw Object.assign(new Error(`${code}: no`), { code });
    };
    expect(() => prepareDataFolder(dataDir, failing)).toThrow(`DATA_DIR ${dataDir} ${sentence}`);
  });

  it('R-SEC-02 names a folder that is a file', () => {
    writeFileSync(join(parent, 'deep'), '');
    expect(() => prepareDataFolder(dataDir)).toThrow(`DATA_DIR ${dataDir} is no folder: name one`);
  });
});
