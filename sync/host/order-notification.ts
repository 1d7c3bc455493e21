import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { NOT_CONFIRMED_TITLE } from './app-notice.ts';

/*
 * The browser's notification of a new order, shown by the page or the worker. Its data names the user to whom it was
 * shown: 'Confirm' acts for this user only (R-APP-07).
 */

const clientSchema = v.object({ businessId: idSchema, userId: idSchema });
const orderOfClientSchema = v.object({ ...clientSchema.entries, orderId: idSchema });

const dataSchema = v.object({ path: v.string(), order: v.optional(orderOfClientSchema) });

export type OrderOfClient = v.InferOutput<typeof orderOfClientSchema>;
export type NotificationData = v.InferOutput<typeof dataSchema>;

export const CONFIRM_ACTION = 'confirm';
const OPEN_ACTION = 'open';

/** The path that a tap opens if the notification has no path of its own. */
const DEFAULT_PATH = '/orders';

// TypeScript's library lacks the buttons of a notification, because some browsers do not have them.
export interface ShownNotification {
  title: string;
  options: NotificationOptions & { data: NotificationData; actions?: { action: string; title: string }[] };
}

export const orderTag = (orderId: number): string => `order-${orderId}`;

/** Makes the notification of an order that the user may confirm. */
export function orderNotification(order: OrderOfClient, body: string): ShownNotification {
  return {
    title: 'New Order',
    options: {
      body,
      tag: orderTag(order.orderId),
      icon: ICON,
      data: { path: orderPath(order.orderId), order },
      actions: [
        { action: CONFIRM_ACTION, title: 'Confirm' },
        { action: OPEN_ACTION, title: 'Open' },
      ],
    },
  };
}

/** Makes the notification of an order whose details are not on this device, or are for another user. */
export const someOrderNotification = (): ShownNotification => ({
  title: 'New Order',
  options: { body: 'Open Kaunta to see it.', tag: 'order', icon: ICON, data: { path: DEFAULT_PATH } },
});

/** Makes the notification that replaces the one whose 'Confirm' was tapped. */
export const confirmedNotification = ({ orderId }: OrderOfClient, body: string): ShownNotification => ({
  title: 'Order confirmed',
  options: { body, tag: orderTag(orderId), icon: ICON, silent: true, data: { path: orderPath(orderId) } },
});

/** Makes the notification for a 'Confirm' that failed, if the app cannot be opened to say why. */
export const notConfirmedNotification = (orderId: number, body: string): ShownNotification => ({
  title: NOT_CONFIRMED_TITLE,
  options: { body, tag: orderTag(orderId), icon: ICON, data: { path: orderPath(orderId) } },
});

export function readNotificationData(data: unknown): NotificationData {
  const parsed = v.safeParse(dataSchema, data);
  return parsed.success ? parsed.output : { path: DEFAULT_PATH };
}

export const orderPath = (orderId: number): string => `/orders/${orderId}`;

const ICON = '/icons/icon-192.png';
