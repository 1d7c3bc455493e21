import { paymentMethodNameKey } from '../../domain/payment-method.ts';
import type { Sale } from '../../domain/sale.ts';
import type { ShopTables } from './schema.ts';

/*
 * What the screens that take money read besides. Apart from live-reads.ts, which is in home's first load: the rules of
 * payment methods would come along.
 */

type Shop = { readonly tables: ShopTables };

/** A completed sale that bears this transaction ID, paid by a method of this name (C-049). */
export async function saleWithTransactionId(
  { tables }: Shop,
  transactionId: string,
  methodName: string,
): Promise<Sale | undefined> {
  return await tables.rows.sale
    .where('transactionId')
    .equalsIgnoreCase(transactionId.trim())
    .filter(
      (sale) =>
        sale.status === 'completed' &&
        paymentMethodNameKey(sale.paymentMethodName ?? '') === paymentMethodNameKey(methodName),
    )
    .first();
}
