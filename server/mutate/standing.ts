import type { Cookie } from './cookie.ts';
import type { History } from './server-store.ts';

/**
 * Where a device stands to this server. 'good': what it has is a beginning of this very history. 'resync': its copy is
 * too old to be told what was removed since (SYN-15), or nobody can read how far it has come. 'restored': it has seen
 * what this history does not have; the server came back from a backup (SYN-21).
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
