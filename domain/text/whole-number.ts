import * as v from 'valibot';

/** Counts and numbers in a row: more of anything no shop has, and what follows the largest is still a safe integer. */
export const COUNT_MAX = 2 ** 31 - 1;
/** The furthest instants that a date can say, either way. */
export const INSTANT_MAX_MS = 8_640_000_000_000_000;

/** A safe integer within bounds: whatever comes in has some (R-LIM-03). */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));

export const countSchema = wholeNumber(0, COUNT_MAX);
/** Any instant that a clock may say. */
export const instantSchema = wholeNumber(-INSTANT_MAX_MS, INSTANT_MAX_MS);
/** Where a row stands in time that an older server may have taken with any number. */
export const storedInstantSchema = wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
/** The lead of one clock over another, in ms: the difference of two instants, yet a safe integer. */
export const clockOffsetSchema = wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
