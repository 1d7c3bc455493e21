import { dayKey, daysRange, isDayKey, type TimeRange } from '../time.ts';

/*
 * Days as people type them into a search: '22 Nov', '22/11', '22 November 2026', 'Nov 2026'. A day before its
 * month, as in East Africa; the other way round only where it cannot be read so ('11/22').
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
/** A weekday says nothing that the date does not. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,]+(?=\d)/;

/** Numbers from 1; no year: of any year; no day: the whole month. */
interface TypedDay {
  day: number | null;
  month: number;
  year: number | null;
}

/**
 * The stretches of time that were meant, oldest first; none where no date was typed. A date without a year is that of every
 * year that `within` touches.
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

/** A device whose clock was wrong dates rows anywhere: no more years than a shop can have. */
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
  // '22.11' is an amount; with its year it is a date.
  if (!numbers || (numbers[2] === '.' && numbers[4] === undefined)) return null;
  const [one, other] = [Number(numbers[1]), Number(numbers[3])];
  return other > MONTHS.length ? dayOf(String(other), one, numbers[4]) : dayOf(String(one), other, numbers[4]);
}

function dayOf(day: string | undefined, month: number, year: string | undefined): TypedDay | null {
  if (month < 1 || month > MONTHS.length) return null;
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return null;
  // The calendar has no such year.
  if (year === '0000') return null;
  return {
    day: day === undefined ? null : Number(day),
    month,
    year: year === undefined ? null : year.length === 2 ? CENTURY + Number(year) : Number(year),
  };
}

/** 0: no month begins so. */
const monthOf = (name = ''): number =>
  name.length < MONTH_CHARS_MIN
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(name) || (name === 'sept' && month === 'september')) + 1;

const keyOf = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');

const lastDayOf = (year: number, month: number): string =>
  [31, 30, 29].map((day) => keyOf(year, month, day)).find(isDayKey) ?? keyOf(year, month, 28);
