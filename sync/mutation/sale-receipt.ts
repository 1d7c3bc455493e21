import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import type { RowKey } from '../protocol/tables.ts';
import { APPLIED, defineMutation, refused } from './mutation.ts';
import { saleNamed } from './sale-payment.ts';

/**
 * Records that the customer has the receipt on paper. Every later print, on any device, is marked as a copy (G44). The
 * first to arrive is stored. Two devices that printed before their sync have both printed an original.
 */
export const salePrintReceipt = defineMutation({
  name: 'sale.printReceipt',
  format: 1,
  class: 'set',
  call: { method: 'POST', path: '/sales/{id}/receipt-prints' },
  schema: v.object({ saleId: idSchema, orderId: v.nullable(idSchema) }),
  // The paper has left the printer, so this is accepted from a disabled user too (SYN-25).
  hasHappened: () => true,
  mints: () => [],
  refersTo(args) {
    const keys: RowKey[] = [{ table: 'sale', id: args.saleId }];
    if (args.orderId !== null) keys.push({ table: 'order', id: args.orderId });
    return keys;
  },
  async apply(tx, args, context) {
    const sale = await saleNamed(tx, args);
    if (!sale) return refused('not_found');
    if (!sale.receiptPrint)
      tx.put('sale', { ...sale, receiptPrint: { byUserId: context.actor.userId, atMs: context.atMs } });
    return APPLIED;
  },
});
