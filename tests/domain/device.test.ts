import { expect, test } from 'vitest';
import { browserWords, isDeviceOverdue } from '../../domain/device.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Browser on Linux'],
  ['curl/8', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('SYN-28 %j is %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words);
});

test('SYN-28 a device is missing when changes wait on it and it was not seen for a day', () => {
  const DAY_MS = 24 * 60 * 60_000;
  const nowMs = 10 * DAY_MS;
  const seen = (agoMs: number, pendingCount: number) =>
    isDeviceOverdue({ pendingCount, lastSeenAtMs: nowMs - agoMs }, nowMs);
  expect(seen(DAY_MS, 1)).toBe(true);
  expect(seen(DAY_MS - 1, 1)).toBe(false);
  expect(seen(DAY_MS * 9, 0)).toBe(false);
});
