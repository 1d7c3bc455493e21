import type { Order } from './order.ts';

/** The order alerts of this device. They are never synced (M37). */
export interface OrderAlerts {
  /** Orders that this device has seen, the newest last. They cause no alert again (R-NOTIF-22). */
  seenIds: number[];
  /** The entries behind the bell, the newest first. */
  entries: OrderAlert[];
  isSoundOn: boolean;
}

export interface OrderAlert {
  orderId: number;
  isRead: boolean;
}

/** The most entries behind the bell (R-NOTIF-24). */
export const ORDER_ALERTS_MAX = 10;
/** The most remembered ids. Larger than the number of newest orders that are checked at a time. */
const SEEN_MAX = 500;

/**
 * Returns the pending orders that are new to this device, newest first, and the alerts after them. `known` is null at
 * the device's first look; then all pending orders count as seen and cause no alert (C-082).
 */
export function meetOrders(
  known: OrderAlerts | null,
  pending: readonly Pick<Order, 'id'>[],
): { alerts: OrderAlerts; freshIds: number[] } {
  const seen = new Set(known?.seenIds);
  const newIds = pending.map(({ id }) => id).filter((id) => !seen.has(id));
  const added = newIds.map((orderId): OrderAlert => ({ orderId, isRead: known === null }));
  const alerts = {
    seenIds: [...(known?.seenIds ?? []), ...newIds.toReversed()].slice(-SEEN_MAX),
    entries: [...added, ...(known?.entries ?? [])].slice(0, ORDER_ALERTS_MAX),
    isSoundOn: known?.isSoundOn ?? true,
  };
  return { alerts, freshIds: known === null ? [] : newIds };
}

/** Returns the number of unread entries (C-078). */
export const unreadAlerts = ({ entries }: OrderAlerts): number => entries.filter(({ isRead }) => !isRead).length;

/** Marks all entries as read (R-NOTIF-23). */
export const readAlerts = (alerts: OrderAlerts): OrderAlerts => ({
  ...alerts,
  entries: alerts.entries.map((entry) => ({ ...entry, isRead: true })),
});
