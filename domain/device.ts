/** If a device with unsent changes has sent no request for this long, the list highlights it (SYN-28). */
export const DEVICE_OVERDUE_AFTER_MS = 24 * 60 * 60_000;

/** True if a device holds unsent changes and has sent no request for a day: a person should look for it. */
export const isDeviceOverdue = (device: { pendingCount: number; lastSeenAtMs: number }, nowMs: number): boolean =>
  device.pendingCount > 0 && nowMs - device.lastSeenAtMs >= DEVICE_OVERDUE_AFTER_MS;

/** The order matters: most browsers also name the browsers that they descend from. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

const firstOf = (known: readonly (readonly [RegExp, string])[], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns words for the browser of a User-Agent header: 'Chrome on Android'. */
export function browserWords(userAgent: string | null): string {
  const browser = firstOf(BROWSERS, userAgent ?? '');
  const system = firstOf(SYSTEMS, userAgent ?? '');
  if (browser === null) return system === null ? 'Unknown browser' : `Browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}
