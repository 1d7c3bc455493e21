import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BACK_OFF_MAX_MS, backOffMs } from '../../../sync/engine/back-off.ts';
import { stalledForMs, TAKE_OVER_MS } from '../../../sync/engine/watchdog.ts';
import { NEW_SYNC_STATUS } from '../../../sync/replica/state.ts';

const always = (share: number) => ({ below: (bound: number) => Math.floor(share * bound) });

test('SYN-8 the wait doubles from one second to sixty, with full jitter', () => {
  const longest = [1, 2, 3, 7, 40].map((failures) => backOffMs(failures, always(0.999999), null));
  expect(longest).toEqual([1_000, 2_000, 4_000, BACK_OFF_MAX_MS, BACK_OFF_MAX_MS]);
  expect(backOffMs(7, always(0), null)).toBe(1);
});

test("SYN-8 a server's Retry-After is never undercut", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      fc.integer({ min: 0, max: 600_000 }),
      (failures, share, retryAfterMs) => {
        expect(backOffMs(failures, always(share), retryAfterMs)).toBeGreaterThanOrEqual(retryAfterMs);
      },
    ),
  );
});

const NOW = 1_000_000;
const waiting = { count: 2, oldestAtMs: NOW - 90_000 };

test('SYN-18 SYN-19 changes that wait in reach of the server without progress make a stall', () => {
  const status = { ...NEW_SYNC_STATUS, phase: 'syncing' as const, lastProgressAtMs: NOW - 40_000 };
  expect(stalledForMs(status, waiting, NOW)).toBe(40_000);
  expect(stalledForMs(status, waiting, NOW)).toBeGreaterThan(TAKE_OVER_MS);
});

test.each([
  ['nothing waits', { ...NEW_SYNC_STATUS }, { count: 0, oldestAtMs: null }],
  ['there is no network', { ...NEW_SYNC_STATUS, phase: 'offline' as const }, waiting],
  ['the person has to sign in', { ...NEW_SYNC_STATUS, phase: 'sign_in' as const }, waiting],
  ['a back-off is running', { ...NEW_SYNC_STATUS, retryAtMs: NOW + 1 }, waiting],
])('SYN-19 it is no stall while %s', (_, status, pending) => {
  expect(stalledForMs(status, pending, NOW)).toBe(0);
});

test('SYN-19 a stall is counted from the oldest change, not from before it was made', () => {
  expect(stalledForMs({ ...NEW_SYNC_STATUS, lastProgressAtMs: 5 }, { count: 1, oldestAtMs: NOW - 1_000 }, NOW)).toBe(
    1_000,
  );
});

test('SYN-18 SYN-19 times from before a wrong clock was set back hide no stall', () => {
  const ahead = NOW + 30 * 86_400_000;
  const status = { ...NEW_SYNC_STATUS, lastProgressAtMs: ahead, retryAtMs: ahead };
  expect(stalledForMs(status, { count: 2, oldestAtMs: ahead }, NOW)).toBeGreaterThan(TAKE_OVER_MS);
  // A sale that was saved while this was being looked at is a little ahead, and no stall.
  const idle = { ...NEW_SYNC_STATUS, lastProgressAtMs: NOW - 3_600_000 };
  expect(stalledForMs(idle, { count: 1, oldestAtMs: NOW + 40 }, NOW)).toBe(0);
  expect(stalledForMs({ ...status, lastProgressAtMs: NOW - 5_000 }, { count: 2, oldestAtMs: ahead }, NOW)).toBe(5_000);
});
