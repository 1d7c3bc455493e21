import * as v from 'valibot';

/** The largest count or running number. No shop reaches it, and adding 1 still gives a safe integer. */
export const COUNT_MAX = 2 ** 31 - 1;
/** The largest instant that a Date can hold; its negative is the smallest. */
export const INSTANT_MAX_MS = 8_640_000_000_000_000;

/** Returns the schema of a safe integer within bounds. All numbers from outside have bounds (R-LIM-03). */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));

export const countSchema = wholeNumber(0, COUNT_MAX);
/** Any instant of a device's clock. */
export const instantSchema = wholeNumber(-INSTANT_MAX_MS, INSTANT_MAX_MS);
/** The instant of a stored row. Older servers accepted any safe integer. */
export const storedInstantSchema = wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
/** The difference of two clocks in ms, as a safe integer. */
export const clockOffsetSchema = wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
