import type { Sale } from '../../domain/sales/sale.ts';
import type { TimeRange } from '../../domain/time.ts';
import { laterMoneyTally } from '../replica/tally.ts';
import type { ShopTables } from './database/schema.ts';

/** After every digit of an id. */
const END = '\uffff';

/** The sales for which money came or went in a range of time, but not as they were rung up; some more of its days' ends. */
export async function salesWithLaterMoney(
  { tables }: { readonly tables: ShopTables },
  { fromMs, toMs }: TimeRange,
): Promise<Sale[]> {
  const found = await tables.tally
    .where('key')
    .between(laterMoneyTally(fromMs), laterMoneyTally(toMs - 1) + END)
    .toArray();
  const ids = new Set(
    found.filter(({ count }) => count > 0).map(({ key }) => Number(key.slice(key.lastIndexOf('.') + 1))),
  );
  const sales = await tables.rows.sale.bulkGet([...ids]);
  return sales.filter((sale) => sale !== undefined);
}
