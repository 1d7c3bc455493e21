import { SegmentedControl } from '@mantine/core';
import { listStateOf } from '../../app/list-state.ts';
import { OlderRecords } from '../../app/older-records.tsx';
import { paths } from '../../app/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useShop } from '../../state/shop.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { useListLocation, useListPart } from '../../ui/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SaleCard } from './sale-card.tsx';
import { type SalesShown, useSalesPage } from './use-sales-page.ts';

/** /sales and /receipts (R-SALE-01 to R-SALE-28, C-033). */
export function SalesList() {
  usePageTitle('Sales');
  const { query, page, setPage } = useListLocation();
  const [shown, setShown] = useListPart(['all', 'unpaid']);
  const list = useSalesPage(shown, query, page);
  const state = listStateOf(list, useFirstLoad());
  const shop = useShop();
  return (
    <Screen>
      <SegmentedControl aria-label="Show" data={SHOWN} value={shown} onChange={setShown} />
      <CardList
        label="Sales"
        state={state}
        loadingText="Loading sales..."
        empty={{
          title: 'No sales found',
          hint: hintOf(shown, query),
        }}
        rowKey={(sale) => sale.id}
        renderRow={(sale) => <SaleCard sale={sale} shop={shop} sync={list?.syncById.get(sale.id) ?? null} />}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      {list !== undefined && shown === 'all' && list.page >= list.pageCount && <OlderRecords table="sale" />}
      <AddLink to={paths.newSale}>New Sale</AddLink>
    </Screen>
  );
}

const SHOWN: { value: SalesShown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unpaid', label: 'Unpaid' },
];

/** R-SALE-19, R-SALE-20. */
function hintOf(shown: SalesShown, query: string): string {
  if (query !== '') return 'Try a different search term';
  return shown === 'all' ? 'Get started by adding your first sale' : 'Every sale is paid';
}
