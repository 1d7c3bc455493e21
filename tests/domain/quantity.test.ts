import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatQuantity,
  isDivisibleUnit,
  minSaleQuantityHundredths,
  normaliseSaleQuantity,
  parseQuantityHundredths,
  QUANTITY_HUNDREDTHS_MAX,
  UNITS_OF_SALE,
} from '../../domain/quantity.ts';

describe('a quantity as text', () => {
  test('C-103 is whole when integral, else has up to two decimals', () => {
    expect([1200, 50, 125, 130, 0, 1, -200, 120_000].map(formatQuantity)).toEqual([
      ...['12', '0.5', '1.25', '1.3', '0', '0.01', '-2', '1,200'],
    ]);
  });

  test('C-103 property: what is shown is read back as the same quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: -QUANTITY_HUNDREDTHS_MAX, max: QUANTITY_HUNDREDTHS_MAX }), (hundredths) => {
        expect(parseQuantityHundredths(formatQuantity(hundredths))).toEqual({ ok: true, value: hundredths });
      }),
    );
  });

  test('C-103 goes up to 99,999.99 with two decimals', () => {
    expect(parseQuantityHundredths('99,999.99')).toEqual({ ok: true, value: QUANTITY_HUNDREDTHS_MAX });
    expect(parseQuantityHundredths('100000')).toEqual({ ok: false, error: 'too_large' });
    expect(parseQuantityHundredths('0.001')).toEqual({ ok: false, error: 'too_many_decimals' });
    expect(parseQuantityHundredths('two')).toEqual({ ok: false, error: 'not_a_number' });
  });
});

describe('units', () => {
  test('R-LEG-23 the units of sale are these, in this order', () => {
    expect(UNITS_OF_SALE.join(', ')).toBe(
      'Piece, Pack, Box, Carton, Bundle, Set, Pair, Dozen, Kilogram, Liter, Meter, Square Meter, Cubic Meter, Gram, Milliliter, Centimeter, Other',
    );
  });

  test('C-055 weights, volumes, lengths and areas divide; what is counted, other or unknown does not', () => {
    expect(UNITS_OF_SALE.filter(isDivisibleUnit)).toEqual([
      ...['Kilogram', 'Liter', 'Meter', 'Square Meter', 'Cubic Meter', 'Gram', 'Milliliter', 'Centimeter'],
    ]);
    expect(isDivisibleUnit(null)).toBe(false);
    expect(isDivisibleUnit('')).toBe(false);
    expect([' KG ', 'litre', 'metres'].every(isDivisibleUnit)).toBe(true);
    expect([minSaleQuantityHundredths('Kilogram'), minSaleQuantityHundredths('Piece')]).toEqual([1, 100]);
  });
});

describe('the quantity of a sale line', () => {
  test.each(['', '  ', 'abc', '0', '-2', '1.234', '100000', '0.00'])('R-SNEW-22 C-056 %j becomes 1', (text) => {
    expect(normaliseSaleQuantity(text, null)).toBe(100);
    expect(normaliseSaleQuantity(text, 'Kilogram')).toBe(100);
  });

  test('R-SNEW-21 C-055 below 1 is only for units that divide', () => {
    expect(normaliseSaleQuantity('0.5', 'Kilogram')).toBe(50);
    expect(normaliseSaleQuantity('0.01', 'Liter')).toBe(1);
    expect(normaliseSaleQuantity('0.5', 'Piece')).toBe(100);
    expect(normaliseSaleQuantity('0.5', null)).toBe(100);
  });

  test('R-SNEW-21 a good quantity stays as typed', () => {
    expect(normaliseSaleQuantity(' 3 ', null)).toBe(300);
    expect(normaliseSaleQuantity('1,200', 'Box')).toBe(120_000);
    expect(normaliseSaleQuantity('2.25', 'Kilogram')).toBe(225);
  });

  test('R-SNEW-21 R-SNEW-22 property: whatever is typed, the line has a quantity that may be sold', () => {
    const typed = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String));
    fc.assert(
      fc.property(typed, fc.option(fc.constantFrom(...UNITS_OF_SALE)), (text, unit) => {
        const hundredths = normaliseSaleQuantity(text, unit);
        expect(Number.isInteger(hundredths)).toBe(true);
        expect(hundredths).toBeGreaterThanOrEqual(minSaleQuantityHundredths(unit));
        expect(hundredths).toBeLessThanOrEqual(QUANTITY_HUNDREDTHS_MAX);
      }),
    );
  });
});
