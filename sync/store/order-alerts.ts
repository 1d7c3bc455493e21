import { meetOrders, ORDER_ALERTS_MAX, type OrderAlerts } from '../../domain/sales/order-alert.ts';
import type { Order } from '../../domain/sales/order.ts';
import { latestOrders } from './live-reads.ts';
import type { ShopTables } from './database/schema.ts';

/*
 * The order alerts of this device: a record beside the rows. It is read and written in one transaction, so of several
 * tabs only one notices a new order and announces it.
 */

type Shop = { readonly tables: ShopTables };

/** Open orders are among the newest. If more than this number arrive at once, the oldest are not announced. */
const LOOKED_AT_MAX = 50;

/** Returns the alerts; null before the first check for orders. */
export async function orderAlertsOf({ tables }: Shop): Promise<OrderAlerts | null> {
  const found = await tables.meta.get('orderAlerts');
  return found?.key === 'orderAlerts' ? found.value : null;
}

/**
 * Returns the orders of the bell in their present state, newest first, without orders that are no longer on the device.
 */
export async function alertedOrders(shop: Shop): Promise<{ order: Order; isRead: boolean }[]> {
  const entries = ((await orderAlertsOf(shop))?.entries ?? []).slice(0, ORDER_ALERTS_MAX);
  const orders = await shop.tables.rows.order.bulkGet(entries.map(({ orderId }) => orderId));
  return entries.flatMap(({ isRead }, index) => {
    const order = orders[index];
    return order ? [{ order, isRead }] : [];
  });
}

/**
 * Stores which pending orders are known, and returns the new ones. Returns none until the device has the whole shop
 * (C-082).
 */
export async function meetNewOrders(shop: Shop): Promise<Order[]> {
  const { meta, rows } = shop.tables;
  // Most changes bring no new order, so the write lock is taken only if there is one.
  if ((await unmetOrders(shop)) === null) return [];
  return await meta.db.transaction('rw', [meta, rows.order], async () => {
    const found = await unmetOrders(shop);
    if (found === null) return [];
    const { known, pending } = found;
    const { alerts, freshIds } = meetOrders(known, pending);
    await meta.put({ key: 'orderAlerts', value: alerts });
    return pending.filter(({ id }) => freshIds.includes(id));
  });
}

/**
 * Returns the number of pending orders that this device has not announced yet; 0 before its first check for orders
 * (C-082).
 */
export async function countUnmetOrders(shop: Shop): Promise<number> {
  const found = await unmetOrders(shop);
  if (!found?.known) return 0;
  const seen = new Set(found.known.seenIds);
  return found.pending.filter(({ id }) => !seen.has(id)).length;
}

/**
 * Returns the pending orders, newest first, and the known alerts, if this device does not know all of these orders yet;
 * else null.
 */
async function unmetOrders(shop: Shop): Promise<{ known: OrderAlerts | null; pending: Order[] } | null> {
  // Asks for everything at once, because every awaited result is a round trip to the database.
  const [state, known, latest] = await Promise.all([
    shop.tables.meta.get('state'),
    orderAlertsOf(shop),
    latestOrders(shop, LOOKED_AT_MAX),
  ]);
  if (state?.key !== 'state' || !state.value.snapshotComplete) return null;
  const pending = latest.filter(({ status }) => status === 'pending');
  const seen = new Set(known?.seenIds);
  return known !== null && pending.every(({ id }) => seen.has(id)) ? null : { known, pending };
}

/** Changes the stored alerts; does nothing before the first check for orders. */
export async function changeOrderAlerts(shop: Shop, change: (alerts: OrderAlerts) => OrderAlerts): Promise<void> {
  const { meta } = shop.tables;
  await meta.db.transaction('rw', meta, async () => {
    const known = await orderAlertsOf(shop);
    if (known) await meta.put({ key: 'orderAlerts', value: change(known) });
  });
}
