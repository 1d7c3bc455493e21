import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { barsOf, blackRuns, widthInModules } from '../../../src/platform/labels/bars.ts';
import { MapCaches } from '../../support/browser/map-caches.ts';

const CACHE = 'kaunta-barcode-reader';
const WASM = readFileSync(join(import.meta.dirname, '../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'));

let caches: MapCaches;
let fetched: string[];
let status: number;

beforeEach(() => {
  caches = new MapCaches();
  [fetched, status] = [[], 200];
  vi.stubGlobal('caches', caches.asStorage);
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return new Response(new Uint8Array(WASM), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Draws a camera frame of this width with the barcode of a code, 4 px for each strip, black on white. */
async function view(code: string, widthPx: number): Promise<{ rgba: Buffer; width: number; height: number }> {
  const bars = barsOf(code);
  if (bars === null) throw new Error(`No bars for ${code}`);
  const strip = 4;
  const height = Math.round((widthPx * 9) / 16);
  const rects = blackRuns(bars).map(
    ({ from, width }) => `<rect x="${60 + from * strip}" y="40" width="${width * strip}" height="120"/>`,
  );
  expect(120 + widthInModules(bars) * strip).toBeLessThan(widthPx);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${rects.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

type View = Awaited<ReturnType<typeof view>>;

/** A canvas that holds the frame that was drawn on it. */
async function openReader(seen: View) {
  const drawn: unknown[][] = [];
  const pixels: unknown[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (...call: unknown[]) => drawn.push(call.slice(1)),
    getImageData: (...part: unknown[]) => {
      pixels.push(part);
      return { data: new Uint8ClampedArray(seen.rgba), width: seen.width, height: seen.height, colorSpace: 'srgb' };
    },
  } as never);
  vi.resetModules();
  const { openOwnReader } = await import('../../../src/platform/own-barcode-reader.ts');
  const reader = await openOwnReader();
  const video = { videoWidth: seen.width, videoHeight: seen.height } as HTMLVideoElement;
  return { read: () => reader.read(video), video, drawn, pixels };
}

test('G31 it reads the code before the camera, and is fetched once for all times', async () => {
  const { read, drawn, pixels } = await openReader(await view('4006381333931', 640));
  expect(await read()).toEqual(['4006381333931']);
  expect([drawn, pixels]).toEqual([[[0, 0, 640, 360]], [[0, 0, 640, 360]]]);
  await openReader(await view('96385074', 640));
  expect(fetched).toHaveLength(1);
  expect(caches.addresses(CACHE)).toEqual(fetched);
});

test('G31 a frame of a fine camera is read at a width of 960', async () => {
  const { read, drawn } = await openReader(await view('4006381333931', 1_920));
  await read();
  expect(drawn).toEqual([[0, 0, 960, 540]]);
});

test('G31 a camera that has no picture yet sees nothing', async () => {
  const { read, video, drawn } = await openReader(await view('4006381333931', 640));
  Object.assign(video, { videoWidth: 0, videoHeight: 0 });
  expect([await read(), drawn]).toEqual([[], []]);
});

test('G31 the reader of an earlier version goes when the new one has come', async () => {
  const cache = await caches.open(CACHE);
  await cache.put('http://localhost:3000/assets/reader-old.wasm', new Response('old'));
  await openReader(await view('4006381333931', 640));
  expect(caches.addresses(CACHE)).toEqual(fetched);
});

test('G31 what could not be fetched is no reader, and is asked for again next time', async () => {
  status = 503;
  await expect(openReader(await view('4006381333931', 640))).rejects.toThrow('could not be fetched: 503');
  expect(caches.addresses(CACHE)).toEqual([]);
});
