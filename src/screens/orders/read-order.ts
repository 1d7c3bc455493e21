import type { Customer } from '../../../domain/people/customer.ts';
import type { Item } from '../../../domain/items/item.ts';
import type { Order } from '../../../domain/sales/order.ts';
import type { User } from '../../../domain/people/user.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customerById } from '../../../sync/store/customer-reads.ts';
import { itemsByIds, orderById, saleById, usersById } from '../../../sync/store/live-reads.ts';
import { fulfilledBefore } from '../../../sync/store/lost-fulfilment.ts';
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
  /** The user whose fulfilment came before the one of this device; null if this device's was not in vain. */
  fulfilledBeforeBy: User | null;
  sync: RowSync | null;
}

/** Reads an order; null if this device does not have it. */
export async function readOrder(database: ShopDatabase, id: number): Promise<ShownOrder | null> {
  const order = await orderById(database, id);
  if (order === undefined) return null;
  const items = await itemsByIds(database, [...new Set(order.lines.map((line) => line.itemId))]);
  const customer = order.customerId === null ? undefined : await customerById(database, order.customerId);
  const sale = order.saleId === null ? undefined : await saleById(database, order.saleId);
  const users = await usersById(database);
  const beforeId = order.status === 'fulfilled' ? await fulfilledBefore(database, id) : null;
  return {
    order,
    customer: customer ?? null,
    saleNumber: sale?.saleNumber ?? null,
    itemsById: new Map(items.map((item) => [item.id, item])),
    users,
    fulfilledBeforeBy: (beforeId === null ? undefined : users.get(beforeId)) ?? null,
    sync: (await readRowSync(database, 'order', [id])).get(id) ?? null,
  };
}
