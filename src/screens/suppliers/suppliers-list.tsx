import { listStateOf } from '../../app/list-state.ts';
import { paths } from '../../app/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { CardList } from '../../ui/card-list.tsx';
import { useListLocation } from '../../ui/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { SupplierCard } from './supplier-card.tsx';

/** R-SUPP-02. */
const SUPPLIERS_PER_PAGE = 8;

/** /suppliers (R-SUPP-01 to R-SUPP-04): who the shop buys from. */
export function SuppliersList() {
  usePageTitle('Suppliers');
  const { query, page, setPage } = useListLocation();
  const list = useListPage('supplier', { query, page, rowsPerPage: SUPPLIERS_PER_PAGE });
  const duplicates = usePossibleDuplicates('supplier', list?.rows ?? []);
  const state = listStateOf(list, useFirstLoad());
  return (
    <Screen>
      <StickyHeader backTo={paths.dashboard} />
      <CardList
        label="Suppliers"
        state={state}
        loadingText="Loading suppliers..."
        empty={{
          title: 'No suppliers found',
          hint: query === '' ? 'Get started by adding your first supplier' : 'Try a different search term',
        }}
        rowKey={(supplier) => supplier.id}
        renderRow={(supplier) => (
          <SupplierCard
            supplier={supplier}
            sync={list?.syncById.get(supplier.id) ?? null}
            duplicateName={duplicates.get(supplier.id)?.name ?? null}
          />
        )}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      <AddLink to={paths.newSupplier}>New Supplier</AddLink>
    </Screen>
  );
}
