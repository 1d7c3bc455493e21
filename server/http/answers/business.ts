import type { Business } from '../../../domain/business.ts';
import { isoTime } from '../answer.ts';

/** What signed-in people of the shop are told of it. */
export function businessAnswer(business: Business): object {
  const { version: _version, edits: _edits, createdAtMs, ...fields } = business;
  return { ...fields, createdAt: isoTime(createdAtMs) };
}
