import * as v from 'valibot';
import { INSTANT_MAX_MS } from '../../../domain/text/whole-number.ts';
import { dayKey, isDayKey } from '../../../domain/time.ts';
import { offsetMsAt } from '../../../domain/zone-offset.ts';
import { optionalText } from './text.ts';

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A day or a time in ISO 8601. Nothing else is accepted, because `Date.parse` guesses: it finds a date even in hostile
 * text.
 */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

const writtenDay = (text: string): string => text.slice(0, 'YYYY-MM-DD'.length);

/**
 * True for an ISO time, which `Date.parse` reads without guessing. A day that does not exist is none: `Date.parse` makes
 * 3 March of '2026-02-31'.
 */
export const isIsoTime = (text: string): boolean =>
  ISO_TIME.test(text) && isDayKey(writtenDay(text)) && !Number.isNaN(Date.parse(text));

const isDay = (text: string): boolean => isDayKey(text) || isIsoTime(text);

/** A day in a request: 'YYYY-MM-DD', or any time of that day. */
export const optionalDayInput = optionalText(v.nullable(v.pipe(v.string(), v.check(isDay, 'Enter a date'))));

/** Returns the calendar day: as it is written, or for a time with a zone the day of that instant in the shop's zone. */
export function dayOfInput(text: string, zone: string): string {
  const written = writtenDay(text);
  if (isDayKey(written) && !HAS_ZONE.test(text)) return written;
  return dayKey(Date.parse(text), zone);
}

const TIME_CHARS_MAX = 60;
const isInstant = (ms: number): boolean => ms >= 0 && ms <= INSTANT_MAX_MS;

/** A day or a time in a request, in ISO 8601; `instantOfInput` reads it. */
export const timeInput = (noTime: string) =>
  v.pipe(
    v.string(noTime),
    v.maxLength(TIME_CHARS_MAX, noTime),
    v.check((text) => isIsoTime(text) && isInstant(Date.parse(text)), noTime),
  );

/** Returns the instant of such a text. Without a zone it is by the shop's clock; a day alone is its beginning (R-API-43). */
export function instantOfInput(text: string, zone: string): number {
  if (!isDayKey(text) && HAS_ZONE.test(text)) return Date.parse(text);
  const wallMs = Date.parse(isDayKey(text) ? text : `${text.replace(' ', 'T')}Z`);
  // The second look is for the day on which a clock changes.
  const atMs = wallMs - offsetMsAt(wallMs - offsetMsAt(wallMs, zone), zone);
  return Math.max(0, atMs);
}
