import { assert } from './assert.ts';
import {
  decimalToHundredths,
  groupThousands,
  hundredthsToDecimal,
  parseHundredths,
  type HundredthsError,
} from './hundredths.ts';
import type { Result } from './result.ts';

/** Amounts are integers of hundredths ('minor') whatever the currency, so shillings and cents add up alike. */
export const MINOR_PER_UNIT = 100;

/** The largest price a person may type: 99,999,999.99 (C-040). Totals may exceed it. */
export const PRICE_MINOR_MAX = 9_999_999_999;

/** The message for a price above `PRICE_MINOR_MAX` (C-040). */
export const AMOUNT_TOO_LARGE = 'Amount is too large';

const HALF = 50n;
const QUANTITY_SCALE = 100n;
const PERCENT_SCALE = 10_000n;

/**
 * Quantity (hundredths) × unit price (minor), rounded half up to whole minor (C-044).
 * A negative product rounds away from zero, so that a reversal is exactly the sale with its sign turned,
 * as PostgreSQL's round(numeric) has it.
 */
export function lineTotalMinor(quantityHundredths: number, unitPriceMinor: number): number {
  assert(Number.isSafeInteger(quantityHundredths), 'A quantity must be a safe integer of hundredths');
  assert(Number.isSafeInteger(unitPriceMinor), 'A unit price must be a safe integer of minor units');
  const product = BigInt(quantityHundredths) * BigInt(unitPriceMinor);
  const rounded = product < 0n ? -((HALF - product) / QUANTITY_SCALE) : (product + HALF) / QUANTITY_SCALE;
  const total = Number(rounded);
  assert(Number.isSafeInteger(total), 'A line total must be a safe integer of minor units');
  return total;
}

/**
 * So many hundredths of a percent of an amount that is not negative, rounded half up, once, to whole steps: 250 of 1000
 * → 25 in steps of 1 minor, and 700 of 99900 → 7000 in steps of `MINOR_PER_UNIT`.
 */
export function percentOfMinor(minor: number, percentHundredths: number, stepMinor = 1): number {
  assert(Number.isSafeInteger(minor) && minor >= 0, 'An amount must be a safe integer of minor units');
  assert(Number.isSafeInteger(percentHundredths) && percentHundredths >= 0, 'A percentage must be whole hundredths');
  const scale = PERCENT_SCALE * BigInt(stepMinor);
  const steps = (BigInt(minor) * BigInt(percentHundredths) + scale / 2n) / scale;
  const part = Number(steps) * stepMinor;
  assert(Number.isSafeInteger(part), 'A part must be a safe integer of minor units');
  return part;
}

/** The sum of amounts that are already rounded, in minor units (C-044). */
export function sumMinor(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) {
    assert(Number.isSafeInteger(value), 'An amount must be a safe integer of minor units');
    sum += value;
    assert(Number.isSafeInteger(sum), 'A sum must be a safe integer of minor units');
  }
  return sum;
}

/**
 * Reads a typed amount ('1,200', '1200.5', ' 12 ') as minor units. At most two decimals (C-041), at most
 * `PRICE_MINOR_MAX` (C-040). A negative amount is read as such: whether it is welcome is the form's sentence.
 */
export function parseMinor(text: string): Result<number, HundredthsError> {
  return parseHundredths(text, PRICE_MINOR_MAX);
}

/** Minor units as the API's decimal string with two places: 120050 → '1200.50', -5 → '-0.05'. */
export function minorToDecimal(minor: number): string {
  return hundredthsToDecimal(minor);
}

/** The API's decimal string as minor units: '1200.50' → 120050. Only for spellings already checked: else a bug. */
export function decimalToMinor(decimal: string): number {
  return decimalToHundredths(decimal);
}

/**
 * An amount for people: 'UGX 12,000.00' with two decimals, 'UGX 12,000' with none, '-UGX 500' below zero.
 * Without decimals the shown number is rounded half up; the amount itself stays exact (C-038, C-039).
 * Grouped by hand: a list draws hundreds of amounts, and a formatter of the browser costs ten times as much.
 */
export function formatMoney(minor: number, currency: string, decimals: 0 | 2): string {
  // A sum of odd amounts may be beyond what is exact: it is read all the same, and no other line is lost for it.
  assert(Number.isInteger(minor), 'An amount must be an integer of minor units');
  const size = Math.abs(minor);
  const whole =
    decimals === 0 ? Math.floor((size + MINOR_PER_UNIT / 2) / MINOR_PER_UNIT) : Math.floor(size / MINOR_PER_UNIT);
  const fraction = decimals === 0 ? '' : `.${String(size % MINOR_PER_UNIT).padStart(2, '0')}`;
  const isShownNegative = minor < 0 && (decimals === 2 || whole > 0);
  return `${isShownNegative ? '-' : ''}${currency} ${groupThousands(String(whole))}${fraction}`;
}

/** An amount in short, as on a tile or in a heading: 'UGX 12,000', 'UGX 12,000.50' where there are cents (R-CTR-08). */
export const formatShortMoney = (minor: number, currency: string): string =>
  formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);

/** An amount where its currency is plain: '12,000', '12,000.50' where there are cents. */
export function formatAmount(minor: number): string {
  return formatShortMoney(minor, '').replace(' ', '');
}
