import { assert } from './assert.ts';
import { hasDigit, readNumberText } from './text/number-text.ts';
import { ok, refuse, type Result } from './result.ts';

/** Why a typed number is not a number of hundredths. */
export type HundredthsError = 'not_a_number' | 'too_many_decimals' | 'too_large';

/** The sentence for a number with more places than are kept (X-TYPE-05). */
export const TOO_MANY_DECIMALS = 'Use at most 2 decimals';

/** In the place of a number with more places than are kept: no whole hundredths, so every rule refuses it. */
export const FINER_THAN_HUNDREDTHS = -0.5;

/** The sentence for digits that are no number, or could be two ('1250,500', '10%') (X-TYPE-05). */
export const NOT_CLEAR = 'Write the number as 1500 or 1,500.50';

/** In the place of what is not clear: no whole hundredths either. */
export const UNCLEAR_NUMBER = -0.25;

/** True when the text has digits and yet cannot be read; without digits nobody meant a number at all. */
export const isUnclear = (text: string, error: HundredthsError): boolean => error === 'not_a_number' && hasDigit(text);

const BEYOND_COUNTING = 'Amount is too large';

/** The sentence of a rule for a number that is no whole hundredths, or too many to count exactly. */
export function notHundredths({ input }: { input: number }): string {
  if (input === UNCLEAR_NUMBER) return NOT_CLEAR;
  return Number.isInteger(input) || !Number.isFinite(input) ? BEYOND_COUNTING : TOO_MANY_DECIMALS;
}

const STORED_DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads what a person typed ('1,200', '1200,5', '-3', '.5', '٣') as integer hundredths (`readNumberText`).
 * The sign is kept, so that the caller can say its own sentence about a negative amount.
 * Refuses more than two decimals rather than rounding them, and what is beyond ±`max` hundredths.
 */
export function parseHundredths(text: string, max: number): Result<number, HundredthsError> {
  const number = readNumberText(text);
  if (number === null) return refuse('not_a_number');
  if (number.fraction.length > 2) return refuse('too_many_decimals');
  const hundredths = toHundredths(number.whole, number.fraction);
  if (hundredths > max) return refuse('too_large');
  return ok(number.isNegative ? negate(hundredths) : hundredths);
}

/** Reads our own spelling ('1200.50', '1200', '-0.05') as integer hundredths. Anything else is a bug. */
export function decimalToHundredths(decimal: string): number {
  const match = STORED_DECIMAL.exec(decimal);
  assert(match !== null, `'${decimal.slice(0, 40)}' is not a decimal with at most two places`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const hundredths = toHundredths(whole, fraction);
  assert(Number.isSafeInteger(hundredths), 'A stored decimal must fit a safe integer of hundredths');
  return sign === '-' ? negate(hundredths) : hundredths;
}

/** Integer hundredths in our own spelling, always with two places: 120050 → '1200.50', -5 → '-0.05'. */
export function hundredthsToDecimal(hundredths: number): string {
  assert(Number.isInteger(hundredths), 'Hundredths must be an integer');
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Groups the digits of a whole, unsigned number in threes: '1200000' → '1,200,000'. */
export function groupThousands(digits: string): string {
  let grouped = digits.slice(0, digits.length % 3);
  for (let at = digits.length % 3; at < digits.length; at += 3) {
    grouped += `${grouped === '' ? '' : ','}${digits.slice(at, at + 3)}`;
  }
  return grouped;
}

function toHundredths(whole: string, fraction: string): number {
  return Number(`${whole}${fraction.padEnd(2, '0')}`);
}

// Keeps -0 out: it is equal to 0 but is stored and compared as something else.
function negate(hundredths: number): number {
  return hundredths === 0 ? 0 : -hundredths;
}

/** A typed number of things that are counted; null where it is none, or has a fraction. */
export function wholeNumberOf(text: string): number | null {
  const read = parseHundredths(text, Number.MAX_SAFE_INTEGER);
  return read.ok && read.value % 100 === 0 ? read.value / 100 : null;
}
