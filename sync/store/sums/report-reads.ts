import type { CashCount } from '../../../domain/sales/cash-count.ts';
import type { Item } from '../../../domain/items/item.ts';
import type { Purchase } from '../../../domain/items/purchase.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { otherItemsInOrder } from '../../../domain/items/other-item.ts';
import {
  countAsOne,
  createSalesReport,
  type ItemTakings,
  partOfReport,
  type ReportPart,
  type ReportScope,
  type SalesReport,
} from '../../../domain/sales/sales-report.ts';
import type { TimeRange } from '../../../domain/time.ts';
import { everyRow } from '../every-row.ts';
import { salesWithLaterMoney } from '../later-money.ts';
import { everyOtherItem } from '../live-reads.ts';
import { NEWEST, type ShopTables } from '../database/schema.ts';
import { COSTS_KEY, COSTS_MADE_FOR, salesMadeFor, type SalesSummary } from './summaries.ts';

/*
 * Reads for reports. A year has tens of thousands of sales, so they are read in batches. No batch stays in memory, and
 * the page stays responsive between batches.
 */

type Shop = { readonly tables: ShopTables };

/** Returns the report; null if it was stopped. */
export async function readSalesReport(
  shop: Shop,
  scope: ReportScope,
  isStopped: () => boolean,
): Promise<SalesReport | null> {
  const maker = createSalesReport(scope);
  const { fromMs, toMs } = scope.range;
  let doneMs = fromMs;
  // Ranges that no summary covers are summed from the rows.
  const addRowsUntil = async (untilMs: number): Promise<boolean> => {
    if (untilMs <= doneMs) return true;
    const part = await readPart(shop, { ...scope, range: { fromMs: doneMs, toMs: untilMs } }, isStopped);
    if (part) maker.addPart(part);
    return part !== null;
  };
  for await (const summaries of everySummary(shop, scope)) {
    for (const summary of summaries) {
      if (summary.part === null || summary.fromMs < doneMs || summary.toMs > toMs) continue;
      if (!(await addRowsUntil(summary.fromMs))) return null;
      maker.addPart(summary.part);
      doneMs = summary.toMs;
    }
    if (isStopped()) return null;
  }
  if (!(await addRowsUntil(toMs))) return null;
  const report = maker.report();
  return { ...report, items: await withOneOther(shop, report.items) };
}

/** Sums everything sold as 'Other' into one line under that name, whichever device created the item (R-CTR-09). */
async function withOneOther(shop: Shop, items: readonly ItemTakings[]): Promise<ItemTakings[]> {
  const all = await everyOtherItem(shop);
  const onSale = otherItemsInOrder(all);
  return countAsOne(items, [...onSale, ...all.filter((item) => !onSale.includes(item))]);
}

/** Enough summaries for a month, and few enough for one task of the page. */
const SUMMARIES_PER_READ = 62;

/** Yields the summaries that begin within a range of time, oldest first, in batches. */
async function* everySummary({ tables }: Shop, scope: ReportScope): AsyncGenerator<SalesSummary[]> {
  const madeFor = salesMadeFor(scope);
  for (let after = [scope.range.fromMs]; ;) {
    const rest = tables.summary.where(':id').between(['sales', ...after], ['sales', scope.range.toMs], false);
    const summaries = await rest.limit(SUMMARIES_PER_READ).toArray();
    const last = summaries.at(-1);
    if (!last) return;
    yield summaries.filter((summary) => summary.kind === 'sales' && summary.madeFor === madeFor) as SalesSummary[];
    after = [last.fromMs, last.toMs];
  }
}

/** Returns the part of a longer report that covers this range of time, from the rows; null if it was stopped. */
export async function readPart(shop: Shop, scope: ReportScope, isStopped: () => boolean): Promise<ReportPart | null> {
  const maker = createSalesReport(scope);
  for await (const sales of salesMoving(shop, scope.range)) {
    if (isStopped()) return null;
    for (const sale of sales) maker.add(sale);
  }
  return partOfReport(maker.report(), scope.range.fromMs);
}

/**
 * Yields the sales that were rung up in a range of time, and sales of other days for which money came or went in that
 * range.
 */
export async function* salesMoving(shop: Shop, range: TimeRange): AsyncGenerator<Sale[]> {
  yield* everyRow(shop, 'sale', range);
  const later = await salesWithLaterMoney(shop, range);
  yield later.filter(({ createdAtMs }) => createdAtMs < range.fromMs || createdAtMs >= range.toMs);
}

/** From this number on, all items are read in batches, because each item read by its id needs a request of its own. */
const ITEMS_MANY = 500;

/**
 * Returns the cost prices of these items, null if an item has none. A device of staff has no cost prices at all
 * (SYN-13).
 */
export async function readCosts(shop: Shop, itemIds: readonly number[]): Promise<Map<number, number | null>> {
  const wanted = new Set(itemIds);
  const costs = new Map<number, number | null>();
  const kept = wanted.size < ITEMS_MANY ? undefined : await shop.tables.summary.get(COSTS_KEY);
  if (kept?.kind === 'costs' && kept.costs !== null && kept.madeFor === COSTS_MADE_FOR) {
    const { costsMinor } = kept.costs;
    kept.costs.itemIds.forEach((id, at) => {
      const costMinor = costsMinor[at] ?? Number.NaN;
      if (wanted.has(id)) costs.set(id, Number.isNaN(costMinor) ? null : costMinor);
    });
    return costs;
  }
  const add = (items: readonly (Item | undefined)[]) => {
    for (const item of items) if (item && wanted.has(item.id)) costs.set(item.id, item.costPriceMinor ?? null);
  };
  if (wanted.size < ITEMS_MANY) add(await shop.tables.rows.item.bulkGet([...wanted]));
  else for await (const items of everyRow(shop, 'item')) add(items);
  return costs;
}

/**
 * Returns every item, and every purchase with an expiry date on some of its goods, for a report on stock; null if it
 * was stopped.
 */
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

/** Returns the latest cash counts, newest first. */
export const latestCashCounts = ({ tables }: Shop, countMax: number): Promise<CashCount[]> =>
  tables.rows.cashCount.orderBy(NEWEST).reverse().limit(countMax).toArray();
