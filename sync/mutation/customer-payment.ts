import { newCustomerPaymentSchema } from '../../domain/sales/customer-payment.ts';
import type { SaleFlag } from '../../domain/sales/sale.ts';
import { type SalePayment, salePayments } from '../../domain/sales/sale-payment.ts';
import { defineMutation, momentOf, type MutationContext, refused } from './mutation.ts';
import { addPayment, flaggedAfter, rowsOfMoney, saleNamed } from './sale-payment.ts';

/**
 * Records money that a customer paid for several sales at once, with its part for each sale (R-DEBT-03). Like a payment
 * of one sale it is not refused for what another device did meanwhile: what is too much for a sale is flagged there
 * (M7). If one of the sales never came to be, no part is recorded.
 */
export const customerTakePayment = defineMutation({
  name: 'customer.takePayment',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/customers/{id}/payments' },
  schema: newCustomerPaymentSchema,
  mints: () => [],
  refersTo: ({ parts, paymentMethodId }) => parts.flatMap((part) => rowsOfMoney({ ...part, paymentMethodId })),
  async apply(tx, { parts, paymentMethodId, paymentMethodName, transactionId }, context) {
    const how = { paymentMethodId, paymentMethodName, transactionId, ...momentOf(context) };
    const paidIds = new Set<number>();
    const flags = new Set<SaleFlag>();
    let takenBefore: SalePayment | undefined;
    for (const { id, amountMinor, ...which } of parts) {
      const sale = await saleNamed(tx, which);
      if (!sale) return refused('not_found');
      const ofPart = await addPayment(tx, sale, { id, amountMinor, ...how }, withoutDuplicatesIn(paidIds, context));
      if (ofPart.includes('overpaid')) takenBefore ??= salePayments(sale).at(-1);
      for (const flag of ofPart) flags.add(flag);
      paidIds.add(sale.id);
    }
    return flaggedAfter([...flags], 'overpaid', takenBefore);
  },
});

/** One transfer pays for all parts: its id on the sales that it has just paid is no duplicate (R-DEBT-06). */
function withoutDuplicatesIn(saleIds: ReadonlySet<number>, context: MutationContext): MutationContext {
  const { findDuplicates } = context;
  if (!findDuplicates) return context;
  return {
    ...context,
    findDuplicates: async (kind, value) => (await findDuplicates(kind, value)).filter(({ id }) => !saleIds.has(id)),
  };
}
