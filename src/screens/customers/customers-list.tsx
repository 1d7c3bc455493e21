import { Button, SegmentedControl } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { OwedArrivingNote, useArrivingText } from '../../parts/list/arriving.tsx';
import { listStateOf } from '../../parts/list/list-state.ts';
import { NewCustomerDialog } from '../../parts/customer/new-customer-dialog.tsx';
import { customerLink, paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { usePossibleDuplicates } from '../../state/possible-duplicates.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { useListLocation, useListPart, useListSort } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { CustomerCard } from './customer-card.tsx';
import { customerColumns } from './customer-columns.tsx';
import { type CustomersShown, useCustomersPage } from './use-customers-page.ts';

/** The list of customers at /customers (R-CUST-01 to R-CUST-12, G23, G47). */
export function CustomersList() {
  usePageTitle('Customers');
  const { query, page, setPage } = useListLocation();
  const [shown, setShown] = useListPart(['all', 'owing']);
  const [isCreating, setCreating] = useState(false);
  const [sort, setSort] = useListSort(SORTED_BY);
  const list = useCustomersPage(shown, { query, page, sort });
  const state = listStateOf(list, useFirstLoad());
  const duplicates = usePossibleDuplicates('customer', list?.rows ?? []);
  const isArriving = Boolean(useArrivingText('sale'));
  const owedSalesById = list?.owedSalesById;
  const columns = useMemo(
    () =>
      customerColumns(
        (id) => owedSalesById?.get(id) ?? [],
        (id) => duplicates.get(id)?.name ?? null,
      ),
    [owedSalesById, duplicates],
  );
  return (
    <Screen>
      <StickyHeader backTo={paths.dashboard}>
        <Button
          variant="default"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          Quick add
        </Button>
      </StickyHeader>
      <SegmentedControl aria-label="Show" data={SHOWN} value={shown} onChange={setShown} />
      {shown === 'owing' && <OwedArrivingNote />}
      <RowList
        label="Customers"
        state={state}
        loadingText="Loading customers..."
        empty={{ title: 'No customers found', hint: hintOf(shown, query, isArriving) }}
        rowKey={(customer) => customer.id}
        columns={columns}
        linkOf={(customer) => customerLink(customer.id)}
        syncOf={(customer) => list?.syncById.get(customer.id) ?? null}
        sort={sort}
        onSort={setSort}
        renderRow={(customer) => (
          <CustomerCard
            customer={customer}
            owedSales={list?.owedSalesById.get(customer.id) ?? []}
            sync={list?.syncById.get(customer.id) ?? null}
            duplicateName={duplicates.get(customer.id)?.name ?? null}
          />
        )}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      <AddLink to={paths.newCustomer}>New Customer</AddLink>
      {isCreating && <NewCustomerDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}

const SORTED_BY = customerColumns(
  () => [],
  () => null,
);

const SHOWN: { value: CustomersShown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'owing', label: 'Owing' },
];

function hintOf(shown: CustomersShown, query: string, isArriving: boolean): string {
  if (query !== '') return 'Try a different search term';
  if (shown === 'owing' && isArriving) return 'Nobody owes you anything for the sales that are here';
  return shown === 'all' ? 'Get started by adding your first customer' : 'Nobody owes you anything';
}
