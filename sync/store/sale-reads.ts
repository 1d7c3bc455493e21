import { paymentMethodNameKey } from '../../domain/payment-method.ts';
import type { Sale } from '../../domain/sale.ts';
import { salePayments, transactionKey } from '../../domain/sale-payment.ts';
import { OF_STATUS, type ShopTables } from './schema.ts';

/*
 * What the screens that take money read besides. Apart from live-reads.ts, which is in home's first load: the rules of
 * payment methods would come along.
 */

type Shop = { readonly tables: ShopTables };

/** One transfer, as a person types it in. */
export interface TypedTransaction {
  id: string;
  methodName: string;
}

/** Whether money for this sale came by this transfer. */
export const bearsTransaction = (sale: Sale, { id, methodName }: TypedTransaction): boolean =>
  salePayments(sale).some(
    ({ transactionId, paymentMethodName }) =>
      transactionId !== null &&
      transactionKey(transactionId) === transactionKey(id) &&
      paymentMethodNameKey(paymentMethodName ?? '') === paymentMethodNameKey(methodName),
  );

/**
 * What is paid later stands in the sale's payments, which no index reaches: the newest are looked through, for one
 * transfer is taken for two sales within days.
 */
const LOOKED_THROUGH = 500;

/** A completed sale that bears this transaction ID, paid by a method of this name, when it was rung up or later (C-049). */
export async function saleWithTransactionId(
  { tables }: Shop,
  transaction: TypedTransaction,
): Promise<Sale | undefined> {
  const isIt = (sale: Sale) => sale.status === 'completed' && bearsTransaction(sale, transaction);
  const paidAtOnce = tables.rows.sale.where('transactionId').equalsIgnoreCase(transaction.id.trim());
  const completed = tables.rows.sale.where(OF_STATUS).between(['completed'], ['completed', []]).reverse();
  return (await paidAtOnce.filter(isIt).first()) ?? (await completed.limit(LOOKED_THROUGH).toArray()).find(isIt);
}
