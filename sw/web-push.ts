import * as v from 'valibot';
import { idSchema } from '../domain/id.ts';
import { orderNotification, type ShownNotification, someOrderNotification } from '../sync/host/order-notification.ts';

/** The server's message to a closed app: a new order, for one user. */
const pushMessageSchema = v.object({
  type: v.literal('order'),
  businessId: idSchema,
  userId: idSchema,
  orderId: idSchema,
  orderNumber: v.string(),
  customerName: v.string(),
  amountText: v.string(),
});

/**
 * Returns the notification for a push message. A browser withdraws the permission from an app that shows nothing for a
 * push. So a message that cannot be read, or is for a user who is not signed in any more, is shown too, in general
 * words.
 */
export function notificationFor(payload: string | null, client: Client | null): ShownNotification {
  const message = v.safeParse(pushMessageSchema, parseJson(payload));
  if (!message.success) return someOrderNotification();
  const { orderId, businessId, userId, orderNumber, customerName, amountText } = message.output;
  if (client?.businessId !== businessId || client.userId !== userId) return someOrderNotification();
  return orderNotification({ orderId, businessId, userId }, `${customerName} · ${orderNumber} · ${amountText}`);
}

interface Client {
  businessId: number;
  userId: number;
}

export interface WindowLike {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/**
 * Shows a page after a tap on a notification: focuses the window that shows the page already, else navigates a window
 * of the app to it, else opens a new one. A shop's public page is no window of the app and is left alone.
 */
export async function showPage(
  path: string,
  origin: string,
  windows: readonly WindowLike[],
  isAppPage: (url: URL) => boolean,
  open: (url: string) => Promise<unknown>,
): Promise<void> {
  const target = new URL(path, origin).href;
  const ours = windows.filter((window) => isAppPage(new URL(window.url)));
  const there = ours.find((window) => window.url === target);
  const near = there ?? ours.find((window) => window.focused) ?? ours[0];
  if (!near) {
    await open(target);
    return;
  }
  try {
    if (!there) await near.navigate(target);
    await near.focus();
  } catch {
    // A window that this worker does not control, for example after a reload that passed it by, follows no worker.
    await open(target);
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
