import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { compress, type Encoding } from '../middleware/compress.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const PACKED_ALREADY = new Set(['.png', '.jpg', '.webp', '.woff2', '.ico']);
/** The highest level: each file is compressed once and sent many times. */
const FILE_QUALITY = 11;
/** Small files are compressed too, because there are many of them. */
const PACKED_FROM_BYTES = 200;

export interface StaticFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  /** True for assets of the build: their names hold a hash of the content, so they never change. */
  immutable: boolean;
  packed(encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/**
 * The files of the built app, each read and compressed once and cached until a build replaces it. A compressed copy
 * that the build left beside it (`.br`, `.gz`) is used as it is.
 */
export class StaticFiles {
  readonly #root: string;
  readonly #known = new Map<string, { stamp: string; file: StaticFile }>();

  constructor(root: string) {
    this.#root = normalize(root);
  }

  /**
   * Returns the file at this decoded path; undefined if there is none, or if the caller may not have it.
   */
  async find(path: string): Promise<StaticFile | undefined> {
    const place = this.#placeOf(path);
    if (place === undefined) return undefined;
    const status = await stat(place).catch(() => undefined);
    if (status === undefined || !status.isFile()) return undefined;
    const stamp = `${status.mtimeMs}/${status.size}`;
    const known = this.#known.get(place);
    if (known?.stamp === stamp) return known.file;
    const file = await readStaticFile(place, path.startsWith('/assets/'));
    this.#known.set(place, { stamp, file });
    return file;
  }

  #placeOf(path: string): string | undefined {
    if (/[\0\\]/.test(path) || path.split('/').some((segment) => segment.startsWith('.'))) return undefined;
    const place = join(this.#root, path);
    return place.startsWith(this.#root + sep) ? place : undefined;
  }
}

async function readStaticFile(place: string, immutable: boolean): Promise<StaticFile> {
  const bytes = new Uint8Array(await readFile(place));
  const kind = extname(place);
  const packable = !PACKED_ALREADY.has(kind) && bytes.length >= PACKED_FROM_BYTES;
  const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    bytes,
    type: TYPES[kind] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    immutable,
    async packed(encoding) {
      if (!packable) return undefined;
      const making = packed.get(encoding) ?? packFile(place, bytes, encoding);
      packed.set(encoding, making);
      return making;
    },
  };
}

async function packFile(place: string, bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = `${place}.${encoding === 'br' ? 'br' : 'gz'}`;
  const [compressedStatus, status] = await Promise.all([stat(compressed).catch(() => undefined), stat(place)]);
  if (compressedStatus !== undefined && compressedStatus.mtimeMs >= status.mtimeMs)
    return new Uint8Array(await readFile(compressed));
  return compress(bytes, encoding, FILE_QUALITY);
}
