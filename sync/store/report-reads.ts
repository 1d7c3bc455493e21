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

/** From so many on all items are read by the stretch: each one by its id takes a request of its own. */
const ITEMS_MANY = 500;

/** The cost prices of these items, null where there is none; a device of staff has none at all (SYN-13). */
export async function readCosts(shop: Shop, itemIds: readonly number[]): Promise<Map<number, number | null>> {
  const wanted = new Set(itemIds);
  const costs = new Map<number, number | null>();
  const add = (items: readonly (Item | undefined)[]) => {
    for (const item of items) if (item && wanted.has(item.id)) costs.set(item.id, item.costPriceMinor ?? null);
  };
  if (wanted.size < ITEMS_MANY) add(await shop.tables.rows.item.bulkGet([...wanted]));
  else for await (const items of everyRow(shop, 'item')) add(items);
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
