import '@mantine/core/styles/Chip.css';
import { Anchor, Chip, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { ORDER_STATUSES, type OrderStatus } from '../../../domain/sales/order.ts';
import type { SearchedView } from '../../../sync/store/search/search-index.ts';
import { listStateOf } from '../../parts/list/list-state.ts';
import { orderLink } from '../../parts/paths.ts';
import { ORDER_STATUS_WORDS } from '../../parts/order-status-words.ts';
import { type FirstLoad, useFirstLoad } from '../../state/first-load.ts';
import { useListPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import type { ListState } from '../../ui/list/card-list.tsx';
import { useListLocation, useListPart, useListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { OrderCard } from './order-card.tsx';
import { orderColumns } from './order-columns.tsx';

/** The orders on one page of the list (R-ORD-13). */
const ORDERS_PER_PAGE = 10;

type OrdersShown = 'all' | OrderStatus;
const CHOICES: readonly [OrdersShown, ...OrdersShown[]] = ['all', ...ORDER_STATUSES];

/** The list of orders at /orders (R-ORD-01 to R-ORD-19). */
export function OrdersList() {
  usePageTitle('Orders');
  const { query, page, setPage } = useListLocation();
  const [shown, setShown] = useListPart(CHOICES);
  const shop = useShop();
  const columns = useMemo(() => orderColumns(shop), [shop]);
  const [sort, setSort] = useListSort(columns);
  const list = useListPage(viewOf(shown), { query, page, rowsPerPage: useRowsPerPage(ORDERS_PER_PAGE), sort });
  const firstLoad = useFirstLoad();
  const state = ordersState(listStateOf(list, firstLoad), firstLoad);
  return (
    <Screen>
      <StatusChips shown={shown} onChoose={setShown} />
      <RowList
        label="Orders"
        state={state}
        loadingText="Loading orders..."
        // The same text whether there are no orders or no hits (C-086).
        empty={{
          title: 'No orders found',
          hint: 'Try a different search or filter',
          ...(shown === 'all' && query === '' ? { action: <WhereOrdersComeFrom slug={shop.slug} /> } : {}),
        }}
        rowKey={(order) => order.id}
        columns={columns}
        linkOf={(order) => orderLink(order.id)}
        syncOf={(order) => list?.syncById.get(order.id) ?? null}
        sort={sort}
        onSort={setSort}
        renderRow={(order) => <OrderCard order={order} shop={shop} sync={list?.syncById.get(order.id) ?? null} />}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
    </Screen>
  );
}

/** Chips as tall as a thumb, and no wider than they must be. */
const chipVars = () => ({
  root: { '--chip-size': '2.75rem', '--chip-fz': 'var(--mantine-font-size-md)', '--chip-padding': '1rem' },
});

/** The filter by status (R-ORD-01, R-ORD-02). */
function StatusChips({ shown, onChoose }: { shown: OrdersShown; onChoose: (shown: string) => void }) {
  return (
    <Group gap="xs" role="radiogroup" aria-label="Status">
      <Chip.Group value={shown} onChange={onChoose}>
        {CHOICES.map((choice) => (
          <Chip key={choice} value={choice} name="status" vars={chipVars}>
            {choice === 'all' ? 'All' : ORDER_STATUS_WORDS[choice]}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  );
}

const viewOf = (shown: OrdersShown): SearchedView & ('order' | `${OrderStatus}Order`) =>
  shown === 'all' ? 'order' : `${shown}Order`;

/** Replaces the error by a reason if this device has no copy of the shop yet (R-ORD-16 to R-ORD-18). */
function ordersState<Row>(state: ListState<Row>, firstLoad: FirstLoad): ListState<Row> {
  if (state.status !== 'failed') return state;
  const reason =
    firstLoad.status === 'failed'
      ? `Failed to load orders: ${firstLoad.httpStatus} The server could not do it.`
      : state.message;
  return { ...state, message: 'Failed to load orders.', reason };
}

/** Shown if the shop has no orders at all: says where orders come from. */
function WhereOrdersComeFrom({ slug }: { slug: string | null }) {
  return (
    <>
      <Text>Customers order from the page of your shop. It shows the items with Display on Kaunta Store.</Text>
      {slug !== null && (
        <Anchor href={`/${slug}`} target="_blank" rel="noopener" className="k-inline-link k-breakable">
          Open the page of your shop
        </Anchor>
      )}
    </>
  );
}
