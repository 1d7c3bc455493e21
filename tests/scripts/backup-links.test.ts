import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyDataFolder, putBackDataFolder } from '../../scripts/backup/data-folder.ts';

/* A data folder of which a part lies on another disk, behind a link. */

const NOW_MS = Date.UTC(2026, 5, 15, 9);

function openFolder() {
  const root = mkdtempSync(join(tmpdir(), 'kaunta-links-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = join(root, 'data');
  for (const folder of ['data', 'disk/database', 'disk/uploads']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['database', 'uploads']) {
    writeFileSync(join(root, 'disk', name, 'file'), `of ${name}`);
    symlinkSync(join(root, 'disk', name), join(dataDir, name));
  }
  return { root, dataDir, backups: join(root, 'backups') };
}

test('R-SEC-21 a backup holds what is behind a link, not the link', async () => {
  const { root, dataDir, backups } = openFolder();
  const backup = await copyDataFolder(dataDir, backups, NOW_MS);
  rmSync(join(root, 'disk'), { recursive: true });
  for (const name of ['database', 'uploads'])
    expect(readFileSync(join(backup, 'data', name, 'file'), 'utf8')).toBe(`of ${name}`);
  rmSync(dataDir, { recursive: true });
  await putBackDataFolder(dataDir, backup, NOW_MS);
  expect(lstatSync(join(dataDir, 'database')).isDirectory()).toBe(true);
});

test('R-SEC-21 an older backup that holds a link is not put back over the data', async () => {
  const { root, dataDir, backups } = openFolder();
  const backup = await copyDataFolder(dataDir, backups, NOW_MS);
  rmSync(join(backup, 'data', 'uploads'), { recursive: true });
  symlinkSync(join(root, 'disk', 'uploads'), join(backup, 'data', 'uploads'));
  await expect(putBackDataFolder(dataDir, backup, NOW_MS)).rejects.toThrow('of uploads it has only a link');
  expect(existsSync(join(dataDir, 'database', 'file'))).toBe(true);
});

test('R-SEC-23 a restore works where the data folder itself cannot be moved, as a mount point: what was there is kept in it', async () => {
  const { dataDir, backups } = openFolder();
  const backup = await copyDataFolder(dataDir, backups, NOW_MS);
  writeFileSync(join(dataDir, 'database', 'file'), 'of today');
  // The name beside it is taken, so that nothing can be moved there.
  mkdirSync(`${dataDir}.before-${new Date(NOW_MS).toISOString().replaceAll(/[:.]/g, '-')}`);
  const { kept } = await putBackDataFolder(dataDir, backup, NOW_MS);
  expect(kept?.startsWith(`${dataDir}/`)).toBe(true);
  expect(readFileSync(join(kept ?? '', 'database', 'file'), 'utf8')).toBe('of today');
  expect(readFileSync(join(dataDir, 'database', 'file'), 'utf8')).toBe('of database');
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', basename(kept ?? ''), 'uploads'].toSorted());
  // What was set aside is no part of the next backup.
  const next = await copyDataFolder(dataDir, backups, NOW_MS + 1);
  expect(readdirSync(join(next, 'data')).toSorted()).toEqual(['database', 'uploads']);
});

test('R-SEC-23 a restore that cannot put the backup in its place leaves all as it was', async () => {
  const { dataDir, backups } = openFolder();
  const backup = await copyDataFolder(dataDir, backups, NOW_MS);
  writeFileSync(join(dataDir, 'database', 'file'), 'of today');
  // A backup never has a folder of this name; here it is in the way of what arrives.
  mkdirSync(join(dataDir, 'restore.before-now', 'x'), { recursive: true });
  mkdirSync(join(backup, 'data', 'restore.before-now', 'y'), { recursive: true });
  await expect(putBackDataFolder(dataDir, backup, NOW_MS)).rejects.toThrow('restore.before-now');
  expect(readFileSync(join(dataDir, 'database', 'file'), 'utf8')).toBe('of today');
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'restore.before-now', 'uploads']);
});
