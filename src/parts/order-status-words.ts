import type { OrderStatus } from '../../domain/sales/order.ts';

/** The names of an order's statuses (R-ORD-01, R-HOME-14 to R-HOME-17). */
export const ORDER_STATUS_WORDS: Record<OrderStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
};
