import {
  FINER_THAN_HUNDREDTHS,
  type HundredthsError,
  isUnclear,
  NOT_CLEAR,
  parseHundredths,
  TOO_MANY_DECIMALS,
  UNCLEAR_NUMBER,
} from '../../../domain/hundredths.ts';
import {
  AMOUNT_TOO_LARGE,
  MINOR_PER_UNIT,
  minorToDecimal,
  parseMinor,
  PRICE_MINOR_MAX,
} from '../../../domain/money.ts';
import {
  parseQuantityHundredths,
  parseStockHundredths,
  QUANTITY_HUNDREDTHS_MAX,
  STOCK_HUNDREDTHS_MAX,
} from '../../../domain/quantity.ts';
import { refuse, type Result } from '../../../domain/result.ts';

/** Reads a typed amount, in minor units. The field's schema checks it. */
export const amountOf = (text: string): number => judgeable(text, parseMinor(text), PRICE_MINOR_MAX + 1);

/** Reads a typed quantity, in hundredths, with its sign. The field's schema checks it. */
export const quantityOf = (text: string): number =>
  judgeable(text, parseQuantityHundredths(text), QUANTITY_HUNDREDTHS_MAX + 1);

/** Reads a counted stock, in hundredths. The field's schema checks it. */
export const stockOf = (text: string): number => judgeable(text, parseStockHundredths(text), STOCK_HUNDREDTHS_MAX + 1);

/** Reads a typed sum, which may be larger than any price (C-040). */
export const sumOf = (text: string): number =>
  judgeable(text, parseHundredths(text, Number.MAX_SAFE_INTEGER), Infinity);

/** Returns the number read, else a number that every schema refuses, with its message. */
function judgeable(text: string, parsed: Result<number, HundredthsError>, beyond: number): number {
  if (parsed.ok) return parsed.value;
  if (parsed.error === 'too_large') return beyond;
  if (isUnclear(text, parsed.error)) return UNCLEAR_NUMBER;
  return parsed.error === 'too_many_decimals' ? FINER_THAN_HUNDREDTHS : Number.NaN;
}

/**
 * Returns the number read, in hundredths, or the message for what is wrong with it.
 * @param tooLittle the message for a text that is no number or is below `least`
 * @param max hundredths; beyond it the amount is too large
 */
export function readTyped(
  text: string,
  tooLittle: string,
  { least = 0, max = Number.MAX_SAFE_INTEGER }: { least?: number; max?: number } = {},
): Result<number, string> {
  const parsed = parseHundredths(text, max);
  if (parsed.ok) return parsed.value < least ? refuse(tooLittle) : parsed;
  if (parsed.error === 'too_large') return refuse(AMOUNT_TOO_LARGE);
  if (isUnclear(text, parsed.error)) return refuse(NOT_CLEAR);
  return refuse(parsed.error === 'too_many_decimals' ? TOO_MANY_DECIMALS : tooLittle);
}

/** Returns an amount as a person would type it: '1500', not '1500.00'. */
export const typedAmount = (minor: number): string =>
  minor % MINOR_PER_UNIT === 0 ? String(minor / MINOR_PER_UNIT) : minorToDecimal(minor);
