import { groupThousands } from '../../../domain/hundredths.ts';
import { formatDayKey } from '../../../domain/time.ts';

/** The name shown for a user who is not on this device. */
export const SOMEBODY = 'Somebody';

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${groupThousands(String(count))} ${many}`;

export const salesText = (count: number): string => countText(count, 'sale', 'sales');
export const itemsCountText = (count: number): string => countText(count, 'item', 'items');

/** Returns 'since today', 'since yesterday' or 'for 12 days'. */
export function ageText(days: number): string {
  if (days === 0) return 'since today';
  return days === 1 ? 'since yesterday' : `for ${groupThousands(String(days))} days`;
}

/** Returns 'expires today', 'expires in 3 days' or 'expired 12 days ago'. */
export function expiryText(daysLeft: number): string {
  if (daysLeft === 0) return 'expires today';
  const days = countText(Math.abs(daysLeft), 'day', 'days');
  return daysLeft > 0 ? `expires in ${days}` : `expired ${days} ago`;
}

/** Returns 'Nov 2026' for '2026-11'. */
export const monthText = (key: string): string => formatDayKey(`${key}-01`).slice('1 '.length);

/** Returns '09:00 – 10:00' for 9. */
export const hourText = (hour: number): string => `${clock(hour)} – ${clock(hour + 1)}`;
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
