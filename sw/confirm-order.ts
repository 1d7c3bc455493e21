import type { Customer } from '../domain/people/customer.ts';
import type { Order } from '../domain/sales/order.ts';
import { carried } from '../domain/sales/seen-order.ts';
import type { OrderOfClient } from '../sync/host/order-notification.ts';
import type { NotConfirmed } from '../sync/host/app-notice.ts';
import type { LocalDatabase, LocalTx } from '../sync/local-database.ts';
import { isHeld, type WorkerReply } from '../sync/host/drain-message.ts';
import type { Clock } from '../sync/ports.ts';
import type { ActSource } from '../sync/protocol/act.ts';
import { runMutation } from '../sync/replica/run-mutation.ts';

/*
 * Handles 'Confirm' on the notification of a new order while the app is closed. It runs the same act as the order's
 * screen, in the outbox of the user for whom the notification was. For another user, or if it fails, it returns the
 * reason.
 */

export interface ConfirmPorts {
  /** Returns the user who is signed in on this device; null if none is. */
  signedIn(): Promise<{ businessId: number; userId: number } | null>;
  /** Returns the signed-in user's database. Rejects if it cannot be opened. */
  database(): Promise<LocalDatabase>;
  /** Sends and fetches what is waiting. Its errors do not matter here. */
  drain(): Promise<WorkerReply | null>;
  wait(ms: number): Promise<unknown>;
  clock: Clock;
  acts: ActSource;
}

/**
 * The order may be on its way, over a slow line or fetched by another drainer, so look several times. A browser lets a
 * tap open the app for some seconds only.
 */
const LOOKS_MAX = 4;
const LOOK_EVERY_MS = 1_000;

/** Confirms the order. Returns null if the act is saved and will be sent, else the reason why not. */
export async function confirmOrder(ports: ConfirmPorts, order: OrderOfClient): Promise<NotConfirmed | null> {
  const client = await ports.signedIn();
  if (client === null) return 'signed_out';
  if (client.userId !== order.userId || client.businessId !== order.businessId) return 'other_user';
  try {
    const database = await ports.database();
    if ((await database.read((tx) => tx.meta.getStatus())).phase === 'dismissed') return 'dismissed';
    const find = () => database.read((tx) => findOrder(tx, order.orderId));
    // A push message may arrive before the rows.
    for (let look = 1; look <= LOOKS_MAX && (await find()) === null; look += 1) {
      const nextLook = ports.wait(LOOK_EVERY_MS);
      const isOver = ports.drain().then((reply) => !isHeld(reply));
      if (await Promise.race([isOver, nextLook.then(() => false)])) break;
      await nextLook;
    }
    const found = await find();
    const claim = { id: order.orderId, ...(found && carried(found.order, found.customer)) };
    const { clock, acts } = ports;
    const result = await runMutation({ database, clock, acts }, 'order.confirm', () => claim);
    if (result.ok) return null;
    const { code } = result.error;
    if (code === 'sealed') return 'signed_out';
    if (code === 'not_permitted') return 'not_permitted';
    return code === 'not_found' ? 'not_here' : 'refused';
  } catch {
    // The disk is full or the database does not open: the app will show more about it.
    return 'not_saved';
  }
}

/** Returns the order and its customer, who is null if this device has none; null if the order is not here. */
async function findOrder(tx: LocalTx, id: number): Promise<{ order: Order; customer: Customer | null } | null> {
  const [order] = await tx.rows.get('order', [id]);
  if (order === undefined) return null;
  const [customer = null] = order.customerId === null ? [] : await tx.rows.get('customer', [order.customerId]);
  return { order, customer };
}
