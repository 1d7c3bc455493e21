import type { Customer } from '../../../domain/people/customer.ts';
import type { Item } from '../../../domain/items/item.ts';
import type { Order } from '../../../domain/sales/order.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { salePayments } from '../../../domain/sales/sale-payment.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customerById } from '../../../sync/store/customer-reads.ts';
import { itemsByIds, orderById, saleById, usersById } from '../../../sync/store/live-reads.ts';
import { lostFulfilment, lostSettling, type LostSettling } from '../../../sync/store/lost-fulfilment.ts';
import { readRowSync } from '../../state/row-sync.ts';
import type { RowSync } from '../../ui/status-badge.tsx';

/** An order with the rows that its screen shows. */
export interface ShownOrder {
  order: Order;
  /** The customer row of the order; null if there is none. */
  customer: Customer | null;
  /** The number of the sale that the order became; null before that. */
  saleNumber: string | null;
  /** The items as they are now: for pictures, stock and units. */
  itemsById: ReadonlyMap<number, Item>;
  users: ReadonlyMap<number, User>;
  /** The fulfilment that came before the one of this device; null if this device's made the sale. */
  before: FulfilledBefore | null;
  /** Who kept the order cancelled before this device's 'Fulfil anyway' arrived; null if nobody did. */
  keptCancelled: KeptCancelled | null;
  sync: RowSync | null;
}

/** A fulfilment that came before the one of this device. */
export interface FulfilledBefore {
  by: User;
  /**
   * What became of the payment of this device's fulfilment: 'moved' to the sale that stands, or the 'same' as the
   * payment that this sale had. Null if there was no payment, or if the sale does not say.
   */
  payment: 'moved' | 'same' | null;
}

/** A 'Keep cancelled' that came before this device's 'Fulfil anyway'. */
export interface KeptCancelled extends Pick<LostSettling, 'isPaid' | 'paymentMethodName'> {
  by: User;
}

/** Reads an order; null if this device does not have it. */
export async function readOrder(database: ShopDatabase, id: number): Promise<ShownOrder | null> {
  const order = await orderById(database, id);
  if (order === undefined) return null;
  const items = await itemsByIds(database, [...new Set(order.lines.map((line) => line.itemId))]);
  const customer = order.customerId === null ? undefined : await customerById(database, order.customerId);
  const sale = order.saleId === null ? undefined : await saleById(database, order.saleId);
  const users = await usersById(database);
  const lost = order.status === 'fulfilled' ? await lostFulfilment(database, id) : null;
  const by = lost && users.get(lost.firstByUserId);
  const settling = order.status === 'cancelled' ? await lostSettling(database, id) : null;
  const keeper = settling && users.get(settling.firstByUserId);
  return {
    order,
    customer: customer ?? null,
    saleNumber: sale?.saleNumber ?? null,
    itemsById: new Map(items.map((item) => [item.id, item])),
    users,
    before: lost && by ? { by, payment: becameOf(lost.paymentId, sale) } : null,
    keptCancelled: settling && keeper ? { ...settling, by: keeper } : null,
    sync: (await readRowSync(database, 'order', [id])).get(id) ?? null,
  };
}

function becameOf(paymentId: number | null, sale: Sale | undefined): FulfilledBefore['payment'] {
  if (paymentId === null || sale === undefined) return null;
  const ids = salePayments(sale).map(({ id }) => id);
  if (ids.includes(paymentId)) return 'moved';
  // The payment of a sale that was paid when it was made has the sale's own id.
  return ids.includes(sale.id) ? 'same' : null;
}
