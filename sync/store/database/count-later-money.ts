import type { Transaction } from 'dexie';
import type { Sale } from '../../../domain/sales/sale.ts';
import { laterMoneyKeys } from '../../replica/row-counts.ts';
import type { RowCount } from './schema.ts';

const ROWS_PER_READ = 500;

/**
 * Counts the sales with later money once, while an older database is upgraded: builds before schema 7 did not count
 * them.
 */
export async function countLaterMoney(upgrade: Transaction): Promise<void> {
  const [sales, rowCounts] = [upgrade.table<Sale, number>('sale'), upgrade.table<RowCount, string>('tally')];
  for (let after = 0; ;) {
    const rows = await sales.where(':id').above(after).limit(ROWS_PER_READ).toArray();
    const last = rows.at(-1);
    if (!last) return;
    const keys = rows.flatMap(laterMoneyKeys);
    if (keys.length > 0) await rowCounts.bulkPut(keys.map((key) => ({ key, count: 1 })));
    after = last.id;
  }
}
