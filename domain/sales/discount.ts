import { isUnclear, NOT_CLEAR, parseHundredths, TOO_MANY_DECIMALS } from '../hundredths.ts';
import { AMOUNT_TOO_LARGE, MINOR_PER_UNIT, percentOfMinor } from '../money.ts';
import { ok, refuse, type Result } from '../result.ts';
import { isWithoutCents } from '../without-cents.ts';

/** How a discount on a whole sale is given: as an amount or as a percentage (G20). */
export type DiscountKind = 'amount' | 'percent';

export const DISCOUNT_ABOVE_TOTAL = 'The discount is more than the sale';

const ALL_HUNDREDTHS = 100_00;

/** A percent sign before or after the number, because languages differ. */
const PERCENT_SIGN = /^\s*[%٪％﹪]|[%٪％﹪]\s*$/u;

/** True if the text has a percent sign. It then is a percentage, whatever unit its field has (X-TYPE-06). */
export const hasPercentSign = (text: string): boolean => PERCENT_SIGN.test(text);

export const withoutPercentSign = (text: string): string => text.replace(PERCENT_SIGN, '').trim();

/**
 * Reads a typed discount ('500', '2.5', '10%') as minor units off a total; blank is 0. A percentage is rounded half up,
 * to whole units if the currency is used without cents. Refuses text that is no number, and more than the total.
 */
export function readDiscountMinor(
  text: string,
  kind: DiscountKind,
  { totalMinor, currency }: { totalMinor: number; currency: string },
): Result<number, string> {
  if (text.trim() === '') return ok(0);
  const isPercent = kind === 'percent' || hasPercentSign(text);
  const typed = withoutPercentSign(text);
  const parsed = parseHundredths(typed, Number.MAX_SAFE_INTEGER);
  if (!parsed.ok && parsed.error === 'too_many_decimals') return refuse(TOO_MANY_DECIMALS);
  if (!parsed.ok && parsed.error === 'too_large') return refuse(AMOUNT_TOO_LARGE);
  if (!parsed.ok && isUnclear(typed, parsed.error)) return refuse(NOT_CLEAR);
  if (!parsed.ok || parsed.value < 0) return refuse('Discount must be zero or more');
  if (parsed.value > (isPercent ? ALL_HUNDREDTHS : totalMinor)) return refuse(DISCOUNT_ABOVE_TOTAL);
  return ok(isPercent ? partOf(totalMinor, parsed.value, currency) : parsed.value);
}

/** Returns a percentage of the total, but not more than the total: rounding up to whole units could exceed it. */
function partOf(totalMinor: number, percentHundredths: number, currency: string): number {
  const stepMinor = isWithoutCents(currency) ? MINOR_PER_UNIT : 1;
  return Math.min(totalMinor, percentOfMinor(totalMinor, percentHundredths, stepMinor));
}
