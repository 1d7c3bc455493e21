import { type DaySum, sumOfSales } from '../../../domain/sales/day-sum.ts';
import { daysRange } from '../../../domain/time.ts';
import { everyRow } from '../every-row.ts';
import type { ShopTables } from '../database/schema.ts';
import { salesMadeFor } from './summaries.ts';

/**
 * Returns the sums of sales of a few days, by day key. It uses the stored sums of whole days (decisions/0033), or the
 * day's rows if there is no sum yet, as for today.
 */
export async function readDaySums(
  shop: { readonly tables: ShopTables },
  days: readonly string[],
  place: { zone: string; currency: string },
): Promise<Map<string, DaySum>> {
  const read = days.map(async (key): Promise<[string, DaySum]> => {
    const { fromMs, toMs } = daysRange(key, key, place.zone);
    const kept = await shop.tables.summary.get(['sales', fromMs, toMs]);
    if (kept?.kind === 'sales' && kept.part !== null && kept.madeFor === salesMadeFor(place)) {
      const { saleCount, totalMinor, unpaidMinor, otherCurrencyCount } = kept.part;
      return [key, { saleCount, totalMinor, unpaidMinor, otherCurrencyCount }];
    }
    const sales = [];
    for await (const rows of everyRow(shop, 'sale', { fromMs, toMs })) sales.push(...rows);
    return [key, sumOfSales(sales, place.currency)];
  });
  return new Map(await Promise.all(read));
}
