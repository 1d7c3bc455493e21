import { isInCurrency } from '../../../domain/sales/in-currency.ts';
import { sumOfSales } from '../../../domain/sales/day-sum.ts';
import { formatShortMoney } from '../../../domain/money.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { dayKey, dayStartMs, daysRange } from '../../../domain/time.ts';
import { readDaySums } from '../../../sync/store/sums/day-sums.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { unpaidSales } from '../../../sync/store/live-reads.ts';
import type { SearchIndex } from '../../../sync/store/search/search-index.ts';
import { daySumText, otherCurrencyText } from '../../parts/sale/sold-words.ts';
import { findSales, type SalesPlace } from './use-sales-page.ts';

/** A day of the list; of a search, those of its sales that are just what was typed, or the others. */
export interface Section {
  day: string;
  isExact: boolean;
}

export const sectionKey = ({ day, isExact }: Section): string => `${isExact ? 'exact' : 'other'} ${day}`;

export interface FiguresWish {
  sections: readonly Section[];
  place: Pick<SalesPlace, 'shown' | 'query' | 'zone'>;
  currency: string;
  /** Time from which this device has all sales; null if it has all sales there are. */
  sinceMs: number | null;
}

type Device = { shop: ShopDatabase; search: SearchIndex };

/** Returns the figures for the headings of these sections, by `sectionKey` (R-SLIST-01 to R-SLIST-07). */
export async function readFigures(device: Device, wish: FiguresWish): Promise<Map<string, string>> {
  const { sections, place, currency, sinceMs } = wish;
  if (place.shown === 'unpaid') return await unpaidFigures(device, wish);
  if (place.query !== '') return await foundFigures(device, wish);
  const days = sections.map(({ day }) => day);
  const sums = await readDaySums(device.shop, days, { zone: place.zone, currency });
  const isWhole = (day: string) => sinceMs === null || dayStartMs(day, place.zone) >= sinceMs;
  return new Map(
    [...sums].map(([day, sum]) => [sectionKey({ day, isExact: false }), daySumText(sum, currency, isWhole(day))]),
  );
}

async function foundFigures({ shop, search }: Device, { sections, place, currency }: FiguresWish) {
  const texts = new Map<string, string>();
  const ranges = sections.map(({ day }) => daysRange(day, day, place.zone));
  const hits = await search.salesWithin(place.query, ranges);
  for (const [at, section] of sections.entries()) {
    const ids = section.isExact ? hits[at]?.exactIds : hits[at]?.otherIds;
    const found = await shop.tables.rows.sale.bulkGet(ids ?? []);
    const sales = found.filter((sale) => sale !== undefined);
    const { totalMinor } = sumOfSales(sales, currency);
    texts.set(sectionKey(section), countedText(sales, currency, 'found', formatShortMoney(totalMinor, currency)));
  }
  return texts;
}

async function unpaidFigures({ shop }: Device, { sections, place, currency }: FiguresWish) {
  const { rows, exactCount } = findSales(await unpaidSales(shop), place.query, place.zone);
  const bySection = new Map<string, Sale[]>(sections.map((section) => [sectionKey(section), []]));
  rows.forEach((sale, at) =>
    bySection.get(sectionKey({ day: dayKey(sale.createdAtMs, place.zone), isExact: at < exactCount }))?.push(sale),
  );
  const owed = (sales: readonly Sale[]) =>
    sales.reduce((sum, sale) => sum + (isInCurrency(sale, currency) ? saleBalanceMinor(sale) : 0), 0);
  return new Map(
    [...bySection].map(([key, sales]) => [
      key,
      countedText(sales, currency, 'unpaid', `${formatShortMoney(owed(sales), currency)} owed`),
    ]),
  );
}

/** '3 unpaid · KES 500 owed'. Sales in other currencies are in neither figure, and are counted after them (C-043). */
function countedText(sales: readonly Sale[], currency: string, what: string, amount: string): string {
  const ours = sales.filter((sale) => isInCurrency(sale, currency));
  const others = sales.length - ours.length;
  return [`${ours.length} ${what}`, amount, ...(others > 0 ? [otherCurrencyText(others)] : [])].join(' · ');
}
