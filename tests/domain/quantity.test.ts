import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatQuantity,
  isDivisibleUnit,
  minSaleQuantityHundredths,
  parseQuantityHundredths,
  QUANTITY_HUNDREDTHS_MAX,
  readSaleQuantity,
  UNITS_OF_SALE,
} from '../../domain/quantity.ts';
import { hasDigit } from '../../domain/text/number-text.ts';

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
    const spellings = [
      ...['kilogram', 'kilograms', 'kilo', 'kilos', 'kg', 'kgs', 'gram', 'grams', 'g'],
      ...[
        'liter',
        'liters',
        'litre',
        'litres',
        'l',
        'ltr',
        'ml',
        'milliliter',
        'milliliters',
        'millilitre',
        'millilitres',
      ],
      ...['meter', 'meters', 'metre', 'metres', 'm', 'cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'],
      ...['square meter', 'square meters', 'square metre', 'square metres', 'm2', 'm²', 'sqm'],
      ...['cubic meter', 'cubic meters', 'cubic metre', 'cubic metres', 'm3', 'm³'],
    ];
    expect(spellings.filter((unit) => !isDivisibleUnit(unit))).toEqual([]);
    expect(['piece', 'pack', 'dozen', 'box', 'kilometer', 'mg'].filter(isDivisibleUnit)).toEqual([]);
    expect([minSaleQuantityHundredths('Kilogram'), minSaleQuantityHundredths('Piece')]).toEqual([1, 100]);
  });
});

describe('the quantity of a sale line', () => {
  const counted = (text: string, unit: string | null) => {
    const read = readSaleQuantity(text, unit);
    return read.ok ? read.value : read.error;
  };

  test.each(['', '  ', 'abc', '-', '.', '\u200f', '0', '-2', '0.00', '0,0', '٠'])(
    'R-SNEW-22 C-056 %j becomes 1',
    (text) => {
      expect(counted(text, null)).toBe(100);
      expect(counted(text, 'Kilogram')).toBe(100);
    },
  );

  test.each([
    ['1.234', 'too_many_decimals'],
    ['0.375', 'too_many_decimals'],
    ['100000', 'too_large'],
    ['ABC-1234', 'not_a_number'],
    ['1250,500', 'not_a_number'],
    ['½', 'not_a_number'],
    ['2kg', 'not_a_number'],
  ])('X-TYPE-03 %j is no 1: it is refused, for somebody meant an amount by it', (text, error) => {
    expect(counted(text, null)).toBe(error);
    expect(counted(text, 'Kilogram')).toBe(error);
  });

  test('R-SNEW-21 C-055 below 1 is only for units that divide', () => {
    expect(counted('0.5', 'Kilogram')).toBe(50);
    expect(counted('0,500', 'Kilogram')).toBe(50);
    expect(counted('0.01', 'Liter')).toBe(1);
    expect(counted('0.5', 'Piece')).toBe(100);
    expect(counted('0,5', null)).toBe(100);
  });

  test('R-SNEW-21 a good quantity stays as typed', () => {
    expect(counted(' 3 ', null)).toBe(300);
    expect(counted('1,200', 'Box')).toBe(120_000);
    expect(counted('2.25', 'Kilogram')).toBe(225);
  });

  test('R-SNEW-21 R-SNEW-22 property: whatever is typed, the line has a quantity that may be sold, or a sentence', () => {
    const typed = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String));
    fc.assert(
      fc.property(typed, fc.option(fc.constantFrom(...UNITS_OF_SALE)), (text, unit) => {
        const read = readSaleQuantity(text, unit);
        if (!read.ok) {
          expect(hasDigit(text)).toBe(true);
          return;
        }
        const hundredths = read.value;
        expect(Number.isInteger(hundredths)).toBe(true);
        expect(hundredths).toBeGreaterThanOrEqual(minSaleQuantityHundredths(unit));
        expect(hundredths).toBeLessThanOrEqual(QUANTITY_HUNDREDTHS_MAX);
      }),
    );
  });
});
