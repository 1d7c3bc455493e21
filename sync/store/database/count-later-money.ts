import type { Transaction } from 'dexie';
import type { Sale } from '../../../domain/sales/sale.ts';
import { laterMoneyKeys } from '../../replica/tally.ts';
import type { Tally } from './schema.ts';

const ROWS_PER_READ = 500;

/**
 * Counts the sales with later money once, while an older database is upgraded: builds before schema 7 did not count
 * them.
 */
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
