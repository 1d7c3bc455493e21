import type { Sale, SaleFlag } from '../../domain/sales/sale.ts';
import {
  newSaleRefundSchema,
  saleBalanceMinor,
  type SaleRefund,
  salePayments,
  saleRefundDueMinor,
} from '../../domain/sales/sale-payment.ts';
import {
  type Applied,
  appliedWith,
  defineMutation,
  momentOf,
  type MutationContext,
  type MutationTx,
  refused,
} from './mutation.ts';
import { reviveMethod } from './removed-row.ts';
import { presence } from './sale.ts';
import { flaggedAfter, rowsOfMoney, saleNamed } from './sale-payment.ts';
import { statusAndFlagsOf } from './sale-status.ts';

/**
 * Gives back what the shop owes a customer for a sale, or keeps it as credit (M6, M7). Money that was handed out has
 * left the drawer, so it is never refused: if two devices gave it back, both refunds are recorded, the second is
 * flagged and names the first, and the customer owes the difference. Keeping it as credit moves no money: if nothing is
 * left to keep, the refund was settled already, and nothing changes.
 */
export const saleSettleRefund = defineMutation({
  name: 'sale.settleRefund',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/sales/{id}/refunds' },
  schema: newSaleRefundSchema,
  mints: () => [],
  refersTo: (args) => rowsOfMoney(args),
  async apply(tx, args, context): Promise<Applied> {
    const sale = await saleNamed(tx, args);
    if (!sale) return refused('not_found');
    const { saleId: _sale, orderId: _order, ...fields } = args;
    const before = sale.refunds?.at(-1);
    const dueMinor = saleRefundDueMinor(sale);
    if (args.way === 'kept' && dueMinor === 0)
      return before ? { kind: 'superseded', byUserId: before.byUserId, atMs: before.atMs } : refused('not_found');
    const refund: SaleRefund = {
      ...fields,
      amountMinor: args.way === 'kept' ? Math.min(args.amountMinor, dueMinor) : args.amountMinor,
      ...momentOf(context),
    };
    const settled: Sale = {
      ...sale,
      // A row of an older build shows only by its status that it was paid. The status may change here, so store the
      // payments.
      payments: [...salePayments(sale)],
      refunds: [...(sale.refunds ?? []), refund],
    };
    const flags = context.side === 'server' ? await refundFlags(tx, settled, refund, context) : [];
    tx.put('sale', { ...settled, ...statusAndFlagsOf(settled, flags) });
    return before ? flaggedAfter(flags, 'over_refunded', before) : appliedWith(flags);
  },
});

/** Returns the flags of a refund. */
export async function refundFlags(
  tx: MutationTx,
  settled: Sale,
  refund: SaleRefund,
  context: MutationContext,
): Promise<SaleFlag[]> {
  // A method that is used again comes back, although it was removed (M29).
  const method = await presence(tx, 'paymentMethod', refund.paymentMethodId, reviveMethod);
  const has: Partial<Record<SaleFlag, boolean>> = {
    over_refunded: refund.way === 'refunded' && saleBalanceMinor(settled) > 0,
    method_removed: method === 'revived',
    method_missing: method === 'missing',
    actor_disabled: context.actorDisabled,
    clock_suspect: context.clockSuspect,
  };
  return (Object.keys(has) as SaleFlag[]).filter((flag) => has[flag]);
}
