import { formatMoney, MINOR_PER_UNIT } from '../../domain/money.ts';

/** Returns an amount as the counter shows it: 'UGX 13,200', with decimals only if there are cents (R-CTR-08). */
export const counterAmount = (minor: number, currency: string): string =>
  formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);

/** Returns the same without the currency, for places that show it already. */
export const counterFigure = (minor: number): string => counterAmount(minor, '').trim();

/** Keeps the currency and its number on one line. */
export const withoutBreak = (amount: string): string => amount.replaceAll(' ', '\u00a0');
