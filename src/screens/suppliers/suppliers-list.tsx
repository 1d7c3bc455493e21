import { useMemo } from 'react';
import { listStateOf } from '../../parts/list/list-state.ts';
import { paths, supplierLink } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { useListLocation, useListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { SupplierCard } from './supplier-card.tsx';
import { supplierColumns } from './supplier-columns.tsx';

const SORTED_BY = supplierColumns(() => null);

/** The suppliers on one page of the list (R-SUPP-02). */
const SUPPLIERS_PER_PAGE = 8;

/** The list of suppliers at /suppliers (R-SUPP-01 to R-SUPP-04). */
export function SuppliersList() {
  usePageTitle('Suppliers');
  const { query, page, setPage } = useListLocation();
  const [sort, setSort] = useListSort(SORTED_BY);
  const list = useListPage('supplier', { query, page, rowsPerPage: useRowsPerPage(SUPPLIERS_PER_PAGE), sort });
  const duplicates = usePossibleDuplicates('supplier', list?.rows ?? []);
  const columns = useMemo(() => supplierColumns((id) => duplicates.get(id)?.name ?? null), [duplicates]);
  const state = listStateOf(list, useFirstLoad());
  return (
    <Screen>
      <StickyHeader backTo={paths.dashboard} />
      <RowList
        label="Suppliers"
        state={state}
        loadingText="Loading suppliers..."
        empty={{
          title: 'No suppliers found',
          hint: query === '' ? 'Get started by adding your first supplier' : 'Try a different search term',
        }}
        rowKey={(supplier) => supplier.id}
        columns={columns}
        linkOf={(supplier) => supplierLink(supplier.id)}
        syncOf={(supplier) => list?.syncById.get(supplier.id) ?? null}
        sort={sort}
        onSort={setSort}
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
