import { unreadAlerts } from '../../domain/sales/order-alert.ts';
import type { ShopDatabase } from './database/dexie-database.ts';
import { countUnmetOrders, orderAlertsOf } from './order-alerts.ts';

/**
 * Returns the number for the app's icon when no browser page counts it: what needs attention, and new orders
 * (R-APP-06).
 */
export async function badgeCount(database: ShopDatabase): Promise<number> {
  const [attentionCount, alerts, unmetCount] = await Promise.all([
    database.read((tx) => tx.outbox.countAttention()),
    orderAlertsOf(database),
    countUnmetOrders(database),
  ]);
  return attentionCount + (alerts === null ? 0 : unreadAlerts(alerts)) + unmetCount;
}
