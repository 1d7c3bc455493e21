import { unzipSync, zipSync } from 'fflate';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { writeNumbersAsShown } from '../numbers-as-shown.ts';

/**
 * Five times the size of a list of 10,000 items. Without a limit, a file of some kilobytes could unpack to gigabytes.
 */
export const WORKBOOK_BYTES_MAX = 32 * 1024 * 1024;

class TooMuchInside extends Error {}

/**
 * Returns the same workbook uncompressed. The library that reads it then needs no workers of its own, which our
 * Content-Security-Policy forbids. Numbers are written as their cells show them; pictures and printer settings are left
 * out.
 */
export function unpackWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
): Result<Uint8Array<ArrayBuffer>, 'too_much_inside' | 'damaged'> {
  let bytesInside = 0;
  try {
    // Each part gets the size that the file declares for it, and no more.
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/u.test(name)) return false;
        bytesInside += originalSize;
        if (bytesInside > WORKBOOK_BYTES_MAX) throw new TooMuchInside();
        return true;
      },
    });
    writeNumbersAsShown(parts);
    return ok(zipSync(parts, { level: 0 }));
  } catch (error) {
    // The file is incomplete or no ZIP at all: a person cannot repair it.
    return refuse(error instanceof TooMuchInside ? 'too_much_inside' : 'damaged');
  }
}
