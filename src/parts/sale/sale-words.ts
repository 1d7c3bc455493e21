import type { Sale } from '../../../domain/sales/sale.ts';
import type { Shop } from '../../state/shop.ts';

export const salesCount = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`);

/** The currency of the sales screens if none is known (R-SALE-12, R-SDET-24, C-037). */
export const SALE_CURRENCY_FALLBACK = 'USD';

/** Returns the currency of the sale (C-043), else the shop's. */
export const saleCurrency = (sale: Pick<Sale, 'currency'>, shop: Shop): string =>
  sale.currency || (shop.currency ?? SALE_CURRENCY_FALLBACK);
