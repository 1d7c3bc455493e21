import type { Random } from '../ports.ts';

export const BACK_OFF_FIRST_MS = 1_000;
export const BACK_OFF_MAX_MS = 60_000;

/** Upper bound for a server's Retry-After: a wrong header must not hold up sales for an hour. */
export const RETRY_AFTER_MAX_MS = 15 * 60_000;

/**
 * Returns the wait in ms after `failureCount` failures in a row: exponential back-off with full jitter, so that a
 * thousand devices that lost the same server do not all come back at once. The wait is never shorter than the server's
 * own Retry-After (SYN-8).
 */
export function backOffMs(failureCount: number, random: Random, retryAfterMs: number | null): number {
  const bound = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** Math.min(failureCount - 1, 16));
  return Math.max(random.below(bound) + 1, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}

/**
 * Returns the rest of a wait in ms. Returns 0 if the rest is longer than any back-off: the clock was set back
 * meanwhile.
 */
export function leftOfWaitMs(untilMs: number | null, nowMs: number): number {
  const leftMs = (untilMs ?? 0) - nowMs;
  return leftMs > 0 && leftMs <= RETRY_AFTER_MAX_MS ? leftMs : 0;
}
