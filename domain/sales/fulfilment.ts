import * as v from 'valibot';
import { INSTANT_MAX_MS, wholeNumber } from '../text/whole-number.ts';
import { idSchema } from '../id.ts';
import type { Order } from './order.ts';
import { type NewSale, newSaleSchema } from './sale.ts';
import { seenOrderSchema } from './seen-order.ts';

/** The fulfilment of an order: its sale is paid at once or later (C-074, C-075). */
export const newFulfilmentSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  saleNumber: newSaleSchema.entries.saleNumber,
  status: v.picklist(['completed', 'pending'], 'Paid or Pay later'),
  paymentMethodId: v.nullable(idSchema),
  paymentMethodName: newSaleSchema.entries.paymentMethodName,
  transactionId: newSaleSchema.entries.transactionId,
  /** The time when the goods left; null means the time of this mutation. */
  createdAtMs: v.nullable(wholeNumber(0, INSTANT_MAX_MS)),
  /** Left out by a call of the API, and by older builds. */
  order: v.exactOptional(seenOrderSchema),
});
export type NewFulfilment = v.InferOutput<typeof newFulfilmentSchema>;

/** Returns the sale of an order, with its customer, its lines and the prices that the customer saw (C-074). */
export function saleOfOrder(order: Order, fulfilment: NewFulfilment): NewSale {
  const { saleId, saleNumber, status, paymentMethodId, paymentMethodName, transactionId } = fulfilment;
  return {
    id: saleId,
    saleNumber,
    status,
    customerId: order.customerId,
    customerName: order.customer.name,
    lines: order.lines.map(({ id, itemId, itemName, itemUnit, quantityHundredths, unitPriceMinor, totalMinor }) => ({
      id,
      itemId,
      itemName,
      itemSku: null,
      ...(itemUnit === undefined ? {} : { itemUnit }),
      quantityHundredths,
      unitPriceMinor,
      listPriceMinor: unitPriceMinor,
      discountMinor: 0,
      totalMinor,
    })),
    totalMinor: order.totalMinor,
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: order.totalMinor,
    currency: order.currency,
    paymentMethodId,
    paymentMethodName,
    transactionId,
    notes: order.notes,
  };
}
