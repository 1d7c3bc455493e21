import { unzipSync, zipSync } from 'fflate';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { writeNumbersAsShown } from './numbers-as-shown.ts';

/** What a list of 10,000 items takes, five times over; a file of some kilobytes can hold gigabytes. */
export const WORKBOOK_BYTES_MAX = 32 * 1024 * 1024;

class TooMuchInside extends Error {}

/**
 * The same workbook, unpacked: whoever reads on needs no time and no room for that, nor the workers of its own that
 * our Content-Security-Policy does not run. Its numbers are written as their cells show them. Without the pictures and
 * printers' settings that came with the table.
 */
export function unpackWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
): Result<Uint8Array<ArrayBuffer>, 'too_much_inside' | 'damaged'> {
  let bytesInside = 0;
  try {
    // What is unpacked gets the room that the file says it needs, and no more, whatever comes out of it.
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
    // Not whole, or no ZIP at all: there is nothing in it that a person could mend.
    return refuse(error instanceof TooMuchInside ? 'too_much_inside' : 'damaged');
  }
}
