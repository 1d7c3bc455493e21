import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import type { Item } from '../../../domain/items/item.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { type Order, ORDER_STATUSES } from '../../../domain/sales/order.ts';
import { isoTime } from '../answer.ts';
import { decimalField, idOrNull, textOrNull, timeField } from './field.ts';
import { imageAnswerSchema } from './item.ts';
import { saleAnswerSchema } from './sale.ts';

const orderLineAnswerSchema = v.object({
  id: idSchema,
  orderId: idSchema,
  itemId: idSchema,
  name: v.string(),
  images: v.array(imageAnswerSchema),
  quantity: decimalField,
  unitPrice: decimalField,
  totalAmount: decimalField,
  createdAt: timeField,
});

export const orderAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  customerId: idOrNull,
  createdByUserId: v.null(),
  orderNumber: v.string(),
  totalAmount: decimalField,
  currency: v.string(),
  status: v.picklist(ORDER_STATUSES),
  notes: textOrNull,
  createdAt: timeField,
  updatedAt: timeField,
  saleId: idOrNull,
  statusChanges: v.array(v.object({ status: v.picklist(ORDER_STATUSES), byUserId: idSchema, at: timeField })),
  customer: v.object({ name: v.string(), phone: textOrNull, address: textOrNull }),
  items: v.array(orderLineAnswerSchema),
});

/** An order with the sale that was made of it when it was fulfilled. */
export const fulfilledOrderAnswerSchema = v.object({
  ...orderAnswerSchema.entries,
  sale: v.nullable(saleAnswerSchema),
});

export const placedOrderAnswerSchema = v.object({
  orderNumber: v.string(),
  status: v.picklist(ORDER_STATUSES),
  totalAmount: decimalField,
  currency: v.string(),
  createdAt: timeField,
  items: v.array(
    v.object({
      itemId: idSchema,
      name: v.string(),
      quantity: decimalField,
      unitPrice: decimalField,
      totalAmount: decimalField,
    }),
  ),
});

/** The present items of some orders, by id. A removed item is missing. */
export type OrderedItems = ReadonlyMap<number, Pick<Item, 'images'>>;

/** Returns the ids of all ordered items, each once. */
export const orderedItemIds = (orders: readonly Order[]): number[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.map((line) => line.itemId))),
];

/** Returns an order (R-ENT-12, R-ENT-13). It has no creator, because a visitor placed it and no user did (C-087). */
export const orderAnswer = (
  order: Order,
  businessId: number,
  itemsById: OrderedItems,
): v.InferOutput<typeof orderAnswerSchema> => ({
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

/** Returns an order as its visitor may see it: without the shop's internal fields. */
export const placedOrderAnswer = (order: Order): v.InferOutput<typeof placedOrderAnswerSchema> => ({
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
