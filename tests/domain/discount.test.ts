import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDiscountMinor } from '../../domain/discount.ts';
import { percentOfMinor } from '../../domain/money.ts';

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
    expect(readDiscountMinor(text, kind, 100_500)).toEqual({ ok: true, value: minor });
  });

  test.each([
    ['free', 'amount', 'Discount must be zero or more'],
    ['-1', 'percent', 'Discount must be zero or more'],
    ['1.005', 'amount', 'Use at most 2 decimals'],
    ['1005.01', 'amount', 'The discount is more than the sale'],
    ['100.01', 'percent', 'The discount is more than the sale'],
    ['123456789012345678', 'amount', 'Amount is too large'],
  ] as const)("of '%s' (%s): '%s'", (text, kind, sentence) => {
    expect(readDiscountMinor(text, kind, 100_500)).toEqual({ ok: false, error: sentence });
  });

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
