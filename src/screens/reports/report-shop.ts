import type { Shop } from '../../state/shop.ts';

/** The shop with its currency, or the fallback's if it has none (R-REP-10, C-037). */
export type ReportShop = Shop & { currency: string };

export const REPORT_CURRENCY_FALLBACK = 'USD';
