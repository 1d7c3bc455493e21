import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';

/*
 * The browser's notification of a new order, as the page and the worker show it. Its data names the person it was shown
 * to: 'Confirm' acts for them or for nobody (R-APP-07).
 */

const clientSchema = v.object({ businessId: idSchema, userId: idSchema });
const orderOfClientSchema = v.object({ ...clientSchema.entries, orderId: idSchema });

const dataSchema = v.object({ path: v.string(), order: v.optional(orderOfClientSchema) });

export type OrderOfClient = v.InferOutput<typeof orderOfClientSchema>;
export type NotificationData = v.InferOutput<typeof dataSchema>;

export const CONFIRM_ACTION = 'confirm';
const OPEN_ACTION = 'open';

/** Where a tap on a notification leads that says nothing of itself. */
const DEFAULT_PATH = '/orders';

// TypeScript's library does not know the buttons of a notification: some browsers have none.
export interface ShownNotification {
  title: string;
  options: NotificationOptions & { data: NotificationData; actions?: { action: string; title: string }[] };
}

export const orderTag = (orderId: number): string => `order-${orderId}`;

/** The notification of an order that the person may confirm. */
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

/** The notification when the order's details are unknown here, or are for somebody else. */
export const someOrderNotification = (): ShownNotification => ({
  title: 'New Order',
  options: { body: 'Open Kaunta to see it.', tag: 'order', icon: ICON, data: { path: DEFAULT_PATH } },
});

/** Takes the place of the notification whose 'Confirm' was tapped. */
export const confirmedNotification = ({ orderId }: OrderOfClient, body: string): ShownNotification => ({
  title: 'Order confirmed',
  options: { body, tag: orderTag(orderId), icon: ICON, silent: true, data: { path: orderPath(orderId) } },
});

export function readNotificationData(data: unknown): NotificationData {
  const parsed = v.safeParse(dataSchema, data);
  return parsed.success ? parsed.output : { path: DEFAULT_PATH };
}

export const orderPath = (orderId: number): string => `/orders/${orderId}`;

const ICON = '/icons/icon-192.png';
