import type { Customer } from '../../domain/people/customer.ts';
import { MONEY_FLAGS, type Sale } from '../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../domain/sales/sale-payment.ts';
import { unpaidSales } from './live-reads.ts';
import type { ShopTables } from './database/schema.ts';

/* Reads of customers and their purchases, for screens. In a file of their own: Home's first load does without them. */

type Shop = { readonly tables: ShopTables };

export const customerById = ({ tables }: Shop, id: number): Promise<Customer | undefined> =>
  tables.rows.customer.get(id);

/** In the order of the ids, without those that are not there. */
export async function customersByIds({ tables }: Shop, ids: readonly number[]): Promise<Customer[]> {
  return (await tables.rows.customer.bulkGet([...ids])).filter((customer) => customer !== undefined);
}

/** Sales to somebody by name that something is owed for: unpaid, or too much of the money was given back (G23, M6). */
export async function owedSales(shop: Shop): Promise<Sale[]> {
  const odd = await shop.tables.rows.sale.where('flags').anyOf(MONEY_FLAGS).distinct().toArray();
  const sales = new Map([...(await unpaidSales(shop)), ...odd].map((sale) => [sale.id, sale]));
  return [...sales.values()].filter((sale) => sale.customerId !== null && saleBalanceMinor(sale) > 0);
}

/** All that a customer bought, oldest first (R-CUST-27, G23). */
export const salesOfCustomer = ({ tables }: Shop, customerId: number): Promise<Sale[]> =>
  tables.rows.sale.where('[customerId+createdAtMs+id]').between([customerId], [customerId, []]).toArray();
