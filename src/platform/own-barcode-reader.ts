import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { BarcodeReader } from './barcode-reader.ts';

const OPTIONS: ReaderOptions = {
  formats: ['EANUPC', 'Code128', 'Code39', 'ITF', 'QRCode'],
  maxNumberOfSymbols: 2,
};

/** A frame of this width shows every bar of a barcode, and is read in a few milliseconds. */
const FRAME_WIDTH_MAX_PX = 960;

/** Not in the cache of the app's own files, because only a device whose browser cannot read barcodes needs it. */
const CACHE = 'kaunta-barcode-reader';

export async function openOwnReader(): Promise<BarcodeReader> {
  const wasmBinary = await (await keptFile(wasmUrl)).arrayBuffer();
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async read(video) {
      if (!context || video.videoWidth === 0) return [];
      const scale = Math.min(1, FRAME_WIDTH_MAX_PX / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), OPTIONS);
      return found.map(({ text }) => text);
    },
  };
}

/**
 * Returns the file. It is fetched once for each version, because its name contains the version; the file of the earlier
 * version is deleted.
 */
async function keptFile(url: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const fetched = await fetch(url);
  if (!fetched.ok) throw new Error(`The barcode reader could not be fetched: ${fetched.status}`);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(url, fetched.clone());
  return fetched;
}
