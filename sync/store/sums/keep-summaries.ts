import { REPORT_DAYS_MAX } from '../../../domain/sales/report-period.ts';
import { dayKeysOf, daysRange, type TimeRange } from '../../../domain/time.ts';
import { DAY_MS } from '../../../domain/zone-offset.ts';
import { everyRow } from '../every-row.ts';
import { readPart } from './report-reads.ts';
import { NEWEST, type ShopTables } from '../database/schema.ts';
import {
  COSTS_KEY,
  type CostsSummary,
  COSTS_MADE_FOR,
  salesMadeFor,
  type SalesSummary,
  STRETCH_MS_MAX,
  type Summary,
  type SummaryKey,
} from './summaries.ts';

/*
 * Makes the missing summaries in the background. First a mark is stored in the place of a summary. Then the rows are
 * read, slowly and without a lock. Then the summary replaces its own mark, if the mark is still there: a transaction
 * that changed one of the rows meanwhile has deleted the mark, as it would have deleted the summary (`summaries.ts`).
 * So several browser pages may do this at the same time.
 */

type Shop = { readonly tables: ShopTables };

/**
 * Reading a day's sales takes a few milliseconds, but a mark and its summary need a transaction each. So several days
 * share one.
 */
const DAYS_AT_ONCE = 16;

export interface KeepingWish {
  zone: string;
  currency: string;
  /** Resolves when there is time for a few milliseconds of work. */
  rest: () => Promise<void>;
  isStopped: () => boolean;
}

/** Makes the missing summaries, newest first. Resolves when all exist that no transaction deleted meanwhile. */
export async function keepSummaries(shop: Shop, wish: KeepingWish): Promise<void> {
  const { isStopped } = wish;
  if (!(await hasCosts(shop))) await keepCosts(shop, wish);
  const missing = await missingDays(shop, wish);
  for (let at = 0; at < missing.length && !isStopped(); at += DAYS_AT_ONCE)
    await keepDays(shop, missing.slice(at, at + DAYS_AT_ONCE), wish);
}

const hasCosts = async ({ tables }: Shop): Promise<boolean> =>
  (await tables.summary.where('madeFor').equals(COSTS_MADE_FOR).count()) > 0;

/**
 * Returns the days without a summary, from the newest sale's day to the oldest sale's. There are at most as many as a
 * report can ask for, also if a wrong clock dated a sale.
 */
async function missingDays({ tables }: Shop, { zone, currency }: KeepingWish): Promise<TimeRange[]> {
  const bySale = () => tables.rows.sale.orderBy(NEWEST);
  const [oldest, newest] = [await bySale().first(), await bySale().last()];
  if (!oldest || !newest) return [];
  const made = await tables.summary.where('madeFor').equals(salesMadeFor({ zone, currency })).primaryKeys();
  const there = new Set(made.map(([, fromMs, toMs]) => `${fromMs}-${toMs}`));
  const sinceMs = Math.max(oldest.createdAtMs, newest.createdAtMs - REPORT_DAYS_MAX * DAY_MS);
  return dayKeysOf({ fromMs: sinceMs, toMs: newest.createdAtMs + 1 }, zone)
    .map((key) => daysRange(key, key, zone))
    .filter(({ fromMs, toMs }) => !there.has(`${fromMs}-${toMs}`) && toMs > fromMs && toMs - fromMs <= STRETCH_MS_MAX)
    .reverse();
}

async function keepDays(shop: Shop, days: readonly TimeRange[], wish: KeepingWish): Promise<void> {
  const { zone, currency, rest, isStopped } = wish;
  const maker = crypto.randomUUID();
  const marks = days.map((day): SalesSummary => ({
    ...{ kind: 'sales', fromMs: day.fromMs, toMs: day.toMs, maker, madeFor: null, part: null },
  }));
  await shop.tables.summary.bulkPut(marks);
  const made: Summary[] = [];
  for (const mark of marks) {
    await rest();
    const part = await readPart(shop, { range: mark, zone, currency }, isStopped);
    if (part === null) return;
    made.push({ ...mark, madeFor: salesMadeFor(wish), part });
  }
  await putInPlaceOfMarks(shop, made);
}

async function keepCosts(shop: Shop, { rest, isStopped }: KeepingWish): Promise<void> {
  const [kind, fromMs, toMs] = COSTS_KEY;
  const mark: CostsSummary = { kind, fromMs, toMs, maker: crypto.randomUUID(), madeFor: null, costs: null };
  await shop.tables.summary.put(mark);
  const items: [id: number, costMinor: number][] = [];
  for await (const some of everyRow(shop, 'item')) {
    for (const { id, costPriceMinor } of some) items.push([id, costPriceMinor ?? Number.NaN]);
    await rest();
    if (isStopped()) return;
  }
  const costs = {
    itemIds: Float64Array.from(items, ([id]) => id),
    costsMinor: Float64Array.from(items, ([, costMinor]) => costMinor),
  };
  await putInPlaceOfMarks(shop, [{ ...mark, madeFor: COSTS_MADE_FOR, costs }]);
}

async function putInPlaceOfMarks({ tables: { summary } }: Shop, made: readonly Summary[]): Promise<void> {
  const keys = made.map(({ kind, fromMs, toMs }): SummaryKey => [kind, fromMs, toMs]);
  await summary.db.transaction('rw', [summary], async () => {
    const marks = await summary.bulkGet(keys);
    await summary.bulkPut(made.filter(({ maker }, index) => marks[index]?.maker === maker));
  });
}
