import { formatDate } from './time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns how long ago: 'Just now', '5m ago', '3h ago', and after a day the date (R-NOTIF-12 … R-NOTIF-15). */
export function formatAgo(atMs: number, nowMs: number, zone: string): string {
  const agoMs = nowMs - atMs;
  if (agoMs < MINUTE_MS) return 'Just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)}m ago`;
  return agoMs < DAY_MS ? `${Math.floor(agoMs / HOUR_MS)}h ago` : formatDate(atMs, zone);
}
