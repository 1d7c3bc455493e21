import { assert } from './assert.ts';
import { hasDigit, readNumberText } from './text/number-text.ts';
import { ok, refuse, type Result } from './result.ts';

/** Why a typed text is not a number of hundredths. */
export type HundredthsError = 'not_a_number' | 'too_many_decimals' | 'too_large';

/** The sentence for a number with more than two decimals (X-TYPE-05). */
export const TOO_MANY_DECIMALS = 'Use at most 2 decimals';

/** Stands for a number with more than two decimals. It is no integer, so every rule refuses it. */
export const FINER_THAN_HUNDREDTHS = -0.5;

/** The sentence for digits that are no number, or could mean two numbers ('1250,500', '10%') (X-TYPE-05). */
export const NOT_CLEAR = 'Write the number as 1500 or 1,500.50';

/** Stands for unclear digits. It is no integer, so every rule refuses it. */
export const UNCLEAR_NUMBER = -0.25;

/** True if the text has digits and still cannot be read. A text without digits was not meant as a number. */
export const isUnclear = (text: string, error: HundredthsError): boolean => error === 'not_a_number' && hasDigit(text);

const BEYOND_COUNTING = 'Amount is too large';

/** Returns the sentence for a number that is no integer of hundredths, or too large to be exact. */
export function notHundredths({ input }: { input: number }): string {
  if (input === UNCLEAR_NUMBER) return NOT_CLEAR;
  return Number.isInteger(input) || !Number.isFinite(input) ? BEYOND_COUNTING : TOO_MANY_DECIMALS;
}

const STORED_DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads a typed text ('1,200', '1200,5', '-3', '.5', '٣') as integer hundredths (`readNumberText`).
 * Accepts negative numbers, so that the caller can show its own sentence about them.
 * Refuses more than two decimals instead of rounding, and numbers beyond ±`max` hundredths.
 */
export function parseHundredths(text: string, max: number): Result<number, HundredthsError> {
  const number = readNumberText(text);
  if (number === null) return refuse('not_a_number');
  if (number.fraction.length > 2) return refuse('too_many_decimals');
  const hundredths = toHundredths(number.whole, number.fraction);
  if (hundredths > max) return refuse('too_large');
  return ok(number.isNegative ? negate(hundredths) : hundredths);
}

/** Reads our own spelling ('1200.50', '1200', '-0.05') as integer hundredths. Throws for other text, which is a bug. */
export function decimalToHundredths(decimal: string): number {
  const match = STORED_DECIMAL.exec(decimal);
  assert(match !== null, `'${decimal.slice(0, 40)}' is not a decimal with at most two places`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const hundredths = toHundredths(whole, fraction);
  assert(Number.isSafeInteger(hundredths), 'A stored decimal must fit a safe integer of hundredths');
  return sign === '-' ? negate(hundredths) : hundredths;
}

/** Returns integer hundredths in our own spelling, always with two decimals: 120050 → '1200.50', -5 → '-0.05'. */
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

// Never returns -0: it equals 0, but is stored and compared as another value.
function negate(hundredths: number): number {
  return hundredths === 0 ? 0 : -hundredths;
}

/** Reads a typed whole number; null if the text is no number or has a fraction. */
export function wholeNumberOf(text: string): number | null {
  const read = parseHundredths(text, Number.MAX_SAFE_INTEGER);
  return read.ok && read.value % 100 === 0 ? read.value / 100 : null;
}
