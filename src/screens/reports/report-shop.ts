import type { Shop } from '../../state/shop.ts';

/** The shop whose currency is known, or taken for the documents' own (R-REP-10, C-037). */
export type ReportShop = Shop & { currency: string };

export const REPORT_CURRENCY_FALLBACK = 'USD';
