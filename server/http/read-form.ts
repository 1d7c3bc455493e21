import type { AppContext } from './context.ts';
import { badRequest } from './errors.ts';

export const isForm = (c: AppContext): boolean => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');

/** A form with its files; refuses what is none. */
export async function readForm(c: AppContext): Promise<FormData> {
  // Read whole first: a repeated call is known by its bytes.
  const bytes = await c.req.arrayBuffer();
  try {
    return await new Response(bytes, { headers: { 'content-type': c.req.header('content-type') ?? '' } }).formData();
  } catch {
    throw badRequest('The form could not be read.');
  }
}
