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

/** R-ORD-19, C-038. */
const ORDER_CURRENCY_FALLBACK = 'UGX';

/** The currency that the customer was shown (C-043), else the shop's. */
export const orderCurrency = (order: Pick<Order, 'currency'>, shop: Shop): string =>
  order.currency || (shop.currency ?? ORDER_CURRENCY_FALLBACK);

/**
 * Without decimals, as totals are shown, unless there are cents somewhere: the lines must add up before the eye
 * (C-039).
 */
export const orderDecimals = ({ lines, totalMinor }: Pick<Order, 'lines' | 'totalMinor'>): 0 | 2 => {
  const amounts = [totalMinor, ...lines.flatMap((line) => [line.unitPriceMinor, line.totalMinor])];
  return amounts.every((minor) => minor % MINOR_PER_UNIT === 0) ? 0 : 2;
};
