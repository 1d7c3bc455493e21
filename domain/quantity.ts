import { assert } from './assert.ts';
import { groupThousands, parseHundredths, type HundredthsError } from './hundredths.ts';
import { hasDigit } from './text/number-text.ts';
import { ok, type Result } from './result.ts';

/** Quantities are integers of hundredths of a unit, such as a piece or a kilogram. */
export const QUANTITY_HUNDREDTHS_PER_UNIT = 100;

/** 99,999.99, the largest quantity of a line, an addition or an adjustment. A count and its movement may be larger. */
export const QUANTITY_HUNDREDTHS_MAX = 9_999_999;

/** The largest stock of one item, positive or negative. */
export const STOCK_HUNDREDTHS_MAX = 10 ** 10;

/** The sentence for a stated or counted stock below zero. */
export const STOCK_BELOW_ZERO = 'Stock must be a positive number or zero';

/** Units that an item may be sold in (R-LEG-23). */
export const UNITS_OF_SALE = [
  'Piece',
  'Pack',
  'Box',
  'Carton',
  'Bundle',
  'Set',
  'Pair',
  'Dozen',
  'Kilogram',
  'Liter',
  'Meter',
  'Square Meter',
  'Cubic Meter',
  'Gram',
  'Milliliter',
  'Centimeter',
  'Other',
] as const;

// The listed units of weight, volume, length and area, and shopkeepers' spellings of them in free text.
const DIVISIBLE_UNITS: ReadonlySet<string> = new Set([
  ...['kilogram', 'kilograms', 'kilo', 'kilos', 'kg', 'kgs', 'gram', 'grams', 'g'],
  ...['liter', 'liters', 'litre', 'litres', 'l', 'ltr', 'milliliter', 'milliliters', 'millilitre', 'millilitres', 'ml'],
  ...['meter', 'meters', 'metre', 'metres', 'm', 'centimeter', 'centimeters', 'centimetre', 'centimetres', 'cm'],
  ...['square meter', 'square meters', 'square metre', 'square metres', 'm2', 'm²', 'sqm'],
  ...['cubic meter', 'cubic meters', 'cubic metre', 'cubic metres', 'm3', 'm³'],
]);

/** Reads a typed quantity ('1,200', '-0.5') as hundredths, at most `QUANTITY_HUNDREDTHS_MAX`. */
export function parseQuantityHundredths(text: string): Result<number, HundredthsError> {
  return parseHundredths(text, QUANTITY_HUNDREDTHS_MAX);
}

/** Reads a counted stock, which may be larger than any quantity of one act. */
export function parseStockHundredths(text: string): Result<number, HundredthsError> {
  return parseHundredths(text, STOCK_HUNDREDTHS_MAX);
}

/** Returns a quantity for people, with at most two decimals: 1200 → '12', 50 → '0.5', 125 → '1.25' (C-103). */
export function formatQuantity(hundredths: number): string {
  assert(Number.isSafeInteger(hundredths), 'A quantity must be a safe integer of hundredths');
  const size = Math.abs(hundredths);
  const whole = groupThousands(String(Math.floor(size / QUANTITY_HUNDREDTHS_PER_UNIT)));
  const fraction = String(size % QUANTITY_HUNDREDTHS_PER_UNIT)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${hundredths < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** True for units of weight, volume, length and area (C-055). No unit, or an unknown one, is countable. */
export function isDivisibleUnit(unit: string | null): boolean {
  return unit !== null && DIVISIBLE_UNITS.has(unit.trim().toLowerCase());
}

/** Returns the least quantity of a sale line in hundredths: 1 unit if countable, else 0.01 (R-SNEW-21, C-055). */
export function minSaleQuantityHundredths(unit: string | null): number {
  return isDivisibleUnit(unit) ? 1 : QUANTITY_HUNDREDTHS_PER_UNIT;
}

/**
 * Reads the typed quantity of a sale line in hundredths (R-SNEW-21, R-SNEW-22, C-055, C-056). Text without a digit
 * means 1 unit, and so does a quantity that is zero, negative or below the unit's least quantity. Digits that cannot be
 * read are refused, because the person meant an amount (X-TYPE-03).
 */
export function readSaleQuantity(text: string, unit: string | null): Result<number, HundredthsError> {
  if (!hasDigit(text)) return ok(QUANTITY_HUNDREDTHS_PER_UNIT);
  const parsed = parseQuantityHundredths(text);
  const isTooLittle = parsed.ok && parsed.value < minSaleQuantityHundredths(unit);
  return isTooLittle ? ok(QUANTITY_HUNDREDTHS_PER_UNIT) : parsed;
}
