import { unreadAlerts } from '../../domain/sales/order-alert.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { meetNewOrders, orderAlertsOf } from '../../sync/store/order-alerts.ts';
import { watch } from '../../sync/store/watch.ts';
import { useOrderAlerts } from '../state/order-alerts.ts';
import { showNewOrders } from '../state/toasts.ts';
import { playAlertSound } from '../platform/sound/alert-sound.ts';
import { notificationPermission, notifyOfOrder, orderAlertText } from '../platform/browser-notifications.ts';

/*
 * Announces new orders (R-NOTIF). Orders come with the rows, so the bell needs no permission of the browser (C-080).
 * With the permission the device also pulls every five minutes, even if its page is in the background.
 */

/**
 * How often to poll, and how recent the last check must be so that the first one is skipped (R-NOTIF-25, R-NOTIF-26).
 */
const POLL_EVERY_MS = 5 * 60_000;
const JUST_CHECKED_MS = 60_000;
/** A visible page announces an order first; hidden pages wait this long before they look. */
const HIDDEN_WAITS_MS = 1_500;
const LAST_CHECK = 'kaunta-orders-checked';

export interface OrderAlertPorts {
  database: ShopDatabase;
  user: { businessId: number; userId: number };
  /** Starts a pull. Its errors go to the journal and are not shown (R-NOTIF-28). */
  wake: () => void;
  nowMs: () => number;
}

/** Starts announcing new orders. Returns a function that stops it. */
export function startOrderAlerts(ports: OrderAlertPorts): () => void {
  const { database } = ports;
  const stopMeeting = watch(
    { database, stores: ['meta', 'order'] },
    async () => {
      if (document.visibilityState === 'hidden') await new Promise((resolve) => setTimeout(resolve, HIDDEN_WAITS_MS));
      return await meetNewOrders(database);
    },
    (orders) => void tellOf(orders, ports),
    () => undefined,
  );
  const stopCounting = watch(
    { database, stores: ['meta'] },
    () => orderAlertsOf(database),
    (alerts) => useOrderAlerts.setState({ unreadCount: alerts === null ? 0 : unreadAlerts(alerts) }),
    () => useOrderAlerts.setState({ unreadCount: 0 }),
  );
  const stopPolling = startPolling(ports);
  void subscribe(ports.user.userId);
  return () => {
    stopMeeting();
    stopCounting();
    stopPolling();
    useOrderAlerts.setState({ unreadCount: 0 });
  };
}

/** Calls `subscribeToPush`. Its code is loaded only with the permission to notify. */
async function subscribe(userId: number): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const loaded = await import('../platform/worker/push-subscription.ts').catch(() => null);
  await loaded?.subscribeToPush(userId);
}

/**
 * Polls only with the permission to notify (R-NOTIF-17). A permission that is given later takes effect at the next
 * interval.
 */
function startPolling({ wake, nowMs }: OrderAlertPorts): () => void {
  const check = () => {
    if (notificationPermission() !== 'granted') return;
    localStorage.setItem(LAST_CHECK, String(nowMs()));
    wake();
  };
  const lastCheckMs = Number(localStorage.getItem(LAST_CHECK) ?? 0);
  if (Math.abs(nowMs() - lastCheckMs) >= JUST_CHECKED_MS) check();
  const timer = setInterval(check, POLL_EVERY_MS);
  return () => clearInterval(timer);
}

async function tellOf(orders: readonly Order[], { database, user }: OrderAlertPorts): Promise<void> {
  if (orders.length === 0) return;
  // The toasts are shown one after another, so the oldest order comes first.
  const inTurn = orders.toReversed();
  showNewOrders(inTurn.map(orderAlertText));
  const alerts = await orderAlertsOf(database).catch(() => null);
  const telling = [
    ...inTurn.map((order) => notifyOfOrder(order, user)),
    ...(alerts?.isSoundOn ? [playAlertSound()] : []),
  ];
  // If the browser can neither notify nor play a sound, the toast and the bell have announced the order.
  await Promise.allSettled(telling);
}
