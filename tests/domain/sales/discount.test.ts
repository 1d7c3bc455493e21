import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDiscountMinor } from '../../../domain/sales/discount.ts';
import { percentOfMinor } from '../../../domain/money.ts';

describe('G20 a discount', () => {
  test.each([
    ['', 'amount', 0],
    ['  ', 'percent', 0],
    ['500', 'amount', 50_000],
    ['1,000.50', 'amount', 100_050],
    ['10', 'percent', 10_050],
    ['10 %', 'percent', 10_050],
    ['100', 'percent', 100_500],
    ['1005', 'amount', 100_500],
  ] as const)("of '%s' (%s) off 1,005.00 is %s minor", (text, kind, minor) => {
    expect(readDiscountMinor(text, kind, { totalMinor: 100_500, currency: 'KES' })).toEqual({ ok: true, value: minor });
  });

  test.each([
    ['free', 'amount', 'Discount must be zero or more'],
    ['-1', 'percent', 'Discount must be zero or more'],
    ['1.005', 'amount', 'Use at most 2 decimals'],
    ['1250,500', 'amount', 'Write the number as 1500 or 1,500.50'],
    ['1005.01', 'amount', 'The discount is more than the sale'],
    ['100.01', 'percent', 'The discount is more than the sale'],
    ['123456789012345678', 'amount', 'Amount is too large'],
  ] as const)("of '%s' (%s): '%s'", (text, kind, sentence) => {
    expect(readDiscountMinor(text, kind, { totalMinor: 100_500, currency: 'KES' })).toEqual({
      ok: false,
      error: sentence,
    });
  });

  test.each([
    ['10%', 10_050],
    ['10 %', 10_050],
    ['2.5%', 2_513],
    ['2,5%', 2_513],
    ['%10', 10_050],
    ['% 10', 10_050],
    ['10％', 10_050],
    ['١٠٪', 10_050],
    ['100%', 100_500],
    ['0%', 0],
  ])("X-TYPE-06 of '%s' is so much of each hundred, whatever unit stands beside it: %s minor", (text, minor) => {
    for (const kind of ['amount', 'percent'] as const)
      expect(readDiscountMinor(text, kind, { totalMinor: 100_500, currency: 'KES' })).toEqual({
        ok: true,
        value: minor,
      });
  });

  test.each(['%', ' % ', '%%', '10%%', '5%5', 'x%', '150%', '-1%', '1.005%'])(
    "X-TYPE-06 '%s' is refused in both units",
    (text) => {
      for (const kind of ['amount', 'percent'] as const)
        expect(readDiscountMinor(text, kind, { totalMinor: 100_500, currency: 'KES' }).ok).toBe(false);
    },
  );

  test.each([
    ['7', 99_900, 'UGX', 7_000],
    ['7', 99_900, 'RWF', 7_000],
    ['7', 99_900, 'KES', 6_993],
    ['7', 99_900, 'USD', 6_993],
    ['0.05', 99_900, 'UGX', 0],
    ['100', 99_950, 'UGX', 99_950],
    ['99.99', 60, 'TZS', 60],
  ])(
    'X-TYPE-06 %s percent of %s minor in %s is %s: whole units where nobody pays with cents',
    (text, totalMinor, currency, off) => {
      expect(readDiscountMinor(text, 'percent', { totalMinor, currency })).toEqual({ ok: true, value: off });
    },
  );

  test('in percent is rounded half up, exact for every amount, and never more than there is', () => {
    expect([percentOfMinor(1, 50_00), percentOfMinor(1, 49_99), percentOfMinor(333, 10_00)]).toEqual([1, 0, 33]);
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(100_00), (minor, percent) => {
        const part = percentOfMinor(minor, percent);
        expect(part <= minor && part >= 0).toBe(true);
        const twice = (BigInt(part) * 10_000n - BigInt(minor) * BigInt(percent)) * 2n;
        expect(twice > -10_000n && twice <= 10_000n).toBe(true);
      }),
    );
  });
});
