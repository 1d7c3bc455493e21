import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { uploadFolderOf } from '../../../server/images/upload-folder.ts';

const KEY = 'a'.repeat(32);
/** Large, so that each write takes a while. */
const files = { original: new Uint8Array(2_000_000).fill(1), thumbnail: new Uint8Array(2_000_000).fill(2) };

it('SYN-10 C-160 a picture that arrives several times at once is stored once, with both of its files', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-pictures-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const folder = uploadFolderOf({ dataDir });
  const calls = Array.from({ length: 6 }, () => folder.keep(9, KEY, files));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'fulfilled'));
  await folder.keep(9, KEY, files);
  expect((await folder.read(9, KEY, 'original'))?.length).toBe(2_000_000);
  expect((await folder.read(9, KEY, 'thumbnail'))?.length).toBe(2_000_000);
  expect(readdirSync(join(dataDir, 'uploads', '9'))).toEqual([KEY]);
});
