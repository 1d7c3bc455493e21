import { groupThousands } from '../../../domain/hundredths.ts';
import { formatDayKey } from '../../../domain/time.ts';

/** Who is not on this device, or no longer. */
export const SOMEBODY = 'Somebody';

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${groupThousands(String(count))} ${many}`;

export const salesText = (count: number): string => countText(count, 'sale', 'sales');
export const itemsCountText = (count: number): string => countText(count, 'item', 'items');

/** 'today', 'since yesterday', 'for 12 days'. */
export function ageText(days: number): string {
  if (days === 0) return 'since today';
  return days === 1 ? 'since yesterday' : `for ${groupThousands(String(days))} days`;
}

/** 'expires today', 'expires in 3 days', 'expired 12 days ago'. */
export function expiryText(daysLeft: number): string {
  if (daysLeft === 0) return 'expires today';
  const days = countText(Math.abs(daysLeft), 'day', 'days');
  return daysLeft > 0 ? `expires in ${days}` : `expired ${days} ago`;
}

/** 'Nov 2026' of '2026-11'. */
export const monthText = (key: string): string => formatDayKey(`${key}-01`).slice('1 '.length);

/** '09:00 – 10:00'. */
export const hourText = (hour: number): string => `${clock(hour)} – ${clock(hour + 1)}`;
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
