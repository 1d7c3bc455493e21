import type { Sale } from '../../domain/sales/sale.ts';
import type { TimeRange } from '../../domain/time.ts';
import { laterMoneyPrefix } from '../replica/row-counts.ts';
import type { ShopTables } from './database/schema.ts';

/** Sorts after every digit of an id. */
const END = '\uffff';

/**
 * Returns the sales for which money came or went in a range of time, after they were rung up. It may also return sales
 * of the rest of the first and the last day.
 */
export async function salesWithLaterMoney(
  { tables }: { readonly tables: ShopTables },
  { fromMs, toMs }: TimeRange,
): Promise<Sale[]> {
  const found = await tables.rowCounts
    .where('key')
    .between(laterMoneyPrefix(fromMs), laterMoneyPrefix(toMs - 1) + END)
    .toArray();
  const ids = new Set(
    found.filter(({ count }) => count > 0).map(({ key }) => Number(key.slice(key.lastIndexOf('.') + 1))),
  );
  const sales = await tables.rows.sale.bulkGet([...ids]);
  return sales.filter((sale) => sale !== undefined);
}
