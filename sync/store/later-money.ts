import type { Transaction } from 'dexie';
import type { Sale } from '../../domain/sale.ts';
import type { TimeRange } from '../../domain/time.ts';
import { DAY_MS } from '../../domain/zone-offset.ts';
import { laterMoneyKeys, laterMoneyTally } from '../replica/tally.ts';
import type { ShopTables, Tally } from './schema.ts';

/** After every digit of an id. */
const END = '\uffff';

/** The sales for which money came or went in a range of time, but not as they were rung up; some more of its days' ends. */
export async function salesWithLaterMoney(
  { tables }: { readonly tables: ShopTables },
  { fromMs, toMs }: TimeRange,
): Promise<Sale[]> {
  const [first, last] = [Math.floor(fromMs / DAY_MS), Math.floor((toMs - 1) / DAY_MS)];
  const found = await tables.tally
    .where('key')
    .between(laterMoneyTally(first), laterMoneyTally(last) + END)
    .toArray();
  const ids = new Set(
    found.filter(({ count }) => count > 0).map(({ key }) => Number(key.slice(key.lastIndexOf('.') + 1))),
  );
  const sales = await tables.rows.sale.bulkGet([...ids]);
  return sales.filter((sale) => sale !== undefined);
}

const ROWS_PER_READ = 500;

/** A database of a build before schema 7 has not counted them: once, as it is upgraded. */
export async function countLaterMoney(upgrade: Transaction): Promise<void> {
  const [sales, tally] = [upgrade.table<Sale, number>('sale'), upgrade.table<Tally, string>('tally')];
  for (let after = 0; ;) {
    const rows = await sales.where(':id').above(after).limit(ROWS_PER_READ).toArray();
    const last = rows.at(-1);
    if (!last) return;
    const keys = rows.flatMap(laterMoneyKeys);
    if (keys.length > 0) await tally.bulkPut(keys.map((key) => ({ key, count: 1 })));
    after = last.id;
  }
}
