/** Reads the codes in what a camera shows. */
export interface BarcodeReader {
  read(video: HTMLVideoElement): Promise<string[]>;
}

/** As far as a browser brings it; no declaration of TypeScript's own has it yet. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The formats on packets and shelves. */
const NATIVE_FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'];

/**
 * The browser's own reader, and where it has none (or one that knows no shop's code) ours, which is fetched then and
 * kept for offline. Rejects when that cannot be fetched.
 */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  const native = await nativeReader();
  if (native) return native;
  const { openOwnReader } = await import('./own-barcode-reader.ts');
  return await openOwnReader();
}

async function nativeReader(): Promise<BarcodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (!BarcodeDetector) return null;
  const known = await BarcodeDetector.getSupportedFormats();
  const formats = NATIVE_FORMATS.filter((format) => known.includes(format));
  if (!formats.includes('ean_13')) return null;
  const detector = new BarcodeDetector({ formats });
  return { read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue) };
}

/** True when this device may have a camera; browsers say so only on a secure page. */
export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;
