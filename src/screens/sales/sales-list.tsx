import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import { SALES_PER_PAGE, type Sale } from '../../../domain/sales/sale.ts';
import { dayKey as dayKeyAt, dayRange, daysRange, formatDayKey, formatWeekday } from '../../../domain/time.ts';
import { useArrivingText } from '../../parts/list/arriving.tsx';
import { listStateOf } from '../../parts/list/list-state.ts';
import { OlderRecords } from '../../parts/list/older-records.tsx';
import { paths, saleLink } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import type { ShownPage } from '../../state/list-page.ts';
import { useShop } from '../../state/shop.ts';
import { AddLink } from '../../ui/add-link.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { DayHeading } from '../../ui/list/day-heading.tsx';
import { useListDay, useListLocation, useListPart, useListSort, useRowsPerPage } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/list/pager.tsx';
import { RowList } from '../../ui/list/row-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useNow } from '../../ui/use-now.ts';
import { SaleCard } from './sale-card.tsx';
import { saleColumns } from './sale-columns.tsx';
import { useDayHeadings } from './use-day-headings.ts';
import { type SalesShown, useSalesPage } from './use-sales-page.ts';

/** The list of sales at /sales and /receipts (R-SALE-01 to R-SALE-28, C-033, R-SLIST). */
export function SalesList() {
  usePageTitle('Sales');
  const { query, page, setPage } = useListLocation();
  const { dayKey, isAtDay, setDay } = useListDay();
  const [shown, setShown] = useListPart(['all', 'unpaid']);
  const shop = useShop();
  const zone = shop.timeZone;
  const columns = useMemo(() => saleColumns(shop), [shop]);
  const [sort, setSort] = useListSort(columns);
  const place = { shown, query, page, rowsPerPage: useRowsPerPage(SALES_PER_PAGE), sort, dayKey, isAtDay, zone };
  const list = useSalesPage(place);
  const headings = useDayHeadings(list, place, shop.currency);
  const headingOver = ({ id }: Sale) => {
    const heading = headings?.get(id);
    return heading === undefined ? null : <DayHeading {...heading} />;
  };
  const arriving = useArrivingText('sale');
  const state = listStateOf(headings === null ? undefined : list, useFirstLoad());
  const todayKey = dayKeyAt(
    useNow((atMs) => dayRange(atMs, zone).toMs),
    zone,
  );
  return (
    <Screen>
      <Group className="k-list-controls" justify="space-between" align="flex-end" gap="sm">
        <SegmentedControl aria-label="Show" data={SHOWN} value={shown} onChange={setShown} />
        <DayField label="Go to a date" dayKey={dayKey} lastDayKey={todayKey} onDay={setDay} />
      </Group>
      {dayKey !== null && (
        <Group justify="space-between" gap="xs">
          <Text role="status" size="sm">
            {list !== undefined && isAtDay ? dayNote(dayKey, list, zone) : ''}
          </Text>
          <Button variant="subtle" size="compact-md" onClick={() => setDay(null)}>
            Back to the newest
          </Button>
        </Group>
      )}
      <RowList
        label="Sales"
        state={state}
        loadingText="Loading sales..."
        empty={{
          title: 'No sales found',
          hint: hintOf(shown, query, Boolean(arriving)),
        }}
        rowKey={(sale) => sale.id}
        columns={columns}
        linkOf={(sale) => (sale.status === 'cancelled' ? null : saleLink(sale.id))}
        isDimmed={(sale) => sale.status === 'cancelled'}
        overRow={headingOver}
        syncOf={(sale) => list?.syncById.get(sale.id) ?? null}
        sort={sort}
        onSort={setSort}
        renderRow={(sale) => (
          <>
            {headingOver(sale)}
            <SaleCard sale={sale} shop={shop} sync={list?.syncById.get(sale.id) ?? null} />
          </>
        )}
      />
      {list !== undefined && <Pager page={list.page} pageCount={list.pageCount} onPage={setPage} />}
      {list !== undefined && (shown === 'all' || arriving) && list.page >= list.pageCount && (
        <OlderRecords table="sale" />
      )}
      <AddLink to={paths.newSale}>New Sale</AddLink>
    </Screen>
  );
}

const SHOWN: { value: SalesShown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unpaid', label: 'Unpaid' },
];

/** R-SALE-19, R-SALE-20. */
function hintOf(shown: SalesShown, query: string, isArriving: boolean): string {
  if (isArriving) return 'There may be some among those that are still to come';
  if (query !== '') return 'Try a different search term';
  return shown === 'all' ? 'Get started by adding your first sale' : 'Every sale is paid';
}

/** Returns a note if the list cannot begin at the chosen day (R-SLIST-11); '' if it does. */
function dayNote(dayKey: string, { rows: [first] }: Pick<ShownPage<Sale>, 'rows'>, zone: string): string {
  if (first === undefined) return '';
  const shownKey = dayKeyAt(first.createdAtMs, zone);
  if (shownKey === dayKey) return '';
  const isLater = first.createdAtMs >= daysRange(dayKey, dayKey, zone).toMs;
  return isLater
    ? `There is nothing of ${formatDayKey(dayKey)} or before. These are the oldest.`
    : `There is nothing of ${formatDayKey(dayKey)}. The nearest day before is ${formatWeekday(shownKey)}.`;
}
