import type { Order, OrderStatus } from '../../domain/sales/order.ts';
import { customerAsSeen, orderAsSeen, type SeenOrder } from '../../domain/sales/seen-order.ts';
import type { RowKey } from '../protocol/tables.ts';
import type { MutationContext, MutationTx } from './mutation.ts';

export interface ClaimOnOrder {
  id: number;
  order?: SeenOrder;
}

/**
 * Returns the order of a claim. A server that was restored from an older backup may lack it. Then it is made again as
 * its person saw it, and so is its customer (decisions/0065).
 * @param from the status that the claim begins from
 */
export async function orderOfClaim(
  tx: MutationTx,
  { id, order: carried }: ClaimOnOrder,
  from: OrderStatus,
  { timeOf }: MutationContext,
): Promise<Order | undefined> {
  const order = await tx.get('order', id);
  if (order || !carried) return order;
  // An impossible time would keep the order on top of every list (SYN-23).
  const seen = { ...carried, createdAtMs: timeOf(carried.createdAtMs).atMs };
  const customer = customerAsSeen(seen);
  if (customer && !(await hasRow(tx, customer.id))) tx.put('customer', customer);
  return orderAsSeen(id, seen, from);
}

/** Returns the order if it must be there before the claim. A carried one need not be. */
export const orderToWaitFor = ({ id, order }: ClaimOnOrder): RowKey[] => (order ? [] : [{ table: 'order', id }]);

/**
 * Returns the rows that must be there before a fulfilment: its order, or what the sale of a carried order needs. These
 * are the items, whose stock it moves, and a customer whom a device made.
 */
export function rowsToWaitFor({ id, order }: ClaimOnOrder): RowKey[] {
  if (!order) return orderToWaitFor({ id });
  const { lines, customerId, isCustomerOfOrders } = order;
  const keys = [...new Set(lines.map(({ itemId }) => itemId))].map((itemId): RowKey => ({ table: 'item', id: itemId }));
  if (customerId !== null && !isCustomerOfOrders) keys.push({ table: 'customer', id: customerId });
  return keys;
}

/** True if there is such a customer, or was: a sale brings a deleted one back by itself. */
const hasRow = async (tx: MutationTx, id: number): Promise<boolean> =>
  ((await tx.get('customer', id)) ?? (await tx.getDeleted('customer', id))) !== undefined;
