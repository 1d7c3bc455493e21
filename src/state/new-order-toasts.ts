import { addToast, useToasts } from './toasts.ts';

/** R-NOTIF-21. */
const CLOSES_AFTER_MS = 8_000;
/** C-083. */
const TOLD_TOGETHER = 3;

/** R-NOTIF-21: one toast for each new order; of three or more that are still to be told, one for all of them (C-083). */
export function showNewOrders(messages: readonly string[]): void {
  const { toasts } = useToasts.getState();
  const waiting = toasts.filter(({ orderCount }, index) => index > 0 && orderCount !== undefined);
  const count = waiting.reduce((sum, { orderCount = 0 }) => sum + orderCount, messages.length);
  const news = { kind: 'success', closeAfterMs: CLOSES_AFTER_MS } as const;
  if (count < TOLD_TOGETHER) {
    for (const message of messages) addToast({ ...news, title: 'New Order', message, orderCount: 1 });
    return;
  }
  useToasts.setState({ toasts: toasts.filter((toast) => !waiting.includes(toast)) });
  addToast({ ...news, title: `${count} new orders`, message: null, orderCount: count });
}
