import type { AppContext } from '../context.ts';
import { badRequest } from '../errors.ts';

/** The most parts of a form. An item with all fields, additional fields and images has fewer. */
const PARTS_MAX = 200;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

export const isForm = (c: AppContext): boolean => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');

/** Reads a form with its files. Counts its parts first, and refuses too many before any is created (R-HOST-02). */
export async function readForm(c: AppContext): Promise<FormData> {
  // Reads the body whole: a repeated call is recognised by the hash of its bytes.
  const bytes = Buffer.from(await c.req.arrayBuffer());
  const [, quoted, bare] = BOUNDARY.exec(c.req.header('content-type') ?? '') ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw badRequest('The form could not be read.');
  if (hasMoreThan(bytes, `--${boundary}`, PARTS_MAX + 1)) throw badRequest('The form has too many fields.');
  try {
    // Parses with the boundary that was counted, so that both see the same parts.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw badRequest('The form could not be read.');
  }
}

function hasMoreThan(bytes: Buffer, mark: string, max: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && found <= max; at = bytes.indexOf(mark, at + mark.length)) found += 1;
  return found > max;
}
