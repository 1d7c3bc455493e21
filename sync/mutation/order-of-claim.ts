import type { Order, OrderStatus } from '../../domain/sales/order.ts';
import { customerAsSeen, orderAsSeen, type SeenOrder } from '../../domain/sales/seen-order.ts';
import type { RowKey } from '../protocol/tables.ts';
import type { MutationTx } from './mutation.ts';

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
  { id, order: seen }: ClaimOnOrder,
  from: OrderStatus,
): Promise<Order | undefined> {
  const order = await tx.get('order', id);
  if (order || !seen) return order;
  const customer = customerAsSeen(seen);
  if (customer && !(await hasRow(tx, customer.id))) tx.put('customer', customer);
  return orderAsSeen(id, seen, from);
}

/** Returns the order that must be there before the claim; none if the claim carries it. */
export const orderToWaitFor = ({ id, order }: ClaimOnOrder): RowKey[] => (order ? [] : [{ table: 'order', id }]);

/** True if there is such a customer, or was: a sale brings a deleted one back by itself. */
const hasRow = async (tx: MutationTx, id: number): Promise<boolean> =>
  ((await tx.get('customer', id)) ?? (await tx.getDeleted('customer', id))) !== undefined;
