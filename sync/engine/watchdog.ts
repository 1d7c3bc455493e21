import type { SyncStatus } from '../ports.ts';
import { leftOfWaitMs, RETRY_AFTER_MAX_MS } from './back-off.ts';

/** With no progress for this long the watchdog reacts, if changes wait and the server can be reached (SYN-19). */
export const WATCHDOG_MS = 60_000;
/** A visible page takes over from a drainer that made no progress for this long (SYN-18). */
export const TAKE_OVER_MS = 30_000;

/** Phases in which no progress is expected: a person or the network has to act first. */
const WAITS_FOR_OTHERS: ReadonlySet<SyncStatus['phase']> = new Set(['sign_in', 'dismissed', 'outdated', 'offline']);

/** Returns for how many ms progress has been due; 0 if none is due. */
export function stalledForMs(
  status: SyncStatus,
  pending: { count: number; oldestAtMs: number | null },
  nowMs: number,
): number {
  if (pending.count === 0 || WAITS_FOR_OTHERS.has(status.phase)) return 0;
  if (leftOfWaitMs(status.retryAtMs, nowMs) > 0) return 0;
  // Times that lie far ahead are from before a wrong clock was set back: they say nothing.
  const times = [status.lastProgressAtMs, status.retryAtMs, pending.oldestAtMs].map((ms) => ms ?? 0);
  const known = times.filter((ms) => ms - nowMs <= RETRY_AFTER_MAX_MS);
  return Math.max(0, nowMs - Math.max(0, ...known));
}
