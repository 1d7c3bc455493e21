import { parseHundredths } from './hundredths.ts';
import { AMOUNT_TOO_LARGE, percentOfMinor } from './money.ts';
import { ok, refuse, type Result } from './result.ts';

/** Off a whole sale: so much money, or so much of each hundred (G20). */
export type DiscountKind = 'amount' | 'percent';

export const DISCOUNT_ABOVE_TOTAL = 'The discount is more than the sale';

const ALL_HUNDREDTHS = 100_00;

/**
 * What a person typed ('500', '2.5', '10%') as minor units off a total, a part of it rounded half up; blank is none.
 * Refused with a sentence: what cannot be read, and more than there is.
 */
export function readDiscountMinor(text: string, kind: DiscountKind, totalMinor: number): Result<number, string> {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return ok(0);
  const parsed = parseHundredths(typed, Number.MAX_SAFE_INTEGER);
  if (!parsed.ok && parsed.error === 'too_many_decimals') return refuse('Use at most 2 decimals');
  if (!parsed.ok && parsed.error === 'too_large') return refuse(AMOUNT_TOO_LARGE);
  if (!parsed.ok || parsed.value < 0) return refuse('Discount must be zero or more');
  if (parsed.value > (kind === 'percent' ? ALL_HUNDREDTHS : totalMinor)) return refuse(DISCOUNT_ABOVE_TOTAL);
  return ok(kind === 'percent' ? percentOfMinor(totalMinor, parsed.value) : parsed.value);
}
