import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/*
 * Reads barcodes from a picture, with the reader that the counter's camera uses.
 */

const ROOT = join(import.meta.dirname, '../../..');
let isReady: Promise<unknown> | null = null;

export interface ReadBars {
  format: string;
  text: string;
}

/** Reads the barcode in a picture of grey dots. */
async function readGrey(grey: Uint8Array, width: number, height: number): Promise<ReadBars[]> {
  isReady ??= prepareZXingModule({
    overrides: {
      wasmBinary: Uint8Array.from(readFileSync(join(ROOT, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')))
        .buffer,
    },
    fireImmediately: true,
  });
  await isReady;
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [at, light] of grey.entries()) data.set([light, light, light, 255], at * 4);
  const options = { formats: ['EANUPC', 'Code128'], maxNumberOfSymbols: 4 } satisfies Parameters<
    typeof readBarcodes
  >[1];
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, options);
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format: String(format), text }));
}

/** Reads the barcode of an SVG with a view box, rendered this many dots wide. */
export async function readSvgBars(svg: string, widthDots: number): Promise<ReadBars[]> {
  const sized = svg
    .replace(/\sstyle="[^"]*"/, '')
    .replace('<svg', `<svg xmlns="http://www.w3.org/2000/svg" width="${widthDots}" height="80"`);
  const drawn = sharp(Buffer.from(sized))
    .flatten({ background: '#fff' })
    .extend({ top: 10, bottom: 10, background: '#fff' });
  const { data, info } = await drawn.greyscale().raw().toBuffer({ resolveWithObject: true });
  return await readGrey(Uint8Array.from(data), info.width, info.height);
}

/** Reads the barcode of rows of black dots, as a thermal printer prints them. */
export const readDots = (dots: readonly boolean[], width: number): Promise<ReadBars[]> =>
  readGrey(
    Uint8Array.from(dots, (isBlack) => (isBlack ? 0 : 255)),
    width,
    dots.length / width,
  );
