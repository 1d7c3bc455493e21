import type { CashCount } from '../../domain/cash-count.ts';
import type { Item } from '../../domain/item.ts';
import type { Purchase } from '../../domain/purchase.ts';
import type { Sale } from '../../domain/sale.ts';
import { createSalesReport, type ReportScope, type SalesReport } from '../../domain/sales-report.ts';
import type { TimeRange } from '../../domain/time.ts';
import { everyRow } from './every-row.ts';
import { salesWithLaterMoney } from './later-money.ts';
import { NEWEST, type ShopTables } from './schema.ts';

/*
 * What reports read of the device's database. A year has tens of thousands of sales: they come a stretch at a time, none
 * of them is kept, and the page answers between the stretches.
 */

type Shop = { readonly tables: ShopTables };

/** null: nobody waits for it any more. */
export async function readSalesReport(
  shop: Shop,
  scope: ReportScope,
  isStopped: () => boolean,
): Promise<SalesReport | null> {
  const maker = createSalesReport(scope);
  for await (const sales of salesMoving(shop, scope.range)) {
    if (isStopped()) return null;
    for (const sale of sales) maker.add(sale);
  }
  return maker.report();
}

/** The sales that were rung up in a range of time, and those of other days that money came or went for in it. */
export async function* salesMoving(shop: Shop, range: TimeRange): AsyncGenerator<Sale[]> {
  yield* everyRow(shop, 'sale', range);
  const later = await salesWithLaterMoney(shop, range);
  yield later.filter(({ createdAtMs }) => createdAtMs < range.fromMs || createdAtMs >= range.toMs);
}

const ROWS_PER_READ = 500;

/** The cost prices of these items, null where there is none; a device of staff has none at all (SYN-13). */
export async function readCosts({ tables }: Shop, itemIds: readonly number[]): Promise<Map<number, number | null>> {
  const costs = new Map<number, number | null>();
  for (let at = 0; at < itemIds.length; at += ROWS_PER_READ)
    for (const item of await tables.rows.item.bulkGet(itemIds.slice(at, at + ROWS_PER_READ)))
      if (item) costs.set(item.id, item.costPriceMinor ?? null);
  return costs;
}

/** Every item and every purchase with a date on some of its goods: what a report on stock looks at. */
export async function readStock(
  shop: Shop,
  isStopped: () => boolean,
): Promise<{ items: Item[]; dated: Purchase[] } | null> {
  const items: Item[] = [];
  const dated: Purchase[] = [];
  for await (const rows of everyRow(shop, 'item')) {
    if (isStopped()) return null;
    items.push(...rows);
  }
  for await (const rows of everyRow(shop, 'purchase')) {
    if (isStopped()) return null;
    dated.push(...rows.filter(({ lines }) => lines.some(({ expiryDate }) => expiryDate !== null)));
  }
  return { items, dated };
}

/** The newest first. */
export const latestCashCounts = ({ tables }: Shop, countMax: number): Promise<CashCount[]> =>
  tables.rows.cashCount.orderBy(NEWEST).reverse().limit(countMax).toArray();
