import { describe, expect, test } from 'vitest';
import { actTime, isPossibleTime, serverTimeOnDevice } from '../../domain/act-time.ts';
import { NOON_MS } from '../support/shop-rows.ts';

const DAY_MS = 86_400_000;
const YEAR_2015_MS = Date.parse('2015-01-01T00:00:00Z');
const LAST_MS = 8_640_000_000_000_000;

describe('the time of an act', () => {
  test.each([
    [YEAR_2015_MS, true],
    [YEAR_2015_MS - 1, false],
    [0, false],
    [NOON_MS + DAY_MS, true],
    [NOON_MS + DAY_MS + 1, false],
    [LAST_MS, false],
    [-LAST_MS, false],
  ])('SYN-23 R-LIM-02 %d is possible: %s', (atMs, isPossible) => {
    expect(isPossibleTime(atMs, NOON_MS)).toBe(isPossible);
    if (isPossible) expect(actTime({ atMs, clockOffsetMs: 3 }, NOON_MS)).toEqual({ atMs });
  });

  test.each([
    ['without a measure', LAST_MS, null, NOON_MS],
    ['of a clock that has jumped since it was measured', LAST_MS, 12, NOON_MS],
    ['as it was measured', 5 * DAY_MS, NOON_MS - 7 * DAY_MS, NOON_MS - 2 * DAY_MS],
    ['as it was measured, but never later than now', 0, NOON_MS + 1, NOON_MS],
    ['as it was measured, but never before 2015', 0, YEAR_2015_MS - 1, NOON_MS],
  ])('SYN-23 SYN-23a R-LIM-02 an impossible time is that of the server, %s', (_how, atMs, clockOffsetMs, counted) => {
    expect(actTime({ atMs, clockOffsetMs }, NOON_MS)).toEqual({ atMs: counted, deviceAtMs: atMs });
  });

  test('SYN-23 R-LIM-02 a device judges by what it measured, always alike, and leaves alone what it knows nothing better of', () => {
    const act = { atMs: LAST_MS, clockOffsetMs: NOON_MS - LAST_MS };
    expect(serverTimeOnDevice(act)).toBe(NOON_MS);
    expect(serverTimeOnDevice({ atMs: LAST_MS, clockOffsetMs: null })).toBeNull();
    expect(serverTimeOnDevice({ atMs: 5, clockOffsetMs: 9 })).toBeNull();
    expect(actTime(act, serverTimeOnDevice(act))).toEqual({ atMs: NOON_MS, deviceAtMs: LAST_MS });
    expect(actTime({ atMs: LAST_MS, clockOffsetMs: null }, null)).toEqual({ atMs: LAST_MS });
  });
});
