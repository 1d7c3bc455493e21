import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { listStateOf } from '../../parts/list/list-state.ts';
import { itemLink, labelsLink, paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { useListLocation, useListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ArchivedItems, ArchivedLink } from './archived-items.tsx';
import { ItemCard } from './item-card.tsx';
import { itemColumns } from './item-columns.tsx';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { DuplicateItems, DuplicatesNotice } from './duplicate-items.tsx';

/** R-ITEM-01. */
const ITEMS_PER_PAGE = 10;

/**
 * The items at /items (R-ITEM-01 to R-ITEM-24); with ?archived the archived ones (C-105), with ?duplicates the doubled
 * (M12).
 */
export function ItemsList() {
  const [parameters] = useSearchParams();
  const isArchived = parameters.has('archived');
  const isDuplicates = parameters.has('duplicates');
  usePageTitle(isArchived ? 'Archived items' : isDuplicates ? 'Items there twice' : 'Items');
  const { query } = useListLocation();
  const currency = useShop().currency ?? ITEM_CURRENCY_FALLBACK;
  if (isDuplicates) return <DuplicateItems />;
  return isArchived ? <ArchivedItems query={query} currency={currency} /> : <ActiveItems currency={currency} />;
}

function ActiveItems({ currency }: { currency: string }) {
  const { query, page, setPage } = useListLocation();
  const columns = useMemo(() => itemColumns(currency), [currency]);
  const [sort, setSort] = useListSort(columns);
  const list = useListPage('item', { query, page, rowsPerPage: useRowsPerPage(ITEMS_PER_PAGE), sort });
  const state = listStateOf(list, useFirstLoad());
  return (
    <Screen>
      {query === '' && <DuplicatesNotice itemCount={list?.total} />}
      <RowList
        label="Items"
        state={state}
        loadingText="Loading items..."
        empty={{
          title: 'No items found',
          ...(query === ''
            ? { hint: 'Get started by adding your first item', action: <ImportLink /> }
            : { hint: 'Try a different search term' }),
        }}
        rowKey={(item) => item.id}
        columns={columns}
        linkOf={(item) => itemLink(item.id)}
        syncOf={(item) => list?.syncById.get(item.id) ?? null}
        sort={sort}
        onSort={setSort}
        renderRow={(item) => <ItemCard item={item} currency={currency} sync={list?.syncById.get(item.id) ?? null} />}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      {list !== undefined && list.total > 0 && <LabelsLink query={query} />}
      <ArchivedLink />
      <AddLink to={paths.newItem}>New Item</AddLink>
    </Screen>
  );
}

/** Link to the labels of all hits of the search. Without a search the items are chosen on that screen (R-PRN-34). */
function LabelsLink({ query }: { query: string }) {
  return (
    <Anchor
      component={Link}
      to={query === '' ? paths.labels : labelsLink({ search: query })}
      className="k-choice"
      ta="center"
    >
      {query === '' ? 'Print labels' : 'Print labels for these items'}
    </Anchor>
  );
}

/** Link to the import, for shops that already have a list of items. */
function ImportLink() {
  return (
    <Anchor component={Link} to={paths.importItems} className="k-inline-link">
      Import a list from a file
    </Anchor>
  );
}
