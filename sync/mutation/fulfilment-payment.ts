import type { ActTime } from '../../domain/act-time.ts';
import type { NewFulfilment } from '../../domain/sales/fulfilment.ts';
import type { SaleFlag } from '../../domain/sales/sale.ts';
import { salePayments } from '../../domain/sales/sale-payment.ts';
import { type MutationContext, type MutationTx, timeOfAct } from './mutation.ts';
import { addPayment } from './sale-payment.ts';

/**
 * Adds the payment of a fulfilment that made no sale to the sale that stands (decisions/0063). Two fulfilments that
 * both say 'paid' speak of the same money, so nothing is added to a sale that was paid when it was made. Returns the
 * flags of the payment.
 * @param standsId the sale that stands
 * @param seller the context of the person who took the money
 */
export async function keepPayment(
  tx: MutationTx,
  standsId: number,
  fulfilment: NewFulfilment,
  seller: MutationContext,
): Promise<SaleFlag[]> {
  const sale = await tx.get('sale', standsId);
  if (fulfilment.status !== 'completed' || !sale) return [];
  // Such a payment has the id of the sale that was not made. A device that replays its act may find its own payment.
  if (salePayments(sale).some(({ id }) => id === sale.id || id === fulfilment.saleId)) return [];
  const { saleId: id, paymentMethodId, paymentMethodName, transactionId } = fulfilment;
  const payment = { id, amountMinor: sale.finalMinor, paymentMethodId, paymentMethodName, transactionId };
  const by = { byUserId: seller.actor.userId, ...timeOfFulfilment(fulfilment, seller) };
  return await addPayment(tx, sale, { ...payment, ...by }, seller);
}

/** Returns the time when the goods left, which is the time of the fulfilment's sale. */
export const timeOfFulfilment = ({ createdAtMs }: NewFulfilment, seller: MutationContext): ActTime =>
  createdAtMs === null ? timeOfAct(seller) : seller.timeOf(createdAtMs);
