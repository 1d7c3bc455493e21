import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHundredths } from '../../../domain/hundredths.ts';
import { amountLike, saysHundredths } from '../../support/spelled-amount.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const read = (text: string) => {
  const parsed = parseHundredths(text, MAX);
  return parsed.ok ? parsed.value : parsed.error;
};

describe('X-TYPE-01 a comma is the decimal sign where it cannot group thousands', () => {
  test.each([
    ['0,5', 50],
    ['0,500', 50],
    ['00,500', 50],
    ['0,050', 5],
    ['0,05', 5],
    ['0,0', 0],
    ['1,25', 125],
    ['1,2', 120],
    ['12,5', 1_250],
    ['1250,50', 125_050],
    ['100000,00', 10_000_000],
    [',5', 50],
    [',50', 50],
    [',500', 50],
    ['5,', 500],
    ['-0,5', -50],
    ['+1,5', 150],
    ['1 250,5', 125_050],
    ["1'250,50", 125_050],
    ['012,500', 1_250],
  ])('%j is %s hundredths', (text, hundredths) => {
    expect(read(text)).toBe(hundredths);
  });
});

describe('X-TYPE-02 it groups otherwise, as blanks of every kind and apostrophes do', () => {
  test.each([
    ['1,000', 100_000],
    ['1,250', 125_000],
    ['12,500', 1_250_000],
    ['1,200,000', 120_000_000],
    ['1,200.50', 120_050],
    ['1,200.', 120_000],
    ['1 000', 100_000],
    ['1\u00a0000', 100_000],
    ['1\u202f000', 100_000],
    ['1\u2009000\u2009000', 100_000_000],
    ["1'000", 100_000],
    ['1’000.5', 100_050],
    ['1٬000', 100_000],
    ['1，000', 100_000],
    ['\u3000 1200 \t', 120_000],
    ['\u200e1200\u200f', 120_000],
    ['\ufeff12\u200b00', 120_000],
  ])('%j is %s hundredths', (text, hundredths) => {
    expect(read(text)).toBe(hundredths);
  });
});

describe('X-TYPE-02 zeros at the end are no decimals, and every script has its digits', () => {
  test.each([
    ['1500.000', 150_000],
    ['0.500', 50],
    ['2.0000000000', 200],
    ['.5', 50],
    ['5.', 500],
    ['007', 700],
    ['٣', 300],
    ['۳', 300],
    ['३', 300],
    ['３', 300],
    ['𝟗', 900],
    ['𝟘', 0],
    ['٣٫٥', 350],
    ['١٬٢٠٠٫٥', 120_050],
    ['３．５', 350],
    ['៥', 500],
    ['໙໐', 9_000],
    ['−3', -300],
    ['- 3', -300],
    ['－３', -300],
    ['-0', 0],
  ])('%j is %s hundredths', (text, hundredths) => {
    expect(read(text)).toBe(hundredths);
  });
});

describe('X-TYPE-05 what could be two numbers, or is none, is refused', () => {
  test.each([
    ...[
      '1250,500',
      '1,5000',
      '1,234,5',
      '1,000,00',
      '12,34,567',
      '1,00,000',
      '1.234,50',
      '1.234.567',
      '0,500.5',
      '1,2.5',
    ],
    ...['0 500', '0,500,000', '1 00', '1 0000', "1'00", '1 000,500', '1, 000', '1 ,000', "1,000'000", '1  2'],
    ...['', ' ', '.', ',', '-', '+', '--3', '3-', '+-3', 'abc', '3kg', '12a', 'two', 'NaN', 'Infinity', '1e3', '0x10'],
    ...[
      '½',
      '5²',
      '①',
      'Ⅳ',
      '3/4',
      '10%',
      '1_000',
      '1;5',
      '1:30',
      '12=',
      '(3)',
      'UGX 500',
      '500/=',
      '1..5',
      '１２，'.repeat(2),
    ],
  ])('%j is no number', (text) => {
    expect(read(text)).toBe('not_a_number');
  });

  test.each(['0.375', '0,375', '2.125', '1.005', '1.234', ',001', '٣٫١٢٥', '1,200.001'])(
    '%j has more places than are kept',
    (text) => {
      expect(read(text)).toBe('too_many_decimals');
    },
  );
});

test('X-TYPE-02 property: however an amount is written, it is read as that amount', () => {
  const zeros = ['0', '٠', '۰', '०', '０', '០'];
  const spelling = fc.record({
    group: fc.constantFrom('', ',', ' ', "'", '\u00a0', '\u202f', '’'),
    point: fc.constantFrom('.', ',', '٫'),
    zero: fc.constantFrom(...zeros),
    more: fc.nat(3),
    around: fc.constantFrom('', ' ', '\u200f', '\u00a0'),
  });
  fc.assert(
    fc.property(fc.nat(10 ** 12), spelling, (hundredths, { group, point, zero, more, around }) => {
      const whole = String(Math.floor(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, group);
      const fraction = String(hundredths % 100).padStart(2, '0');
      // A comma cannot be both separators, and zeros after a decimal comma would look like thousands.
      const sign = group === ',' && point === ',' ? '.' : point;
      const plain = `${whole}${sign}${fraction}${sign === ',' ? '' : '0'.repeat(more)}`;
      const text =
        around + plain.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
      expect(read(text)).toBe(hundredths);
    }),
  );
});

test('X-TYPE-05 property: any text is refused, or read as an amount that its own digits say', () => {
  const text = fc.oneof(
    amountLike,
    fc.string({ unit: fc.constantFrom(..."0123456789.,' -"), maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const parsed = parseHundredths(typed, MAX);
      if (!parsed.ok) return;
      expect(saysHundredths(typed, parsed.value), `${JSON.stringify(typed)} read as ${parsed.value}`).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
