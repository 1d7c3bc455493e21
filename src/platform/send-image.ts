import * as v from 'valibot';
import type { ImageFile } from '../../sync/store/image-files.ts';
import type { Sent } from './image-queue.ts';

/** A picture over a slow line; the server waits as long. */
const TIMEOUT_MS = 60_000;

const keptSchema = v.object({ success: v.literal(true), data: v.object({ key: v.string() }) });
const refusalSchema = v.object({ error: v.string(), message: v.nullish(v.string(), null) });

/** What a picture itself is refused for; anything else may be otherwise the next time. */
const LASTING: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** By XMLHttpRequest: it alone tells how much of a request has gone out. */
export function sendImage(
  userId: number,
  itemId: number,
  file: ImageFile,
  onProgress: (sent: number) => void,
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/v1/items/${itemId}/images/${file.key}/file`);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-User-ID', String(userId));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () => resolve(sentOf(request.status, request.responseText, file.key)));
    request.send(file.original);
  });
}

/** An answer counts only if it is our server's own (SYN-8): a portal's page with status 200 is none. */
export function sentOf(status: number, text: string, key: string): Sent {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) return { kind: 'later' };
  const kept = v.safeParse(keptSchema, json.output);
  if (status === 200 && kept.success && kept.output.data.key === key) return { kind: 'kept' };
  const refusal = v.safeParse(refusalSchema, json.output);
  if (LASTING.has(status) && refusal.success) return { kind: 'refused', message: refusal.output.message };
  return { kind: 'later' };
}
