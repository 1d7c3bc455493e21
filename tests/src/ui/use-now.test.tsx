import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from '../../../src/ui/use-now.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const EVENING_MS = 20_000 * DAY_MS + 22 * HOUR_MS;
const endOfDay = (atMs: number) => (Math.floor(atMs / DAY_MS) + 1) * DAY_MS;

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

const dayOf = ({ result }: { result: { current: number } }) => Math.floor(result.current / DAY_MS);
/** Advances the clock without running timers, as on a suspended device. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('X-TYPE-40 the day ends on time while the page is awake, and nothing is drawn again before', () => {
  let drawn = 0;
  const shown = renderHook(() => {
    drawn += 1;
    return useNow(endOfDay);
  });
  act(() => void vi.advanceTimersByTime(2 * HOUR_MS - 1));
  expect([dayOf(shown), drawn]).toEqual([20_000, 1]);
  act(() => void vi.advanceTimersByTime(1));
  expect([dayOf(shown), drawn]).toEqual([20_001, 2]);
});

test.each([
  ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['focus', () => window.dispatchEvent(new Event('focus'))],
  ['pageshow', () => window.dispatchEvent(new Event('pageshow'))],
  ['online', () => window.dispatchEvent(new Event('online'))],
])('X-TYPE-40 after a night in which the phone slept it is another day with %s', (_event, wake) => {
  const shown = renderHook(() => useNow(endOfDay));
  sleep(10 * HOUR_MS);
  expect(dayOf(shown)).toBe(20_000);
  act(() => void wake());
  expect(dayOf(shown)).toBe(20_001);
});

test('X-TYPE-40 a minute later without any event, and also where the clock was set back', () => {
  const shown = renderHook(() => useNow(endOfDay));
  sleep(10 * HOUR_MS);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(dayOf(shown)).toBe(20_001);
  sleep(-2 * DAY_MS);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(dayOf(shown)).toBe(19_999);
});

test('X-TYPE-40 a screen that is gone looks no more', () => {
  const shown = renderHook(() => useNow(endOfDay));
  shown.unmount();
  expect(vi.getTimerCount()).toBe(0);
});
