import { formatMoney, MINOR_PER_UNIT } from '../../domain/money.ts';

/** An amount on the counter: 'UGX 13,200', and 'UGX 13,200.50' only where there are cents (R-CTR-08). */
export const counterAmount = (minor: number, currency: string): string =>
  formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);

/** The same without its currency, where that stands beside it already. */
export const counterFigure = (minor: number): string => counterAmount(minor, '').trim();

/** The currency stays with its number where a line ends. */
export const withoutBreak = (amount: string): string => amount.replaceAll(' ', '\u00a0');
