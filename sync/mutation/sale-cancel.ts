import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { lengthFirst } from '../../domain/length-first.ts';
import { cancelReasonSchema, type Sale, stockOfSale } from '../../domain/sales/sale.ts';
import {
  CANCEL_REFUNDS_MAX,
  cancelRefundSchema,
  paymentAtSale,
  type SaleRefund,
} from '../../domain/sales/sale-payment.ts';
import type { RowKey } from '../protocol/tables.ts';
import { moveStock } from './move-stock.ts';
import { type Applied, appliedWith, defineMutation, momentOf } from './mutation.ts';
import { flaggedAfter } from './sale-payment.ts';
import { refundFlags } from './sale-refund.ts';
import { statusAndFlagsOf } from './sale-status.ts';

/** The arguments of the first format, which did not say whether the money was given back. */
interface FirstFormat {
  id: unknown;
  reason: unknown;
}

/**
 * Cancels a sale, with a reason. Its goods go back on the shelf, once. A second cancellation changes only the log: the
 * first reason counts (M6). Money paid for the sale becomes due to the customer (saleRefundDueMinor). Money that was
 * handed back at once is part of this mutation. That money has left the drawer, whoever cancelled first: if two devices
 * gave it back, both refunds are recorded, and the second is flagged (decisions/0018).
 */
export const saleCancel = defineMutation({
  name: 'sale.cancel',
  format: 2,
  convert: { 1: (args) => ({ ...(args as FirstFormat), refunds: [] }) },
  class: 'claim',
  call: { method: 'PATCH', path: '/sales/{id}' },
  schema: v.object({
    id: idSchema,
    reason: cancelReasonSchema,
    refunds: lengthFirst(v.pipe(v.array(cancelRefundSchema), v.maxLength(CANCEL_REFUNDS_MAX))),
  }),
  // Money that was handed back has left the drawer. Without it, a cancellation is only a decision (decisions/0018).
  hasHappened: ({ refunds }) => refunds.length > 0,
  mints: () => [],
  refersTo: (args) => [
    { table: 'sale', id: args.id },
    ...args.refunds.flatMap(({ paymentMethodId }): RowKey[] =>
      paymentMethodId === null ? [] : [{ table: 'paymentMethod', id: paymentMethodId }],
    ),
  ],
  async apply(tx, args, context): Promise<Applied> {
    const sale = await tx.get('sale', args.id);
    if (!sale) return { kind: 'refused', code: 'not_found' };
    const by = { byUserId: context.actor.userId, atMs: context.atMs };
    const handed = args.refunds.map((refund): SaleRefund => ({
      ...refund,
      way: 'refunded',
      transactionId: null,
      ...momentOf(context),
    }));
    const cancelled: Sale = {
      ...sale,
      // A row of an older build shows only by its status that it was paid. The status changes here, so store the
      // payment.
      ...paidBefore(sale),
      ...(handed.length > 0 && { refunds: [...(sale.refunds ?? []), ...handed] }),
      status: 'cancelled',
      cancellations: [...sale.cancellations, { reason: args.reason, ...by }],
    };
    const found =
      context.side === 'server'
        ? await Promise.all(handed.map((refund) => refundFlags(tx, cancelled, refund, context)))
        : [];
    const flags = [...new Set(found.flat())];
    // A customer who got too much back does not owe the excess any more, because nothing was sold. Money that was given
    // back twice is still owed.
    tx.put('sale', { ...cancelled, ...statusAndFlagsOf(cancelled, flags) });
    const first = sale.cancellations[0];
    const isSecond = sale.status === 'cancelled' && first !== undefined;
    if (!isSecond) await moveStock(tx, stockOfSale(sale), stockOfSale(cancelled), context);
    if (flags.length > 0) return flaggedAfter(flags, 'over_refunded', sale.refunds?.at(-1));
    return isSecond ? { kind: 'superseded', byUserId: first.byUserId, atMs: first.atMs } : appliedWith([]);
  },
});

function paidBefore(sale: Sale): Pick<Sale, 'payments'> {
  if (sale.payments) return {};
  return { payments: sale.status === 'completed' ? [paymentAtSale(sale)] : [] };
}
