import type { Sale } from '../../../domain/sale.ts';
import { SALES_PER_PAGE } from '../../../domain/sale.ts';
import { unpaidSales } from '../../../sync/store/live-reads.ts';
import { pageOfFound, type ShownPage, useListPage } from '../../state/list-page.ts';
import { useLive } from '../../state/replica.tsx';

/** Which sales a person looks at; in the address, as the search is. */
export type SalesShown = 'all' | 'unpaid';

/** A page of all sales, or of those that wait for money, newest first; undefined until the first read. */
export function useSalesPage(shown: SalesShown, query: string, page: number): ShownPage<Sale> | undefined {
  const all = useListPage('sale', { query, page, rowsPerPage: SALES_PER_PAGE });
  const unpaid = useLive(
    async (database) => {
      if (shown === 'all') return undefined;
      // They are few, and the search is the same: by id, number and customer (R-SALE-24 to R-SALE-26).
      const found = (await unpaidSales(database)).filter((sale) => matches(sale, query));
      return await pageOfFound(database, 'sale', found, { page, rowsPerPage: SALES_PER_PAGE });
    },
    [shown, query, page],
  );
  return shown === 'all' ? all : unpaid;
}

function matches({ id, saleNumber, customerName }: Sale, query: string): boolean {
  const wanted = query.toLowerCase();
  return [String(id), saleNumber, customerName ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
