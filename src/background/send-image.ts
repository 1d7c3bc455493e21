import * as v from 'valibot';
import type { ImageFile, ImageListing } from '../../sync/store/image-files.ts';
import type { Sent } from './image-queue.ts';

/** Long enough for a picture over a slow connection; the server waits as long. */
const TIMEOUT_MS = 60_000;

const keptSchema = v.object({ success: v.literal(true), data: v.object({ key: v.string() }) });
const refusalSchema = v.object({ error: v.string(), message: v.nullish(v.string(), null) });

/** Statuses that mean that the picture itself is wrong. With any other status a later try may succeed. */
const LASTING: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** The server does not know the row that lists the picture yet: that is no failure. */
const NOT_LISTED_YET = 409;

/** Sends a file, by XMLHttpRequest, because only that reports how much of a request has been sent. */
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
    // The browser sets the content type of a form itself, because it must name the boundary between the parts.
    if (!(body instanceof FormData)) request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-User-ID', String(user.userId));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () => resolve(sentOf(request.status, request.responseText, file.key)));
    request.send(body);
  });
}

/** Returns the call that takes a file: that of an item, or that of the business (R-BIZ-17). */
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

/**
 * Classifies the answer. Only an answer of our own server counts (SYN-8): the page of a Wi-Fi portal with status 200
 * does not.
 */
export function sentOf(status: number, text: string, key: string): Sent {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  const kept = v.safeParse(keptSchema, json.output);
  if (status === 200 && kept.success && kept.output.data.key === key) return { kind: 'kept' };
  const refusal = v.safeParse(refusalSchema, json.output);
  if (LASTING.has(status) && refusal.success) return { kind: 'refused', status, message: refusal.output.message };
  return { kind: 'later', status: status >= 400 && status !== NOT_LISTED_YET ? status : null };
}
