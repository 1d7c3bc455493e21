import type { Cookie } from './cookie.ts';
import type { History } from './server-store.ts';

/**
 * How a device's copy relates to this server's history. 'good': it is a prefix of it. 'resync': it is so old that
 * removals since are forgotten (SYN-15), or its cookie cannot be read. 'restored': the device has seen versions that
 * this history lacks, because the server came back from a backup (SYN-21).
 */
export type Standing = 'good' | 'resync' | 'restored';

export async function standingOf(cookie: Cookie | null, history: History): Promise<Standing> {
  if (!cookie) return 'resync';
  if (cookie.epoch !== history.epoch || cookie.seen.version > history.version) return 'restored';
  // Beyond the horizon the nonces are gone with the tombstones.
  const isForgotten = cookie.seen.version < history.horizon;
  if (!isForgotten && (await history.nonceOf(cookie.seen.version)) !== cookie.seen.nonce) return 'restored';
  return cookie.version < history.horizon ? 'resync' : 'good';
}
