import { paymentMethodNameKey } from '../../domain/sales/payment-method.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { salePayments, transactionKey } from '../../domain/sales/sale-payment.ts';
import { OF_STATUS, type ShopTables } from './database/schema.ts';

/*
 * Further reads of the screens that take money. Apart from live-reads.ts, which Home loads first: these would bring the
 * rules of payment methods along.
 */

type Shop = { readonly tables: ShopTables };

/** One transfer, as a person types it in. */
export interface TypedTransaction {
  id: string;
  methodName: string;
}

/** True when this transfer paid for the sale. */
export const bearsTransaction = (sale: Sale, { id, methodName }: TypedTransaction): boolean =>
  salePayments(sale).some(
    ({ transactionId, paymentMethodName }) =>
      transactionId !== null &&
      transactionKey(transactionId) === transactionKey(id) &&
      paymentMethodNameKey(paymentMethodName ?? '') === paymentMethodNameKey(methodName),
  );

/**
 * No index reaches later payments of a sale. So the newest sales are scanned: when one transfer is taken for two sales,
 * it happens within days.
 */
const LOOKED_THROUGH = 500;

/**
 * A completed sale that bears this transaction ID, paid by a method of this name, when it was rung up or later (C-049).
 */
export async function saleWithTransactionId(
  { tables }: Shop,
  transaction: TypedTransaction,
): Promise<Sale | undefined> {
  const isIt = (sale: Sale) => sale.status === 'completed' && bearsTransaction(sale, transaction);
  const paidAtOnce = tables.rows.sale.where('transactionId').equalsIgnoreCase(transaction.id.trim());
  const completed = tables.rows.sale.where(OF_STATUS).between(['completed'], ['completed', []]).reverse();
  return (await paidAtOnce.filter(isIt).first()) ?? (await completed.limit(LOOKED_THROUGH).toArray()).find(isIt);
}
