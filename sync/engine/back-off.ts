import type { Random } from '../ports.ts';

export const BACK_OFF_FIRST_MS = 1_000;
export const BACK_OFF_MAX_MS = 60_000;

/** A server that asks for longer is asked again after this: nobody's sales wait for an hour on a wrong header. */
export const RETRY_AFTER_MAX_MS = 15 * 60_000;

/**
 * How long to wait after so many failures in a row: full jitter under a doubling bound, so that a thousand tills that
 * lost the same server do not come back together; a server's own Retry-After is not undercut (SYN-8).
 */
export function backOffMs(failureCount: number, random: Random, retryAfterMs: number | null): number {
  const bound = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** Math.min(failureCount - 1, 16));
  return Math.max(random.below(bound) + 1, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}

/** What is left of a wait in ms; nothing of one that no back-off is long enough for: the clock was set back. */
export function leftOfWaitMs(untilMs: number | null, nowMs: number): number {
  const leftMs = (untilMs ?? 0) - nowMs;
  return leftMs > 0 && leftMs <= RETRY_AFTER_MAX_MS ? leftMs : 0;
}
