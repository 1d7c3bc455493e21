import { useMemo } from 'react';
import { useArrivingText } from '../../parts/list/arriving.tsx';
import { listStateOf } from '../../parts/list/list-state.ts';
import { OlderRecords } from '../../parts/list/older-records.tsx';
import { paths, purchaseLink } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { useListLocation, useListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { NumberedPager } from '../../ui/list/numbered-pager.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { PurchaseCard } from './purchase-card.tsx';
import { purchaseColumns } from './purchase-columns.tsx';

/** The purchases on one page of the list (R-PUR-02). */
const PURCHASES_PER_PAGE = 8;

/** The list of purchases at /purchases (R-PUR-01 to R-PUR-05). */
export function PurchasesList() {
  usePageTitle('Purchases');
  const { query, page, setPage } = useListLocation();
  const shop = useShop();
  const columns = useMemo(() => purchaseColumns(shop), [shop]);
  const [sort, setSort] = useListSort(columns);
  const list = useListPage('purchase', { query, page, rowsPerPage: useRowsPerPage(PURCHASES_PER_PAGE), sort });
  const isArriving = Boolean(useArrivingText('purchase'));
  const state = listStateOf(list, useFirstLoad());
  return (
    <Screen>
      <StickyHeader backTo={paths.dashboard} />
      <RowList
        label="Purchases"
        state={state}
        loadingText="Loading purchases..."
        empty={{
          title: 'No purchases found',
          hint: hintOf(query, isArriving),
        }}
        rowKey={(purchase) => purchase.id}
        columns={columns}
        linkOf={(purchase) => purchaseLink(purchase.id)}
        syncOf={(purchase) => list?.syncById.get(purchase.id) ?? null}
        sort={sort}
        onSort={setSort}
        renderRow={(purchase) => (
          <PurchaseCard purchase={purchase} shop={shop} sync={list?.syncById.get(purchase.id) ?? null} />
        )}
      />
      {list !== undefined && <NumberedPager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      {list !== undefined && list.page >= list.pageCount && <OlderRecords table="purchase" />}
      <AddLink to={paths.newPurchase}>New Purchase</AddLink>
    </Screen>
  );
}

function hintOf(query: string, isArriving: boolean): string {
  if (isArriving) return 'There may be some among those that are still to come';
  return query === '' ? 'Get started by adding your first purchase' : 'Try a different search term';
}
