import type { Order } from './order.ts';

/** The order alerts of this device. They are never synced (M37). */
export interface OrderAlerts {
  /** Orders that this device has met: they are not announced again (R-NOTIF-22). The newest last. */
  seenIds: number[];
  /** Behind the bell, the newest first. */
  entries: OrderAlert[];
  isSoundOn: boolean;
}

export interface OrderAlert {
  orderId: number;
  isRead: boolean;
}

/** R-NOTIF-24. */
export const ORDER_ALERTS_MAX = 10;
/** More than the newest orders that are looked through at a time. */
const SEEN_MAX = 500;

/**
 * Which of the pending orders, newest first, are new to this device, and what stands behind its bell then. The first
 * look of all knows them all already (C-082); `known` is null before it.
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

/** How many nobody has looked at (C-078). */
export const unreadAlerts = ({ entries }: OrderAlerts): number => entries.filter(({ isRead }) => !isRead).length;

/** R-NOTIF-23. */
export const readAlerts = (alerts: OrderAlerts): OrderAlerts => ({
  ...alerts,
  entries: alerts.entries.map((entry) => ({ ...entry, isRead: true })),
});
