import { formatMoney } from '../../domain/money.ts';
import type { Order } from '../../domain/sales/order.ts';
import { orderNotification, orderTag } from '../../sync/host/order-notification.ts';

/** R-NOTIF-20. */
const CLOSES_AFTER_MS = 10_000;

/** 'missing': this browser has none. */
export const notificationPermission = (): NotificationPermission | 'missing' =>
  'Notification' in window && 'serviceWorker' in navigator ? Notification.permission : 'missing';

/** Asks the person, where nobody did before. */
export async function askForNotifications(): Promise<NotificationPermission | 'missing'> {
  if (notificationPermission() === 'default') await Notification.requestPermission();
  return notificationPermission();
}

/** The text of an order's alert below 'New Order'; the total is in the order's currency, without decimals (C-038). */
export const orderAlertText = ({ customer, orderNumber, totalMinor, currency }: Order): string =>
  `${customer.name} · ${orderNumber} · ${formatMoney(totalMinor, currency || 'UGX', 0)}`;

/**
 * A notification of the browser for a new order (R-NOTIF-19), by the worker, which also hears the tap on it. A push
 * about the same order bears the same tag, so that there is one.
 */
export async function notifyOfOrder(order: Order, user: { businessId: number; userId: number }): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  const { title, options } = orderNotification({ ...user, orderId: order.id }, orderAlertText(order));
  // The sound is the app's own, and can be switched off.
  await registration.showNotification(title, { ...options, silent: true });
  const tag = orderTag(order.id);
  setTimeout(() => {
    void registration.getNotifications({ tag }).then((shown) => shown.forEach((each) => each.close()));
  }, CLOSES_AFTER_MS);
}
