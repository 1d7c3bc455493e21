import { CUSTOMERS_PER_PAGE, type Customer } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customersByIds, owedSales } from '../../../sync/store/customer-reads.ts';
import { pageOfFound, type ShownPage, useListPage } from '../../state/list-page.ts';
import { type ListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { useLive, useReplica, useSearchVersion } from '../../state/replica.tsx';

/** The filter of the list. It is in the address, as is the search. */
export type CustomersShown = 'all' | 'owing';

export interface ShownCustomers extends ShownPage<Customer> {
  /** Sales with a balance, by customer. */
  owedSalesById: ReadonlyMap<number, readonly Sale[]>;
}

/** Returns a page of all customers, or of those with a balance (G23), newest first; undefined until the first read. */
export function useCustomersPage(
  shown: CustomersShown,
  { query, page, sort }: { query: string; page: number; sort: ListSort | null },
): ShownCustomers | undefined {
  const rowsPerPage = useRowsPerPage(CUSTOMERS_PER_PAGE);
  const { search } = useReplica();
  const version = useSearchVersion(shown === 'owing' ? 'customer' : null);
  const all = useListPage('customer', { query, page, rowsPerPage, sort });
  const owing = useLive(
    async (shop) => {
      const owedSalesById = await readOwedSalesById(shop);
      if (shown === 'all') return { owedSalesById };
      const customers = await customersByIds(shop, [...owedSalesById.keys()]);
      // The same search as for all customers (R-CUST-03 to R-CUST-06).
      const matching = new Set((await search.page('customer', query, 1, Number.MAX_SAFE_INTEGER)).ids);
      const found = customers.filter(({ id }) => matching.has(id)).sort(newestFirst);
      return {
        owedSalesById,
        ...(await pageOfFound(shop, 'customer', found, { page, rowsPerPage, sort })),
      };
    },
    [shown, query, page, rowsPerPage, sort?.by, sort?.isDescending, version],
  );
  if (owing === undefined) return undefined;
  if ('rows' in owing) return shown === 'owing' ? owing : undefined;
  return shown === 'all' && all !== undefined ? { ...all, ...owing } : undefined;
}

async function readOwedSalesById(shop: ShopDatabase): Promise<Map<number, Sale[]>> {
  const owedSalesById = new Map<number, Sale[]>();
  for (const sale of await owedSales(shop)) {
    if (sale.customerId !== null)
      owedSalesById.set(sale.customerId, [...(owedSalesById.get(sale.customerId) ?? []), sale]);
  }
  return owedSalesById;
}

const newestFirst = (a: Customer, b: Customer): number => b.createdAtMs - a.createdAtMs || b.id - a.id;
