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
 * Tells of new orders (R-NOTIF). They come with the rows, so the bell needs nobody's permission (C-080); with the
 * permission the device also asks by itself every five minutes, when its page is in the background too.
 */

/** R-NOTIF-25, R-NOTIF-26. */
const POLL_EVERY_MS = 5 * 60_000;
const JUST_CHECKED_MS = 60_000;
/** A page that somebody looks at says it; the others wait so long for it. */
const HIDDEN_WAITS_MS = 1_500;
const LAST_CHECK = 'kaunta-orders-checked';

export interface OrderAlertPorts {
  database: ShopDatabase;
  user: { businessId: number; userId: number };
  /** Pulls. Errors go to the journal and are not shown (R-NOTIF-28). */
  wake: () => void;
  nowMs: () => number;
}

/** Answers how to stop. */
export function startOrderAlerts(ports: OrderAlertPorts): () => void {
  const { database } = ports;
  const stopMeeting = watch(
    async () => {
      if (document.visibilityState === 'hidden') await new Promise((resolve) => setTimeout(resolve, HIDDEN_WAITS_MS));
      return await meetNewOrders(database);
    },
    (orders) => void tellOf(orders, ports),
    () => undefined,
  );
  const stopCounting = watch(
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

/** As `subscribeToPush`, whose code only those need who have given the permission. */
async function subscribe(userId: number): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const loaded = await import('../platform/worker/push-subscription.ts').catch(() => null);
  await loaded?.subscribeToPush(userId);
}

/** Polls only with the permission to notify (R-NOTIF-17); a permission given later counts from the next turn on. */
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
  // The oldest first: they wait for one another.
  const inTurn = orders.toReversed();
  showNewOrders(inTurn.map(orderAlertText));
  const alerts = await orderAlertsOf(database).catch(() => null);
  const telling = [
    ...inTurn.map((order) => notifyOfOrder(order, user)),
    ...(alerts?.isSoundOn ? [playAlertSound()] : []),
  ];
  // A browser that cannot notify or sound has still shown the toast and the bell.
  await Promise.allSettled(telling);
}
