import { DAY_MS, offsetChangeBetween, offsetMsAt, withinCalendar } from './zone-offset.ts';

/*
 * Days, weeks and months of a shop, in its own time zone (C-140). Every range is half open and starts at the first
 * instant of its first day. So consecutive ranges have no gap and no overlap, even if the clock changes at midnight and
 * the day begins at 01:00.
 */

/** Instants from `fromMs` up to, but not including, `toMs` (epoch milliseconds, UTC). */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

export const TIME_ZONE_CHARS_MAX = 64;

const DAYS_PER_WEEK = 7;
// 1 January 1970 was a Thursday: three days after a Monday.
const DAYS_FROM_MONDAY_AT_EPOCH = 3;
const WEEKDAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
// A zone's name. Offsets like '+03:00' are refused, although the platform accepts them: they have no clock changes.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Returns the day that `atMs` falls on in `zone`. */
export function dayRange(atMs: number, zone: string): TimeRange {
  const day = dayNumberAt(atMs, zone);
  return rangeOfDays(day, day + 1, zone);
}

/** Returns the week that `atMs` falls in, Monday first (C-140). */
export function weekRange(atMs: number, zone: string): TimeRange {
  const day = dayNumberAt(atMs, zone);
  const daysSinceMonday = (((day + DAYS_FROM_MONDAY_AT_EPOCH) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  const monday = day - daysSinceMonday;
  return rangeOfDays(monday, monday + DAYS_PER_WEEK, zone);
}

/** Returns the calendar month that `atMs` falls in. */
export function monthRange(atMs: number, zone: string): TimeRange {
  const wall = wallClockAt(atMs, zone);
  const year = wall.getUTCFullYear();
  const month = wall.getUTCMonth();
  return rangeOfDays(Date.UTC(year, month, 1) / DAY_MS, Date.UTC(year, month + 1, 1) / DAY_MS, zone);
}

/** Returns the range from one day ('YYYY-MM-DD') to another, both included, in any order. */
export function daysRange(oneKey: string, otherKey: string, zone: string): TimeRange {
  const days = [oneKey, otherKey].map(dayNumberOfKey);
  return rangeOfDays(Math.min(...days), Math.max(...days) + 1, zone);
}

/** Returns all days that the range touches as 'YYYY-MM-DD', oldest first. */
export function dayKeysOf({ fromMs, toMs }: TimeRange, zone: string): string[] {
  const first = dayNumberAt(fromMs, zone);
  const count = dayNumberAt(toMs - 1, zone) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => keyOfDayNumber(first + index));
}

/** Returns the number of calendar days between two instants: 0 on the same day, 1 from yesterday to today. */
export const daysBetween = (fromMs: number, toMs: number, zone: string): number =>
  dayNumberAt(toMs, zone) - dayNumberAt(fromMs, zone);

/** Returns the number of days between two days' keys. */
export const daysBetweenKeys = (fromKey: string, toKey: string): number =>
  dayNumberOfKey(toKey) - dayNumberOfKey(fromKey);

/** Returns the hour that the wall clock of `zone` shows, 0 … 23. */
export const hourAt = (atMs: number, zone: string): number => wallClockAt(atMs, zone).getUTCHours();

/** True for the 'YYYY-MM-DD' of an existing day. */
export function isDayKey(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = dayNumberOfKey(text);
  return Number.isFinite(day) && keyOfDayNumber(day) === text;
}

/** The earliest day that a person may enter. */
export const FIRST_DAY = '2000-01-01';

/** True for a day that a person can mean: a browser gives '0026-08-01' for a year of which two digits are typed. */
export const isPlausibleDay = (text: string): boolean => isDayKey(text) && text >= FIRST_DAY;

/** Returns '21 Nov 2026' for a day's key. */
export const formatDayKey = (key: string): string => dateText(new Date(Date.parse(key)));

/** Returns 'Sat 21 Nov 2026' for a day's key. */
export const formatWeekday = (key: string): string =>
  `${WEEKDAY_NAMES[new Date(Date.parse(key)).getUTCDay()]} ${formatDayKey(key)}`;

/** Returns 'Today', 'Yesterday', or else 'Sat 21 Nov 2026'. */
export function nameOfDay(key: string, todayKey: string): string {
  const daysAgo = daysBetweenKeys(key, todayKey);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return formatWeekday(key);
}

/** Returns 'YYYY-MM-DD' of the day that `atMs` falls on in `zone`. Sorting the keys sorts the days. */
export function dayKey(atMs: number, zone: string): string {
  return isoDay(wallClockAt(atMs, zone));
}

/** Returns the first instant of a day, given by its `dayKey`. */
export const dayStartMs = (key: string, zone: string): number => startOfDay(dayNumberOfKey(key), zone);

/** Returns 'YYYY-MM-DD HH:mm' on the wall clock of `zone`. Spreadsheets read this as a time. */
export function dateTimeKey(atMs: number, zone: string): string {
  const wall = wallClockAt(atMs, zone);
  return `${isoDay(wall)} ${wall.toISOString().split('T')[1]?.slice(0, 5)}`;
}

/** Returns 'YYYY-MM' of the month that `atMs` falls in. */
export function monthKey(atMs: number, zone: string): string {
  return isoDay(wallClockAt(atMs, zone)).slice(0, -3);
}

/** Returns the minutes that the wall clock of `zone` is ahead of UTC: the `offsetMinutes` stored with an instant. */
export function offsetMinutesAt(atMs: number, zone: string): number {
  return Math.round(offsetMsAt(atMs, zone) / 60_000);
}

/** Returns the date, as '21 Nov 2026'. */
export function formatDate(atMs: number, zone: string): string {
  return dateText(wallClockAt(atMs, zone));
}

/** Returns date and time on the 24-hour clock, as '21 Nov 2026, 14:05'. */
export function formatDateTime(atMs: number, zone: string): string {
  const wall = wallClockAt(atMs, zone);
  return `${dateText(wall)}, ${twoDigits(wall.getUTCHours())}:${twoDigits(wall.getUTCMinutes())}`;
}

/** True for the name of a time zone (IANA) that this platform knows. */
export function isTimeZone(text: string): boolean {
  if (text.length > TIME_ZONE_CHARS_MAX || !ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

// Returns the wall clock as a Date. Read only its UTC fields: its instant is wrong.
function wallClockAt(atMs: number, zone: string): Date {
  return new Date(withinCalendar(atMs) + offsetMsAt(atMs, zone));
}

function dayNumberAt(atMs: number, zone: string): number {
  return Math.floor((withinCalendar(atMs) + offsetMsAt(atMs, zone)) / DAY_MS);
}

/** Returns the number of days from 1 January 1970 to a day's key. */
export const dayNumberOfKey = (key: string): number => Date.parse(key) / DAY_MS;
const keyOfDayNumber = (day: number): string => isoDay(new Date(day * DAY_MS));
/** Years beyond 9999 get a sign and six digits. */
const isoDay = (date: Date): string => date.toISOString().split('T')[0] ?? '';

function rangeOfDays(firstDay: number, dayAfter: number, zone: string): TimeRange {
  return { fromMs: startOfDay(firstDay, zone), toMs: startOfDay(dayAfter, zone) };
}

/** Returns the first instant of a day in `zone`; days count from 1 January 1970. */
function startOfDay(dayNumber: number, zone: string): number {
  const wallMs = dayNumber * DAY_MS;
  // No offset exceeds a day, so these are the offsets before and after a clock change at this midnight.
  const offsetBefore = offsetMsAt(wallMs - DAY_MS, zone);
  const offsetAfter = offsetMsAt(wallMs + DAY_MS, zone);
  const withBefore = wallMs - offsetBefore;
  if (offsetMsAt(withBefore, zone) === offsetBefore) return withBefore;
  const withAfter = wallMs - offsetAfter;
  if (offsetMsAt(withAfter, zone) === offsetAfter) return withAfter;
  // The clock skipped midnight: the day begins at the clock change.
  return offsetChangeBetween(withAfter, withBefore, (atMs) => offsetMsAt(atMs, zone));
}

function dateText(wall: Date): string {
  return `${wall.getUTCDate()} ${MONTH_NAMES[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
