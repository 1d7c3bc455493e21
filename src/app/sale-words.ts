import type { Sale } from '../../domain/sale.ts';
import type { Shop } from '../state/shop.ts';

/** What the sales screens show where no currency is known (R-SALE-12, R-SDET-24, C-037). */
export const SALE_CURRENCY_FALLBACK = 'USD';

/** The currency that the sale was rung up in (C-043), else the shop's. */
export const saleCurrency = (sale: Pick<Sale, 'currency'>, shop: Shop): string =>
  sale.currency || (shop.currency ?? SALE_CURRENCY_FALLBACK);
