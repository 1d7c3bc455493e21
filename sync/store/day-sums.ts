import { type DaySum, sumOfSales } from '../../domain/day-sum.ts';
import { daysRange } from '../../domain/time.ts';
import { everyRow } from './every-row.ts';
import type { ShopTables } from './schema.ts';
import { salesMadeFor } from './summaries.ts';

/**
 * What was sold on each of a few days, by their keys: from the sums that are kept of whole days (decisions/0033), and from
 * the day's own rows where there is none, as on a day that is being sold in.
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
