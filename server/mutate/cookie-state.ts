import type { Cookie } from './cookie.ts';
import type { History } from './server-store.ts';

/**
 * How a device's copy relates to this server's history. 'good': the copy is a prefix of the history. 'resync': later
 * tombstones are deleted already (SYN-15), or the cookie cannot be read. 'restored': the device has seen versions that
 * this history lacks, because the server was restored from a backup (SYN-21).
 */
export type CookieState = 'good' | 'resync' | 'restored';

export async function cookieStateOf(cookie: Cookie | null, history: History): Promise<CookieState> {
  if (!cookie) return 'resync';
  if (cookie.epoch !== history.epoch || cookie.seen.version > history.version) return 'restored';
  // Nonces of versions up to the horizon are deleted with the tombstones, so they cannot be compared.
  const isForgotten = cookie.seen.version < history.horizon;
  if (!isForgotten && (await history.nonceOf(cookie.seen.version)) !== cookie.seen.nonce) return 'restored';
  return cookie.version < history.horizon ? 'resync' : 'good';
}
