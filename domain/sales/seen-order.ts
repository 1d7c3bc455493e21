import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { lengthFirst } from '../length-first.ts';
import { type Customer, CUSTOMER_NAME_CHARS_MAX, CUSTOMER_TEXT_CHARS_MAX } from '../people/customer.ts';
import { storedInstantSchema, wholeNumber } from '../text/whole-number.ts';
import type { Order, OrderStatus } from './order.ts';
import { newSaleLineSchema, newSaleSchema, SALE_LINES_MAX } from './sale.ts';

const ORDER_NUMBER_CHARS_MAX = 60;

const text = (charsMax: number) => v.pipe(v.string(), v.maxLength(charsMax));
const customerText = v.nullable(text(CUSTOMER_TEXT_CHARS_MAX));
const { id, itemId, itemName, itemUnit, quantityHundredths, unitPriceMinor, totalMinor } = newSaleLineSchema.entries;

/**
 * An order as it was seen by the person who confirms, cancels or fulfils it. A server that was restored from an older
 * backup makes the order again from it (decisions/0065).
 */
export const seenOrderSchema = v.object({
  orderNumber: text(ORDER_NUMBER_CHARS_MAX),
  customerId: v.nullable(idSchema),
  customer: v.object({ name: text(CUSTOMER_NAME_CHARS_MAX), phone: customerText, address: customerText }),
  /** True if the customer came into being by an order, so that no device has an act that makes them again. */
  isCustomerOfOrders: v.boolean(),
  lines: lengthFirst(
    v.pipe(
      v.array(v.object({ id, itemId, itemName, itemUnit, quantityHundredths, unitPriceMinor, totalMinor })),
      v.minLength(1),
      v.maxLength(SALE_LINES_MAX),
    ),
  ),
  totalMinor: newSaleSchema.entries.totalMinor,
  currency: text(3),
  notes: newSaleSchema.entries.notes,
  createdAtMs: storedInstantSchema,
  offsetMinutes: wholeNumber(-1440, 1440),
});
export type SeenOrder = v.InferOutput<typeof seenOrderSchema>;

/**
 * Returns the argument by which a claim carries its order; nothing if the order does not fit the schema. Then the claim is
 * made without it, because a person must always be able to fulfil an order.
 * @param customer the customer's row; undefined or null if this device has none
 */
export function carried(
  order: Order,
  customer: Pick<Customer, 'createdByUserId'> | null | undefined,
): { order?: SeenOrder } {
  const seen = v.safeParse(seenOrderSchema, { ...order, isCustomerOfOrders: customer?.createdByUserId === null });
  return seen.success ? { order: seen.output } : {};
}

/** Returns the order again, in the status that a claim begins from. */
export function orderAsSeen(
  orderId: number,
  { isCustomerOfOrders: _is, ...fields }: SeenOrder,
  status: OrderStatus,
): Order {
  return { ...fields, id: orderId, version: 0, status, statusChanges: [], saleId: null };
}

/** Returns the customer who came into being by an order; null if an act of a device made them, or if there is none. */
export function customerAsSeen(seen: SeenOrder): Customer | null {
  const { customerId, isCustomerOfOrders, customer, createdAtMs, offsetMinutes } = seen;
  if (customerId === null || !isCustomerOfOrders) return null;
  const stamp = { createdByUserId: null, createdAtMs, offsetMinutes };
  return { id: customerId, version: 0, ...customer, notes: null, ...stamp };
}
