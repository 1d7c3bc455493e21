import type { Customer } from '../../domain/people/customer.ts';
import { MONEY_FLAGS, type Sale } from '../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../domain/sales/sale-payment.ts';
import { unpaidSales } from './live-reads.ts';
import type { ShopTables } from './database/schema.ts';

/*
 * Reads of customers and their purchases, for screens. They have a file of their own because Home's first load does not
 * need them.
 */

type Shop = { readonly tables: ShopTables };

export const customerById = ({ tables }: Shop, id: number): Promise<Customer | undefined> =>
  tables.rows.customer.get(id);

/** Returns the customers in the order of the ids, without those that do not exist. */
export async function customersByIds({ tables }: Shop, ids: readonly number[]): Promise<Customer[]> {
  return (await tables.rows.customer.bulkGet([...ids])).filter((customer) => customer !== undefined);
}

/**
 * Returns the sales to a named customer with a positive balance: unpaid ones, and ones of which too much money was
 * given back (G23, M6).
 */
export async function owedSales(shop: Shop): Promise<Sale[]> {
  const odd = await shop.tables.rows.sale.where('flags').anyOf(MONEY_FLAGS).distinct().toArray();
  const sales = new Map([...(await unpaidSales(shop)), ...odd].map((sale) => [sale.id, sale]));
  return [...sales.values()].filter((sale) => sale.customerId !== null && saleBalanceMinor(sale) > 0);
}

/** Returns all sales to a customer, oldest first (R-CUST-27, G23). */
export const salesOfCustomer = ({ tables }: Shop, customerId: number): Promise<Sale[]> =>
  tables.rows.sale.where('[customerId+createdAtMs+id]').between([customerId], [customerId, []]).toArray();
