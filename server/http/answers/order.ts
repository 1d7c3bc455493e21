import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import type { Item } from '../../../domain/item.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import type { Order } from '../../../domain/order.ts';
import { isoTime } from '../answer.ts';

/** The items of some orders, by id: as they are now, where they still are. */
export type OrderedItems = ReadonlyMap<number, Pick<Item, 'images'>>;

/** The ids of all that was ordered, each once. */
export const orderedItemIds = (orders: readonly Order[]): number[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.map((line) => line.itemId))),
];

/** R-ENT-12, R-ENT-13. Nobody of the shop creates an order: a customer does (C-087). */
export const orderAnswer = (order: Order, businessId: number, itemsById: OrderedItems): object => ({
  id: order.id,
  businessId,
  customerId: order.customerId,
  createdByUserId: null,
  orderNumber: order.orderNumber,
  totalAmount: minorToDecimal(order.totalMinor),
  currency: order.currency,
  status: order.status,
  notes: order.notes,
  createdAt: isoTime(order.createdAtMs),
  updatedAt: isoTime(order.statusChanges.at(-1)?.atMs ?? order.createdAtMs),
  saleId: order.saleId,
  statusChanges: order.statusChanges.map(({ status, byUserId, atMs }) => ({ status, byUserId, at: isoTime(atMs) })),
  customer: order.customer,
  items: order.lines.map((line) => ({
    id: line.id,
    orderId: order.id,
    itemId: line.itemId,
    name: line.itemName,
    images: itemsById.get(line.itemId)?.images ?? [],
    quantity: hundredthsToDecimal(line.quantityHundredths),
    unitPrice: minorToDecimal(line.unitPriceMinor),
    totalAmount: minorToDecimal(line.totalMinor),
    createdAt: isoTime(order.createdAtMs),
  })),
});

/** What the storefront tells whoever ordered: nothing of the shop's own. */
export const placedOrderAnswer = (order: Order): object => ({
  orderNumber: order.orderNumber,
  status: order.status,
  totalAmount: minorToDecimal(order.totalMinor),
  currency: order.currency,
  createdAt: isoTime(order.createdAtMs),
  items: order.lines.map((line) => ({
    itemId: line.itemId,
    name: line.itemName,
    quantity: hundredthsToDecimal(line.quantityHundredths),
    unitPrice: minorToDecimal(line.unitPriceMinor),
    totalAmount: minorToDecimal(line.totalMinor),
  })),
});
