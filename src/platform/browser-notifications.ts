import { formatMoney } from '../../domain/money.ts';
import type { Order } from '../../domain/sales/order.ts';
import { inNotificationTurn } from '../../sync/host/notification-turn.ts';
import { orderNotification, orderTag } from '../../sync/host/order-notification.ts';

/** How long a notification stays (R-NOTIF-20). */
const CLOSES_AFTER_MS = 10_000;

/** Returns the permission to notify; 'missing': this browser has no notifications. */
export const notificationPermission = (): NotificationPermission | 'missing' =>
  'Notification' in window && 'serviceWorker' in navigator ? Notification.permission : 'missing';

/** Asks the person for the permission, unless they have answered before. */
export async function askForNotifications(): Promise<NotificationPermission | 'missing'> {
  if (notificationPermission() === 'default') await Notification.requestPermission();
  return notificationPermission();
}

/**
 * Returns the text of an order's alert below 'New Order'. The total is in the order's currency, without decimals
 * (C-038).
 */
export const orderAlertText = ({ customer, orderNumber, totalMinor, currency }: Order): string =>
  `${customer.name} · ${orderNumber} · ${formatMoney(totalMinor, currency || 'UGX', 0)}`;

/**
 * Shows a notification of the browser for a new order (R-NOTIF-19). The worker shows it and receives the tap on it. A
 * push about the same order has the same tag, so only one notification is visible.
 */
export async function notifyOfOrder(order: Order, user: { businessId: number; userId: number }): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  const { title, options } = orderNotification({ ...user, orderId: order.id }, orderAlertText(order));
  // Silent, because the app plays its own sound, which a person can turn off.
  await inNotificationTurn(() => registration.showNotification(title, { ...options, silent: true }));
  const tag = orderTag(order.id);
  setTimeout(() => {
    void inNotificationTurn(async () => (await registration.getNotifications({ tag })).forEach((each) => each.close()));
  }, CLOSES_AFTER_MS);
}
