import type { AppContext } from '../context.ts';
import { badRequest } from '../errors.ts';

/** More than an item has fields, additional fields and pictures. */
const PARTS_MAX = 200;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

export const isForm = (c: AppContext): boolean => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');

/** A form with its files; refuses what is none, and one of too many parts before any of them is made (R-HOST-02). */
export async function readForm(c: AppContext): Promise<FormData> {
  // Read whole first: a repeated call is known by its bytes.
  const bytes = Buffer.from(await c.req.arrayBuffer());
  const [, quoted, bare] = BOUNDARY.exec(c.req.header('content-type') ?? '') ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw badRequest('The form could not be read.');
  if (hasMoreThan(bytes, `--${boundary}`, PARTS_MAX + 1)) throw badRequest('The form has too many fields.');
  try {
    // The very boundary that was counted.
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
