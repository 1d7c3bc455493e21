import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../domain/assert.ts';
import { linkPreview } from './link-preview.ts';
import type { ImageFiles } from './read-image.ts';

export const IMAGE_FILE_NAMES = ['original', 'thumbnail'] as const satisfies readonly (keyof ImageFiles)[];
export type ImageFileName = (typeof IMAGE_FILE_NAMES)[number];

const PREVIEW_FILE = 'preview.jpg';

const KEY = /^[0-9a-f]{32}$/;

/** The image files of all shops: a folder for each shop with a folder for each image. Files there never change. */
export interface UploadFolder {
  /** Stores both files or none: writes them to another folder, syncs them, then renames the folder. */
  keep(businessId: number, key: string, files: ImageFiles): Promise<void>;
  has(businessId: number, key: string): Promise<boolean>;
  read(businessId: number, key: string, name: ImageFileName): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Reads the link preview of an image. Creates and stores it at the first call. */
  readPreview(businessId: number, key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(businessId: number, key: string): Promise<void>;
  businessIds(): Promise<number[]>;
  /** Returns the keys of a shop's images that were stored before this instant. */
  keysBefore(businessId: number, beforeMs: number): Promise<string[]>;
}

export const uploadFolderOf = ({ dataDir }: { dataDir: string }): UploadFolder =>
  createUploadFolder(join(dataDir, 'uploads'));

function createUploadFolder(root: string): UploadFolder {
  const folderOf = (businessId: number, key: string): string => {
    assert(Number.isSafeInteger(businessId) && KEY.test(key), 'A picture has a business and a key');
    return join(root, String(businessId), key);
  };
  const read = (businessId: number, key: string, name: ImageFileName) =>
    readFile(join(folderOf(businessId, key), `${name}.webp`)).catch(ignoreMissing);
  /** Running creations by folder, so that simultaneous calls create a preview once. */
  const making = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  async function makePreview(businessId: number, key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const original = await read(businessId, key, 'original');
    if (original === null) return null;
    const preview = await linkPreview(original);
    const path = join(folderOf(businessId, key), PREVIEW_FILE);
    await writeFile(`${path}.${process.pid}`, preview);
    await rename(`${path}.${process.pid}`, path);
    return preview;
  }
  /** Running writes by folder. The files of a key never change, so simultaneous calls write them once. */
  const keeping = new Map<string, Promise<void>>();
  return {
    async keep(businessId, key, files) {
      const folder = folderOf(businessId, key);
      const kept = keeping.get(folder) ?? keepIn(folder, files).finally(() => keeping.delete(folder));
      keeping.set(folder, kept);
      await kept;
    },
    async has(businessId, key) {
      return (await stat(folderOf(businessId, key)).catch(() => null)) !== null;
    },
    read,
    async readPreview(businessId, key) {
      const folder = folderOf(businessId, key);
      const kept = await readFile(join(folder, PREVIEW_FILE)).catch(ignoreMissing);
      if (kept !== null) return kept;
      const made = making.get(folder) ?? makePreview(businessId, key).finally(() => making.delete(folder));
      making.set(folder, made);
      return await made;
    },
    async remove(businessId, key) {
      await rm(folderOf(businessId, key), { recursive: true, force: true });
    },
    async businessIds() {
      const names = (await readdir(root).catch(ignoreMissing)) ?? [];
      return names.filter((name) => /^\d{1,16}$/.test(name)).map(Number);
    },
    async keysBefore(businessId, beforeMs) {
      const folder = join(root, String(businessId));
      const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
      const keys: string[] = [];
      for (const name of names.filter((each) => KEY.test(each))) {
        const status = await stat(join(folder, name)).catch(ignoreMissing);
        if (status && status.mtimeMs < beforeMs) keys.push(name);
      }
      return keys;
    },
  };
}

async function keepIn(folder: string, files: ImageFiles): Promise<void> {
  const aside = `${folder}.unfinished`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  for (const name of IMAGE_FILE_NAMES) await writeDurably(join(aside, `${name}.webp`), files[name]);
  await rename(aside, folder).catch(async (error: NodeJS.ErrnoException) => {
    // The folder exists: another call has stored this key, and the files of a key never change.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(aside, { recursive: true, force: true });
    // Renews the time, so that `forgetUnlisted` does not treat the files as old.
    const now = new Date();
    await utimes(folder, now, now);
  });
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
