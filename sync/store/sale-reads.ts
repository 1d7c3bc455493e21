import { paymentMethodNameKey } from '../../domain/sales/payment-method.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { salePayments, transactionKey } from '../../domain/sales/sale-payment.ts';
import { OF_STATUS, type ShopTables } from './database/schema.ts';

/*
 * Further reads of the screens that take money. They are not in live-reads.ts, which Home loads first, because they
 * would load the rules of payment methods too.
 */

type Shop = { readonly tables: ShopTables };

/** One transfer, as a person typed it. */
export interface TypedTransaction {
  id: string;
  methodName: string;
}

/** True if this transfer paid for the sale. */
export const bearsTransaction = (sale: Sale, { id, methodName }: TypedTransaction): boolean =>
  salePayments(sale).some(
    ({ transactionId, paymentMethodName }) =>
      transactionId !== null &&
      transactionKey(transactionId) === transactionKey(id) &&
      paymentMethodNameKey(paymentMethodName ?? '') === paymentMethodNameKey(methodName),
  );

/**
 * No index covers later payments of a sale, so the newest sales are scanned. If one transfer is used for two sales,
 * that happens within days.
 */
const LOOKED_THROUGH = 500;

/**
 * Returns a sale that was paid with this transaction ID by a method of this name, when it was rung up or later, wholly
 * or in part (C-049). A cancelled sale does not count: its transfer may pay for the next one, which only the server
 * flags.
 */
export async function saleWithTransactionId(
  { tables }: Shop,
  transaction: TypedTransaction,
): Promise<Sale | undefined> {
  const isIt = (sale: Sale) => sale.status !== 'cancelled' && bearsTransaction(sale, transaction);
  const paidAtOnce = tables.rows.sale.where('transactionId').equalsIgnoreCase(transaction.id.trim());
  const newestOf = (status: 'completed' | 'pending') =>
    tables.rows.sale.where(OF_STATUS).between([status], [status, []]).reverse().limit(LOOKED_THROUGH).toArray();
  const [first, completed, pending] = await Promise.all([
    paidAtOnce.filter(isIt).first(),
    newestOf('completed'),
    newestOf('pending'),
  ]);
  return first ?? completed.find(isIt) ?? pending.find(isIt);
}
