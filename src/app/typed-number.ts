import { type HundredthsError, parseHundredths } from '../../domain/hundredths.ts';
import { MINOR_PER_UNIT, minorToDecimal, parseMinor, PRICE_MINOR_MAX } from '../../domain/money.ts';
import { parseQuantityHundredths, QUANTITY_HUNDREDTHS_MAX } from '../../domain/quantity.ts';
import type { Result } from '../../domain/result.ts';

/** A typed amount in minor units, for a field's own rule to judge. */
export const amountOf = (text: string): number => readable(parseMinor(text), PRICE_MINOR_MAX);

/** A typed quantity in hundredths, for a field's own rule to judge. */
export const quantityOf = (text: string): number => readable(parseQuantityHundredths(text), QUANTITY_HUNDREDTHS_MAX);

/** A typed sum, which may be larger than any one price (C-040): Infinity where it is beyond counting. */
export function sumOf(text: string): number {
  const parsed = parseHundredths(text, Number.MAX_SAFE_INTEGER);
  if (parsed.ok) return parsed.value;
  return parsed.error === 'too_large' ? Infinity : -1;
}

/** A typed quantity in signed hundredths, for a rule that takes both signs; what is no number is none. */
export function signedQuantityOf(text: string): number {
  const parsed = parseQuantityHundredths(text);
  if (parsed.ok) return parsed.value;
  return parsed.error === 'too_large' ? QUANTITY_HUNDREDTHS_MAX + 1 : Number.NaN;
}

/** The number read; one beyond the limit where it was too large; one that every rule refuses where it was no number. */
function readable(parsed: Result<number, HundredthsError>, max: number): number {
  if (parsed.ok) return parsed.value;
  return parsed.error === 'too_large' ? max + 1 : -1;
}

/** An amount as a person would type it: '1500', not '1500.00'. */
export const typedAmount = (minor: number): string =>
  minor % MINOR_PER_UNIT === 0 ? String(minor / MINOR_PER_UNIT) : minorToDecimal(minor);
