import type { Business } from '../../../domain/business.ts';
import { isoTime } from '../answer.ts';

/** What signed-in people of the shop are told of it. `origin`: how they address this server (C-135). */
export function businessAnswer(business: Business, origin: string): object {
  const { version: _version, edits: _edits, profileImage: _image, profileImageUrl, createdAtMs, ...fields } = business;
  return { ...fields, profileImageUrl: absoluteUrl(profileImageUrl, origin), createdAt: isoTime(createdAtMs) };
}

/** The address of a picture that lies here is kept as a path: a server may change its name. */
export const absoluteUrl = (url: string | null, origin: string): string | null =>
  url?.startsWith('/') ? origin + url : url;
