import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AMOUNT_TOO_LARGE,
  decimalToMinor,
  formatMoney,
  lineTotalMinor,
  minorToDecimal,
  parseMinor,
  PRICE_MINOR_MAX,
  sumMinor,
} from '../../domain/money.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../domain/quantity.ts';

const price = fc.integer({ min: 0, max: PRICE_MINOR_MAX });
const quantity = fc.integer({ min: 0, max: QUANTITY_HUNDREDTHS_MAX });

describe('a line total', () => {
  test('C-044 2.5 × 1,333.33 is 3,333.33, because half a minor unit goes up', () => {
    expect(lineTotalMinor(250, 133_333)).toBe(333_333);
    expect(lineTotalMinor(50, 1)).toBe(1);
    expect(lineTotalMinor(49, 1)).toBe(0);
    expect(lineTotalMinor(150, 1)).toBe(2);
  });

  test('C-044 stays exact where quantity × price is beyond 2^53', () => {
    expect(lineTotalMinor(QUANTITY_HUNDREDTHS_MAX, PRICE_MINOR_MAX)).toBe(999_999_899_900_000);
  });

  test('C-044 a reversal is the same amount with its sign turned', () => {
    expect(lineTotalMinor(-50, 1)).toBe(-1);
    fc.assert(fc.property(quantity, price, (q, p) => lineTotalMinor(-q, p) + lineTotalMinor(q, p) === 0));
  });

  test('C-044 property: it is the whole number nearest to quantity × price, the upper one of two', () => {
    fc.assert(
      fc.property(quantity, price, (q, p) => {
        const leftOver = BigInt(q) * BigInt(p) - 100n * BigInt(lineTotalMinor(q, p));
        expect(leftOver >= -50n && leftOver < 50n).toBe(true);
      }),
    );
  });

  test('C-044 refuses to count with a fraction of a hundredth', () => {
    expect(() => lineTotalMinor(1.5, 100)).toThrow('safe integer');
    expect(() => lineTotalMinor(100, Number.NaN)).toThrow('safe integer');
  });
});

describe('a sum', () => {
  test('C-044 is the sum of rounded lines, not the rounded sum', () => {
    expect(sumMinor([lineTotalMinor(50, 1), lineTotalMinor(50, 1)])).toBe(2);
    expect(sumMinor([])).toBe(0);
  });

  test('C-044 that cannot be exact is a bug, not an answer', () => {
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow('safe integer');
  });
});

describe('a typed amount', () => {
  test.each([
    ['1,200', 120_000],
    ['1200.5', 120_050],
    [' 12 ', 1_200],
    ['.5', 50],
    ['5.', 500],
    ['0', 0],
    ['-0', 0],
    ['+3', 300],
    ['-3.25', -325],
    ['99,999,999.99', PRICE_MINOR_MAX],
  ])('C-041 %j is read as %i minor', (text, minor) => {
    expect(parseMinor(text)).toEqual({ ok: true, value: minor });
  });

  test.each(['', ' ', '.', '-', '1,2000', '12,00,000', 'abc', '1e5', '0x10', '1 20', 'Infinity', '--1', '½'])(
    'C-041 %j is not a number',
    (text) => {
      expect(parseMinor(text)).toEqual({ ok: false, error: 'not_a_number' });
    },
  );

  test('C-041 any amount with at most two decimals is valid; a third is refused, not rounded', () => {
    expect(parseMinor('1.234')).toEqual({ ok: false, error: 'too_many_decimals' });
    expect(parseMinor('1.501')).toEqual({ ok: false, error: 'too_many_decimals' });
    expect(parseMinor('1.500')).toEqual({ ok: true, value: 150 });
  });

  test('C-040 the largest price is 99,999,999.99, either sign', () => {
    expect(parseMinor('100000000')).toEqual({ ok: false, error: 'too_large' });
    expect(parseMinor('-100000000')).toEqual({ ok: false, error: 'too_large' });
    expect(parseMinor('9'.repeat(400))).toEqual({ ok: false, error: 'too_large' });
    expect(AMOUNT_TOO_LARGE).toBe('Amount is too large');
  });

  test('C-041 property: what is shown with two decimals is read back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -PRICE_MINOR_MAX, max: PRICE_MINOR_MAX }), (minor) => {
        const shown = formatMoney(minor, 'UGX', 2).replace('UGX ', '');
        expect(parseMinor(shown)).toEqual({ ok: true, value: minor });
      }),
    );
  });
});

describe('a decimal string of the API', () => {
  test('C-045 always has two places, also below zero and below one', () => {
    expect([120_050, 0, 5, -5, -120_000].map(minorToDecimal)).toEqual(['1200.50', '0.00', '0.05', '-0.05', '-1200.00']);
  });

  test('C-045 is read with none, one or two places', () => {
    expect(['1200', '1200.5', '1200.50', '-0.05', '-0.00'].map(decimalToMinor)).toEqual([
      120_000, 120_050, 120_050, -5, 0,
    ]);
    for (const text of ['', '1,200', '1.234', 'NaN', ' 1', '1e3', '90071992547410.00']) {
      expect(() => decimalToMinor(text)).toThrow(/decimal/);
    }
  });

  test('C-045 property: there and back is the same amount', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (minor) => decimalToMinor(minorToDecimal(minor)) === minor));
  });
});

describe('an amount for people', () => {
  test('C-038 C-039 the currency, a space, and as many decimals as the screen says', () => {
    expect(formatMoney(1_200_000, 'UGX', 2)).toBe('UGX 12,000.00');
    expect(formatMoney(1_200_000, 'UGX', 0)).toBe('UGX 12,000');
    expect(formatMoney(5, 'USD', 2)).toBe('USD 0.05');
    expect(formatMoney(99_950, 'KES', 0)).toBe('KES 1,000');
    expect(formatMoney(-50_000, 'UGX', 0)).toBe('-UGX 500');
    expect(formatMoney(-1, 'UGX', 0)).toBe('UGX 0');
  });

  test('C-039 property: the digits are those of the en-UG format', () => {
    const formats = {
      0: new Intl.NumberFormat('en-UG', { maximumFractionDigits: 0 }),
      2: new Intl.NumberFormat('en-UG', { minimumFractionDigits: 2 }),
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), fc.constantFrom(0 as const, 2 as const), (minor, decimals) => {
        expect(formatMoney(minor, 'UGX', decimals)).toBe(`UGX ${formats[decimals].format(minor / 100)}`);
      }),
    );
  });
});
