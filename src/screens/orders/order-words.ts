import { MINOR_PER_UNIT } from '../../../domain/money.ts';
import type { Order, OrderStatus } from '../../../domain/sales/order.ts';
import type { Shop } from '../../state/shop.ts';
import type { StatusTone } from '../../ui/status-badge.tsx';

export const ORDER_STATUS_TONES: Record<OrderStatus, StatusTone> = {
  pending: 'waiting',
  confirmed: 'neutral',
  fulfilled: 'good',
  cancelled: 'problem',
};

/** The currency of orders if none is known (R-ORD-19, C-038). */
const ORDER_CURRENCY_FALLBACK = 'UGX';

/** Returns the currency that the customer saw (C-043), else the shop's. */
export const orderCurrency = (order: Pick<Order, 'currency'>, shop: Shop): string =>
  order.currency || (shop.currency ?? ORDER_CURRENCY_FALLBACK);

/** Returns 0 decimals, or 2 if any amount has cents: the lines must add up as they are shown (C-039). */
export const orderDecimals = ({ lines, totalMinor }: Pick<Order, 'lines' | 'totalMinor'>): 0 | 2 => {
  const amounts = [totalMinor, ...lines.flatMap((line) => [line.unitPriceMinor, line.totalMinor])];
  return amounts.every((minor) => minor % MINOR_PER_UNIT === 0) ? 0 : 2;
};
