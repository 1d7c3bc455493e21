import { dayKey, daysRange, isDayKey, type TimeRange } from '../time.ts';

/*
 * Reads days that people type into a search: '22 Nov', '22/11', '22 November 2026', 'Nov 2026'. The day comes before
 * the month, as in East Africa; the reverse order is read only if that is impossible ('11/22').
 */

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const MONTH_CHARS_MIN = 3;
const CENTURY = 2_000;

const DAY_MONTH_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]*([a-z]{3,})[\s.,-]*(\d{4}|\d{2})?$/;
const MONTH_NAME_DAY = /^([a-z]{3,})[\s.-]*(\d{1,2})(?:st|nd|rd|th)?(?:[\s,]+(\d{4}))?$/;
const MONTH_YEAR = /^([a-z]{3,})[\s.-]*(\d{4})$/;
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** A weekday before the date. It is ignored. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,]+(?=\d)/;

/** A typed day; day and month count from 1. Without a year it means every year; without a day, the whole month. */
interface TypedDay {
  day: number | null;
  month: number;
  year: number | null;
}

/**
 * Returns the time ranges of a typed date, oldest first; none if no date was typed. A date without a year has a range
 * in each year of `within`.
 * @param query in lower case
 */
export function rangesOfTypedDate(query: string, zone: string, within: TimeRange): TimeRange[] {
  const typed = typedDay(query.replace(WEEKDAY, ''));
  if (typed === null || within.toMs <= within.fromMs) return [];
  const [first, last] = [within.fromMs, within.toMs].map((atMs) => Number(dayKey(atMs, zone).split('-')[0]));
  const years = typed.year === null ? yearsBetween(first ?? 0, last ?? 0) : [typed.year];
  return years.flatMap((year) => {
    const from = keyOf(year, typed.month, typed.day ?? 1);
    const to = typed.day === null ? lastDayOf(year, typed.month) : from;
    return isDayKey(from) ? [daysRange(from, to, zone)] : [];
  });
}

/** The most years to search. Rows from a device with a wrong clock may be in any year. */
const YEARS_MAX = 100;
const yearsBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.min(YEARS_MAX, last - first + 1) }, (_, nth) => last - nth).reverse();

function typedDay(query: string): TypedDay | null {
  const iso = ISO.exec(query);
  if (iso) return dayOf(iso[3], Number(iso[2]), iso[1]);
  const named = DAY_MONTH_NAME.exec(query);
  if (named) return dayOf(named[1], monthOf(named[2]), named[3]);
  const monthYear = MONTH_YEAR.exec(query);
  if (monthYear) return dayOf(undefined, monthOf(monthYear[1]), monthYear[2]);
  const turned = MONTH_NAME_DAY.exec(query);
  if (turned) return dayOf(turned[2], monthOf(turned[1]), turned[3]);
  const numbers = NUMBERS.exec(query);
  // '22.11' is an amount; '22.11.2026' is a date.
  if (!numbers || (numbers[2] === '.' && numbers[4] === undefined)) return null;
  const [one, other] = [Number(numbers[1]), Number(numbers[3])];
  return other > MONTHS.length ? dayOf(String(other), one, numbers[4]) : dayOf(String(one), other, numbers[4]);
}

function dayOf(day: string | undefined, month: number, year: string | undefined): TypedDay | null {
  if (month < 1 || month > MONTHS.length) return null;
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return null;
  // A year that begins with 0 is a slip. zone-offset.ts has no days before the year 1000 either.
  if (year?.length === 4 && year.startsWith('0')) return null;
  return {
    day: day === undefined ? null : Number(day),
    month,
    year: year === undefined ? null : year.length === 2 ? CENTURY + Number(year) : Number(year),
  };
}

/** Returns the number of the month with this name or beginning; 0 if there is none. */
const monthOf = (name = ''): number =>
  name.length < MONTH_CHARS_MIN
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(name) || (name === 'sept' && month === 'september')) + 1;

const keyOf = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');

const lastDayOf = (year: number, month: number): string =>
  [31, 30, 29].map((day) => keyOf(year, month, day)).find(isDayKey) ?? keyOf(year, month, 28);
