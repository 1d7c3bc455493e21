import * as v from 'valibot';

/** What the server sends to a closed app: a new order. */
const pushMessageSchema = v.object({
  type: v.literal('order'),
  orderId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  orderNumber: v.string(),
  customerName: v.string(),
  amountText: v.string(),
});

export interface Shown {
  title: string;
  options: NotificationOptions & { data: { path: string } };
}

/**
 * The notification for a push. A browser takes the permission away from an app that shows nothing for one, so an
 * unreadable message is shown too, in general words.
 */
export function notificationFor(payload: string | null): Shown {
  const message = v.safeParse(pushMessageSchema, parseJson(payload));
  if (!message.success) {
    return {
      title: 'New Order',
      options: { body: 'Open Kaunta to see it.', tag: 'order', icon: '/icons/icon-192.png', data: { path: '/orders' } },
    };
  }
  const { orderId, orderNumber, customerName, amountText } = message.output;
  return {
    title: 'New Order',
    options: {
      body: `${customerName} · ${orderNumber} · ${amountText}`,
      tag: `order-${orderId}`,
      icon: '/icons/icon-192.png',
      data: { path: `/orders/${orderId}` },
    },
  };
}

export interface WindowLike {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/**
 * A click: the window that shows the page already is focused; else one of the app's is led there; else a new one is
 * opened. A shop's public page is no window of the app's and is left alone.
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
  if (!there) await near.navigate(target);
  await near.focus();
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
