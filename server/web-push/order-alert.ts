import { formatMoney } from '../../domain/money.ts';
import type { Order } from '../../domain/sales/order.ts';
import { shortenedText } from '../../domain/text/shortened-text.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { forgetSubscription, listSubscriptions } from '../db/queries/push-subscription.ts';
import type { Log } from '../log.ts';
import { PUSH_MESSAGE_BYTES_MAX } from './encrypt-message.ts';
import type { PushSender } from './push-sender.ts';

export interface OrderAlertPorts {
  database: Database;
  clock: Clock;
  push: PushSender;
  log: Log;
}

const NAME_CHARS_MAX = 80;

/** Returns the message for the service worker (sw/web-push.ts), which shows it only to this user of this shop. */
function messageOf(
  { id, orderNumber, customer, totalMinor, currency }: Order,
  businessId: number,
  userId: number,
): string {
  const message = JSON.stringify({
    ...{ type: 'order', businessId, userId, orderId: id, orderNumber },
    customerName: shortenedText(customer.name, NAME_CHARS_MAX),
    amountText: formatMoney(totalMinor, currency, 0),
  });
  return Buffer.byteLength(message) <= PUSH_MESSAGE_BYTES_MAX ? message : '{}';
}

/**
 * Notifies a shop's users of a new order, on each subscribed device that is still signed in. Never rejects.
 */
export async function alertOfOrder(
  { database, clock, push, log }: OrderAlertPorts,
  businessId: number,
  order: Order,
): Promise<void> {
  try {
    const targets = await database.transaction({ businessId, readOnly: true }, (sql) =>
      listSubscriptions(sql, businessId, clock.nowMs()),
    );
    const results = await Promise.all(
      targets.map(async (target) => {
        const result = await push.send(target, messageOf(order, businessId, target.userId));
        return [target, result] as const;
      }),
    );
    const gone = results.filter(([, result]) => result === 'gone');
    for (const [{ endpoint }] of gone)
      await database.transaction({ businessId }, (sql) => forgetSubscription(sql, businessId, endpoint));
    const failed = results.filter(([, result]) => result === 'failed').length;
    if (failed > 0) log.warn({ businessId, failed }, 'Devices could not be told of an order');
  } catch (error) {
    log.warn({ error, businessId }, 'Nobody could be told of an order');
  }
}
