/** Reads the barcodes in the picture of a camera. */
export interface BarcodeReader {
  read(video: HTMLVideoElement): Promise<string[]>;
}

/** The part of the browser's BarcodeDetector that is used here; TypeScript's library does not declare it yet. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The barcode formats on goods and shelves. */
const NATIVE_FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'];

/**
 * Returns the browser's own reader. If the browser has none, or one that knows no barcode format of shops, it returns
 * our reader, which is then fetched and stored for offline use. Rejects if our reader cannot be fetched.
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

/** True if this device may have a camera. Browsers report one only on a secure page. */
export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;
