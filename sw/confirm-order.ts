import type { OrderOfClient } from '../sync/host/order-notification.ts';
import type { NotConfirmed } from '../sync/host/app-notice.ts';
import type { LocalDatabase } from '../sync/local-database.ts';
import { isHeld, type WorkerReply } from '../sync/host/drain-message.ts';
import type { Clock } from '../sync/ports.ts';
import type { ActSource } from '../sync/protocol/act.ts';
import { runMutation } from '../sync/replica/run-mutation.ts';

/*
 * 'Confirm' on the notification of a new order, with the app closed: the very act of the order's screen, in the outbox of
 * the person whom the notification was for. For anybody else, and wherever it cannot be done, it says why.
 */

export interface ConfirmPorts {
  /** Who is signed in on this device; null when nobody is. */
  signedIn(): Promise<{ businessId: number; userId: number } | null>;
  /** The signed-in person's database. Rejects where it cannot be opened. */
  database(): Promise<LocalDatabase>;
  /** Sends and fetches what there is; what goes wrong with it is no matter here. */
  drain(): Promise<WorkerReply | null>;
  wait(ms: number): Promise<unknown>;
  clock: Clock;
  acts: ActSource;
}

/** Somebody else may be fetching the order just now. A browser lets a tap open the app for some seconds only. */
const LOOKS_MAX = 4;
const LOOK_EVERY_MS = 1_000;

/** Null: it is saved, and will be sent. */
export async function confirmOrder(ports: ConfirmPorts, order: OrderOfClient): Promise<NotConfirmed | null> {
  const client = await ports.signedIn();
  if (client === null) return 'signed_out';
  if (client.userId !== order.userId || client.businessId !== order.businessId) return 'other_user';
  try {
    const database = await ports.database();
    if ((await database.read((tx) => tx.meta.getStatus())).phase === 'dismissed') return 'dismissed';
    const isHere = () => database.read(async (tx) => (await tx.rows.get('order', [order.orderId]))[0] !== undefined);
    // A push message may be quicker than the rows.
    for (let look = 1; look <= LOOKS_MAX && !(await isHere()); look += 1) {
      const reply = await ports.drain();
      if (!isHeld(reply)) break;
      await ports.wait(LOOK_EVERY_MS);
    }
    const { clock, acts } = ports;
    const result = await runMutation({ database, clock, acts }, 'order.confirm', () => ({ id: order.orderId }));
    if (result.ok) return null;
    const { code } = result.error;
    if (code === 'not_permitted') return 'not_permitted';
    return code === 'not_found' ? 'not_here' : 'refused';
  } catch {
    // A full disk or a database that does not open: the app says more.
    return 'not_saved';
  }
}
