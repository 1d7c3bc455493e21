import { createHash } from 'node:crypto';
import { readDecided } from '../../db/queries/client.ts';
import { readKeptAnswer } from '../../db/queries/kept-answer.ts';
import { actOfKey, ANSWERS_KEPT_MS, type RepeatKey } from '../../mutate/plain-call.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import type { Session } from '../middleware/session.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** Returns the caller's Idempotency-Key with a hash of caller, method, path and body; null if none was sent (SYN-7). */
export async function repeatKey(c: AppContext, who: readonly (string | number)[]): Promise<RepeatKey | null> {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!KEY.test(key)) throw badRequest('An Idempotency-Key has 1 to 200 plain characters.');
  const hash = createHash('sha256').update(JSON.stringify([...who, c.req.method, resourcePath(c.req.path)]));
  return { key, requestHash: hash.update(await c.req.text()).digest('hex') };
}

/**
 * True if this request was answered before. Its side effects were made then, so the caller skips them. Throws if the key
 * is one of another request, or of one so old that its answer is no longer stored: then nothing may be changed (SYN-7b).
 */
export async function wasAnswered(
  c: AppContext,
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { businessId, userId, role }: Session,
): Promise<boolean> {
  const repeat = await repeatKey(c, [userId, role]);
  if (repeat === null) return false;
  const keptSinceMs = clock.nowMs() - ANSWERS_KEPT_MS;
  const act = actOfKey(businessId, repeat.key);
  const { kept, decided } = await database.transaction({ businessId, readOnly: true }, async (sql) => ({
    kept: await readKeptAnswer(sql, businessId, repeat.key, keptSinceMs),
    decided: await readDecided(sql, businessId, [act]),
  }));
  if (kept && kept.requestHash !== repeat.requestHash) throw keyOfAnotherRequest();
  if (!kept && decided.length > 0) throw doneBefore();
  return kept !== null && kept !== undefined;
}

/** Returns the key of a visitor, who is no user. It has a space, so it can never equal a user's key (`KEY`). */
export const visitorsKey = (repeat: RepeatKey | null): RepeatKey | null =>
  repeat && { ...repeat, key: `visitor ${repeat.key}` };

/** Removes the prefix, because a call has two prefixes and is the same under both (C-118). */
const resourcePath = (path: string): string => path.replace(/^\/api(\/v1)?/, '');

export const keyOfAnotherRequest = (): ApiError =>
  new ApiError(422, 'Invalid input', 'This Idempotency-Key was used for another request.', {
    details: [{ path: '', message: 'Use a new Idempotency-Key.' }],
  });

export const doneBefore = (): ApiError =>
  new ApiError(409, 'Not accepted', 'This was done before, more than 30 days ago: nothing was done now.');
