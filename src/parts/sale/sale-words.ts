import type { Sale } from '../../../domain/sales/sale.ts';
import type { Shop } from '../../state/shop.ts';

/** The currency of the sales screens when none is known (R-SALE-12, R-SDET-24, C-037). */
export const SALE_CURRENCY_FALLBACK = 'USD';

/** The currency that the sale was rung up in (C-043), else the shop's. */
export const saleCurrency = (sale: Pick<Sale, 'currency'>, shop: Shop): string =>
  sale.currency || (shop.currency ?? SALE_CURRENCY_FALLBACK);
