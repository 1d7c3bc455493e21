import { createHash } from 'node:crypto';
import type { RepeatKey } from '../mutate/plain-call.ts';
import type { AppContext } from './context.ts';
import { ApiError, badRequest } from './errors.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The caller's key, tied to who asked, for what, with which words; null where none was sent (SYN-7). */
export async function repeatKey(c: AppContext, who: readonly (string | number)[]): Promise<RepeatKey | null> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!KEY.test(key)) throw badRequest('An Idempotency-Key has 1 to 200 plain characters.');
  const hash = createHash('sha256').update(JSON.stringify([...who, c.req.method, resourcePath(c.req.path)]));
  return { key, requestHash: hash.update(await c.req.text()).digest('hex') };
}

/** The same call under both of its prefixes (C-118). */
const resourcePath = (path: string): string => path.replace(/^\/api(\/v1)?/, '');

export const keyOfAnotherRequest = (): ApiError =>
  new ApiError(422, 'Invalid input', 'This Idempotency-Key was used for another request.', {
    details: [{ path: '', message: 'Use a new Idempotency-Key.' }],
  });
