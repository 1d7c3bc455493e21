import { listStateOf } from '../../app/list-state.ts';
import { OlderRecords } from '../../app/older-records.tsx';
import { paths } from '../../app/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { useListLocation } from '../../ui/list-location.ts';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { PurchaseCard } from './purchase-card.tsx';

/** R-PUR-02. */
const PURCHASES_PER_PAGE = 8;

/** /purchases (R-PUR-01 to R-PUR-05). */
export function PurchasesList() {
  usePageTitle('Purchases');
  const { query, page, setPage } = useListLocation();
  const list = useListPage('purchase', { query, page, rowsPerPage: PURCHASES_PER_PAGE });
  const state = listStateOf(list, useFirstLoad());
  const shop = useShop();
  return (
    <Screen>
      <StickyHeader backTo={paths.dashboard} />
      <CardList
        label="Purchases"
        state={state}
        loadingText="Loading purchases..."
        empty={{
          title: 'No purchases found',
          hint: query === '' ? 'Get started by adding your first purchase' : 'Try a different search term',
        }}
        rowKey={(purchase) => purchase.id}
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
