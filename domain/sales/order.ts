import { isInCurrency } from './in-currency.ts';

/** An order that a visitor placed on the storefront. Source: R-ENT-11 … R-ENT-13. */
export interface Order {
  id: number;
  version: number;
  orderNumber: string;
  status: OrderStatus;
  customerId: number | null;
  customer: { name: string; phone: string | null; address: string | null };
  lines: OrderLine[];
  totalMinor: number;
  currency: string;
  notes: string | null;
  /** The changes of the status, oldest first. */
  statusChanges: OrderStatusChange[];
  /** The sale that was made of the order; null until it is fulfilled. */
  saleId: number | null;
  createdAtMs: number;
  offsetMinutes: number;
}

/** A change of an order's status by a user. */
export interface OrderStatusChange {
  status: OrderStatus;
  byUserId: number;
  atMs: number;
}

export interface OrderLine {
  id: number;
  itemId: number;
  itemName: string;
  /** The item's unit at that time; absent in rows of older builds. */
  itemUnit?: string | null;
  quantityHundredths: number;
  unitPriceMinor: number;
  totalMinor: number;
}

export const ORDER_STATUSES = ['pending', 'confirmed', 'fulfilled', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders Overview counts only the latest 100 orders (R-HOME-18). */
export const OVERVIEW_ORDERS_MAX = 100;

/** Counts the orders by status (R-HOME-14 … R-HOME-17). */
export function countOrdersByStatus(orders: readonly Pick<Order, 'status'>[]): Record<OrderStatus, number> {
  const counts: Record<OrderStatus, number> = { pending: 0, confirmed: 0, fulfilled: 0, cancelled: 0 };
  for (const order of orders) counts[order.status] += 1;
  return counts;
}

/**
 * Returns the count of the orders that are not cancelled, the revenue of those in this currency, and how many are in
 * another one (R-HOME-05 … R-HOME-10, C-043).
 */
export function summariseOrders(
  orders: readonly Pick<Order, 'status' | 'totalMinor' | 'currency'>[],
  currency: string,
): { orderCount: number; revenueMinor: number; otherCurrencyCount: number } {
  const counted = orders.filter((order) => order.status !== 'cancelled');
  const ours = counted.filter((order) => isInCurrency(order, currency));
  return {
    orderCount: counted.length,
    revenueMinor: ours.reduce((sum, order) => sum + order.totalMinor, 0),
    otherCurrencyCount: counted.length - ours.length,
  };
}
