import { assert } from './assert.ts';
import {
  decimalToHundredths,
  groupThousands,
  hundredthsToDecimal,
  parseHundredths,
  type HundredthsError,
} from './hundredths.ts';
import type { Result } from './result.ts';

/** Amounts are integers of hundredths ('minor') in all currencies, also in those without cents. */
export const MINOR_PER_UNIT = 100;

/** The largest price a person may type: 99,999,999.99 (C-040). Totals may exceed it. */
export const PRICE_MINOR_MAX = 9_999_999_999;

/** The message for a price above `PRICE_MINOR_MAX` (C-040). */
export const AMOUNT_TOO_LARGE = 'Amount is too large';

const HALF = 50n;
const QUANTITY_SCALE = 100n;
const PERCENT_SCALE = 10_000n;

/**
 * Returns quantity (hundredths) × unit price (minor), rounded half up to whole minor (C-044). A negative product rounds
 * away from zero, as PostgreSQL's round(numeric) does, so that a reversal is exactly the negative of the sale.
 */
export function lineTotalMinor(quantityHundredths: number, unitPriceMinor: number): number {
  const total = productMinor(quantityHundredths, unitPriceMinor);
  assert(Number.isSafeInteger(total), 'A line total must be a safe integer of minor units');
  return total;
}

/** Returns a quantity times a price, rounded half up. Inexact beyond 2^53, as only the sum of absurd sales can be. */
export function productMinor(quantityHundredths: number, unitPriceMinor: number): number {
  assert(Number.isSafeInteger(quantityHundredths), 'A quantity must be a safe integer of hundredths');
  assert(Number.isSafeInteger(unitPriceMinor), 'A unit price must be a safe integer of minor units');
  const product = BigInt(quantityHundredths) * BigInt(unitPriceMinor);
  return Number(product < 0n ? -((HALF - product) / QUANTITY_SCALE) : (product + HALF) / QUANTITY_SCALE);
}

/**
 * Returns a percentage of an amount of 0 or more, rounded half up, once, to whole steps of `stepMinor`. Examples: 250
 * hundredths of a percent of 1000 are 25 in steps of 1; 700 of 99900 are 7000 in steps of `MINOR_PER_UNIT`.
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

/** Returns the sum of amounts that are rounded already, in minor units (C-044). */
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
 * `PRICE_MINOR_MAX` (C-040). Accepts negative amounts, so that a form can refuse them with its own sentence.
 */
export function parseMinor(text: string): Result<number, HundredthsError> {
  return parseHundredths(text, PRICE_MINOR_MAX);
}

/** Returns minor units as the API's decimal string with two decimals: 120050 → '1200.50', -5 → '-0.05'. */
export function minorToDecimal(minor: number): string {
  return hundredthsToDecimal(minor);
}

/** Returns the API's decimal string as minor units: '1200.50' → 120050. Throws if the string was not checked before. */
export function decimalToMinor(decimal: string): number {
  return decimalToHundredths(decimal);
}

/**
 * Returns an amount for people: 'UGX 12,000.00' with two decimals, 'UGX 12,000' with none, '-UGX 500' below zero.
 * Without decimals the shown number is rounded half up; the amount itself stays exact (C-038, C-039). Groups digits
 * itself: a list renders hundreds of amounts, and Intl.NumberFormat takes ten times as long.
 */
export function formatMoney(minor: number, currency: string, decimals: 0 | 2): string {
  // Accepts unsafe integers: a sum of damaged amounts may be one, and must not break the whole list.
  assert(Number.isInteger(minor), 'An amount must be an integer of minor units');
  const size = Math.abs(minor);
  const whole =
    decimals === 0 ? Math.floor((size + MINOR_PER_UNIT / 2) / MINOR_PER_UNIT) : Math.floor(size / MINOR_PER_UNIT);
  const fraction = decimals === 0 ? '' : `.${String(size % MINOR_PER_UNIT).padStart(2, '0')}`;
  const isShownNegative = minor < 0 && (decimals === 2 || whole > 0);
  return `${isShownNegative ? '-' : ''}${currency} ${groupThousands(String(whole))}${fraction}`;
}

/** Returns a short amount, for tiles and headings: 'UGX 12,000', or 'UGX 12,000.50' if there are cents (R-CTR-08). */
export const formatShortMoney = (minor: number, currency: string): string =>
  formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);

/** Returns a short amount without its currency: '12,000', or '12,000.50' if there are cents. */
export function formatAmount(minor: number): string {
  return formatShortMoney(minor, '').replace(' ', '');
}
