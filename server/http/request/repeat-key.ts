import { createHash } from 'node:crypto';
import { readKeptAnswer } from '../../db/queries/kept-answer.ts';
import { ANSWERS_KEPT_MS, type RepeatKey } from '../../mutate/plain-call.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import type { Session } from '../middleware/session.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The caller's key, tied to who asked, for what, with which words; null where none was sent (SYN-7). */
export async function repeatKey(c: AppContext, who: readonly (string | number)[]): Promise<RepeatKey | null> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!KEY.test(key)) throw badRequest('An Idempotency-Key has 1 to 200 plain characters.');
  const hash = createHash('sha256').update(JSON.stringify([...who, c.req.method, resourcePath(c.req.path)]));
  return { key, requestHash: hash.update(await c.req.text()).digest('hex') };
}

/** True when this very request was answered before: then its side effects have been done too. */
export async function wasAnswered(
  c: AppContext,
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { businessId, userId, role }: Session,
): Promise<boolean> {
  const repeat = await repeatKey(c, [userId, role]);
  if (repeat === null) return false;
  const keptSinceMs = clock.nowMs() - ANSWERS_KEPT_MS;
  const kept = await database.transaction({ businessId, readOnly: true }, (sql) =>
    readKeptAnswer(sql, businessId, repeat.key, keptSinceMs),
  );
  return kept?.requestHash === repeat.requestHash;
}

/** The key of a visitor without an account. It has a space, so it can never equal a caller's key (`KEY`). */
export const visitorsKey = (repeat: RepeatKey | null): RepeatKey | null =>
  repeat && { ...repeat, key: `visitor ${repeat.key}` };

/** The same call under both of its prefixes (C-118). */
const resourcePath = (path: string): string => path.replace(/^\/api(\/v1)?/, '');

export const keyOfAnotherRequest = (): ApiError =>
  new ApiError(422, 'Invalid input', 'This Idempotency-Key was used for another request.', {
    details: [{ path: '', message: 'Use a new Idempotency-Key.' }],
  });

export const doneBefore = (): ApiError =>
  new ApiError(409, 'Not accepted', 'This was done before, more than 30 days ago: nothing was done now.');
