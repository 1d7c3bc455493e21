import type { Sale } from '../../../domain/sales/sale.ts';
import { hasWords } from '../../../domain/text/search-text.ts';
import { indexedText } from '../../../sync/store/search/search-text.ts';
import { isExactly, readSaleQuery, saleQueryOf, saleSearchFields } from '../../../domain/sales/sale-search.ts';
import { daysRange } from '../../../domain/time.ts';
import { unpaidSales } from '../../../sync/store/live-reads.ts';
import { cutPage, salesAround } from '../../../sync/store/sales-around.ts';
import { readListPage, type ShownPage, sortedFound, useListVersion, useShownRows } from '../../state/list-page.ts';
import { useReplica } from '../../state/replica.tsx';
import type { ListSort } from '../../ui/list/list-location.ts';

/** The part of the list of sales: all or unpaid. It is in the address, like the search. */
export type SalesShown = 'all' | 'unpaid';

export interface SalesPlace {
  shown: SalesShown;
  query: string;
  page: number;
  rowsPerPage: number;
  /** Null for newest first. */
  sort: ListSort | null;
  /** The day at which the list begins. */
  dayKey: string | null;
  /** True until another page is chosen. */
  isAtDay: boolean;
  zone: string;
}

/** Returns a page of all sales or of the unpaid ones, newest first or sorted; undefined until the first read. */
export function useSalesPage(place: SalesPlace): ShownPage<Sale> | undefined {
  const { shown, query, page, rowsPerPage, sort, dayKey, isAtDay, zone } = place;
  const asked = dayKey !== null && isAtDay ? null : page;
  const beforeMs = dayKey === null ? Infinity : daysRange(dayKey, dayKey, zone).toMs;
  const { search } = useReplica();
  const plain = shown === 'all' && dayKey === null ? { query, page, rowsPerPage, sort } : null;
  const isPlain = plain !== null;
  const version = useListVersion('sale', plain);
  const read = useShownRows<'sale', Omit<ShownPage<Sale>, 'syncById'> & { isPlain: boolean }>(
    'sale',
    async (shop) => {
      if (plain !== null) return { ...(await readListPage(shop, search, 'sale', plain)), isPlain };
      if (shown === 'all') {
        const around = await salesAround(shop, { beforeMs, page: asked, size: rowsPerPage });
        return { ...around, exactCount: 0, isPlain };
      }
      const found = findSales(await unpaidSales(shop), query, zone);
      const rows = sort === null ? found.rows : await sortedFound('sale', found.rows, sort);
      const firstAt = rows.findIndex(({ createdAtMs }) => createdAtMs < beforeMs);
      const total = rows.length;
      const cut = cutPage({ total, firstAt: firstAt < 0 ? total : firstAt, size: rowsPerPage }, asked);
      return { ...cut, total, exactCount: found.exactCount, rows: rows.slice(cut.from, cut.to), isPlain };
    },
    [isPlain, shown, query, page, asked, rowsPerPage, sort?.by, sort?.isDescending, beforeMs, zone, version],
  );
  // The part that was shown before is not shown under another name.
  return read?.isPlain === isPlain ? read : undefined;
}

/** Searches the unpaid sales one by one, because they are few. */
export function findSales(sales: readonly Sale[], typed: string, zone: string): { rows: Sale[]; exactCount: number } {
  const text = saleQueryOf(typed);
  if (text === '') return { rows: [...sales], exactCount: 0 };
  const newest = sales[0]?.createdAtMs ?? 0;
  const query = readSaleQuery(text, zone, { fromMs: sales.at(-1)?.createdAtMs ?? 0, toMs: newest + 1 });
  const exact: Sale[] = [];
  const others: Sale[] = [];
  for (const sale of sales) {
    const searched = {
      ...{ createdAtMs: sale.createdAtMs, amountMinor: sale.finalMinor, text: indexedText(saleSearchFields(sale)) },
    };
    if (isExactly(searched, query)) exact.push(sale);
    else if (hasWords(searched.text, text)) others.push(sale);
  }
  return { rows: [...exact, ...others], exactCount: exact.length };
}
