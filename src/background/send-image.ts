import * as v from 'valibot';
import type { ImageFile, ImageListing } from '../../sync/store/image-files.ts';
import type { Sent } from './image-queue.ts';

/** A picture over a slow line; the server waits as long. */
const TIMEOUT_MS = 60_000;

const keptSchema = v.object({ success: v.literal(true), data: v.object({ key: v.string() }) });
const refusalSchema = v.object({ error: v.string(), message: v.nullish(v.string(), null) });

/** Statuses that are the picture's own fault; any other may change with the next try. */
const LASTING: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** The row that lists the picture is still on its way: nothing has failed. */
const NOT_LISTED_YET = 409;

/** By XMLHttpRequest: it alone tells how much of a request has gone out. */
export function sendImage(
  user: { businessId: number; userId: number },
  listing: ImageListing,
  file: ImageFile,
  onProgress: (sent: number) => void,
): Promise<Sent> {
  return new Promise((resolve) => {
    const { method, path, body } = callOf(user.businessId, listing, file);
    const request = new XMLHttpRequest();
    request.open(method, `/api/v1${path}`);
    request.timeout = TIMEOUT_MS;
    // A form says by itself what it is, and where its parts begin.
    if (!(body instanceof FormData)) request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-User-ID', String(user.userId));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () => resolve(sentOf(request.status, request.responseText, file.key)));
    request.send(body);
  });
}

/** The call that takes a file: an item's, or the business's own (R-BIZ-17). */
function callOf(
  businessId: number,
  { itemId }: ImageListing,
  { key, type, original }: ImageFile,
): { method: string; path: string; body: ArrayBuffer | FormData } {
  if (itemId !== null) return { method: 'PUT', path: `/items/${itemId}/images/${key}/file`, body: original };
  const form = new FormData();
  form.set('key', key);
  form.set('image', new Blob([original], { type }), 'image');
  return { method: 'POST', path: `/business/${businessId}/profile-image`, body: form };
}

/** An answer counts only if it is our server's own (SYN-8): a portal's page with status 200 is none. */
export function sentOf(status: number, text: string, key: string): Sent {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  const kept = v.safeParse(keptSchema, json.output);
  if (status === 200 && kept.success && kept.output.data.key === key) return { kind: 'kept' };
  const refusal = v.safeParse(refusalSchema, json.output);
  if (LASTING.has(status) && refusal.success) return { kind: 'refused', status, message: refusal.output.message };
  return { kind: 'later', status: status >= 400 && status !== NOT_LISTED_YET ? status : null };
}
