import type * as v from 'valibot';
import { newCustomerPaymentSchema } from '../../domain/sales/customer-payment.ts';
import type { Sale, SaleFlag } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, type SalePayment, salePayments } from '../../domain/sales/sale-payment.ts';
import { defineMutation, momentOf, type MutationTx, refused } from './mutation.ts';
import { flaggedAfter, recordPayment, rowsOfMoney, saleNamed, transferFacts } from './sale-payment.ts';

/**
 * Records money that a customer paid for several sales at once, with its part for each sale (R-OWE-03). Like a payment
 * of one sale it is not refused for what happened meanwhile, because the money is in the drawer: what is too much for a
 * sale is flagged there (M7). It is refused only if none of its sales exists.
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
    const received = await receivedBySales(tx, parts);
    if (received.size === 0) return refused('not_found');
    const how = { paymentMethodId, paymentMethodName, transactionId, ...momentOf(context) };
    const facts = await transferFacts(tx, how, new Set(received.keys()), context);
    const flags = new Set<SaleFlag>();
    let takenBefore: SalePayment | undefined;
    for (const { sale, id, amountMinor, movedMinor } of received.values()) {
      const ofSale = recordPayment(tx, sale, { id, amountMinor, ...how }, facts);
      for (const flag of ofSale) flags.add(flag);
      // If only what was moved here is too much, nobody took it before.
      const isTakenBefore = ofSale.includes('overpaid') && amountMinor - movedMinor > saleBalanceMinor(sale);
      if (isTakenBefore) takenBefore ??= salePayments(sale).at(-1);
    }
    return flaggedAfter([...flags], 'overpaid', takenBefore);
  },
});

interface Received {
  sale: Sale;
  /** The id of the payment. */
  id: number;
  amountMinor: number;
  /** How much of it was for a sale that does not exist, in minor units. */
  movedMinor: number;
}

/**
 * Returns what each sale gets, by its id. The part of a sale that does not exist goes to the last of the others, where
 * it is in view: as paid, or as due back. Two parts for one sale are one payment.
 */
async function receivedBySales(
  tx: MutationTx,
  parts: v.InferOutput<typeof newCustomerPaymentSchema>['parts'],
): Promise<ReadonlyMap<number, Received>> {
  const received = new Map<number, Received>();
  let lostMinor = 0;
  for (const { id, amountMinor, ...which } of parts) {
    const sale = await saleNamed(tx, which);
    const before = sale && received.get(sale.id);
    if (sale === undefined) lostMinor += amountMinor;
    else if (before) before.amountMinor += amountMinor;
    else received.set(sale.id, { sale, id, amountMinor, movedMinor: 0 });
  }
  const last = [...received.values()].at(-1);
  if (last) {
    last.amountMinor += lostMinor;
    last.movedMinor = lostMinor;
  }
  return received;
}
