import {
  FINER_THAN_HUNDREDTHS,
  type HundredthsError,
  parseHundredths,
  TOO_MANY_DECIMALS,
} from '../../domain/hundredths.ts';
import { AMOUNT_TOO_LARGE, MINOR_PER_UNIT, minorToDecimal, parseMinor, PRICE_MINOR_MAX } from '../../domain/money.ts';
import { parseQuantityHundredths, QUANTITY_HUNDREDTHS_MAX } from '../../domain/quantity.ts';
import { refuse, type Result } from '../../domain/result.ts';

/** A typed amount in minor units, for a field's own rule to judge. */
export const amountOf = (text: string): number => judgeable(parseMinor(text), PRICE_MINOR_MAX + 1);

/** A typed quantity in hundredths, for a field's own rule to judge; the sign is kept. */
export const quantityOf = (text: string): number =>
  judgeable(parseQuantityHundredths(text), QUANTITY_HUNDREDTHS_MAX + 1);

/** A typed sum, which may be larger than any one price (C-040). */
export const sumOf = (text: string): number => judgeable(parseHundredths(text, Number.MAX_SAFE_INTEGER), Infinity);

/** The number read; else one that every rule refuses, with the sentence for what is wrong with it. */
function judgeable(parsed: Result<number, HundredthsError>, beyond: number): number {
  if (parsed.ok) return parsed.value;
  if (parsed.error === 'too_large') return beyond;
  return parsed.error === 'too_many_decimals' ? FINER_THAN_HUNDREDTHS : Number.NaN;
}

/** The number read, or the sentence for what is wrong with it: `tooLittle` of what is no number or below `least`. */
export function readTyped(
  parsed: Result<number, HundredthsError>,
  tooLittle: string,
  least = 0,
): Result<number, string> {
  if (parsed.ok) return parsed.value < least ? refuse(tooLittle) : parsed;
  if (parsed.error === 'too_large') return refuse(AMOUNT_TOO_LARGE);
  return refuse(parsed.error === 'too_many_decimals' ? TOO_MANY_DECIMALS : tooLittle);
}

/** An amount as a person would type it: '1500', not '1500.00'. */
export const typedAmount = (minor: number): string =>
  minor % MINOR_PER_UNIT === 0 ? String(minor / MINOR_PER_UNIT) : minorToDecimal(minor);
