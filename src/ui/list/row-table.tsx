import './row-table.css';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, memo, type CSSProperties, type Key, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { CardList, type CardListProps } from './card-list.tsx';
import { type ListSort, useFromHere } from './list-location.ts';
import { type RowSync, RowSyncBadge } from '../status-badge.tsx';
import { useIsBesideDetail, useIsWide } from '../wide.ts';

export interface Column<Row> {
  /** The name of its sort key. */
  key: string;
  head: string;
  /** Width, as a track of a CSS grid. */
  width: string;
  /** The direction of the head's first sort. Absent if the column cannot be sorted. */
  sorts?: 'up' | 'down';
  isNumber?: boolean;
  /**
   * When the column is left out: beside a detail ('beside'); beside a detail in a window under 1280 px ('narrow'); in
   * any window under 1280 px and beside a detail ('first').
   */
  spare?: 'first' | 'beside' | 'narrow';
  cell: (row: Row, sync: RowSync | null) => ReactNode;
}

/** Width of a column of amounts: twelve digits if the window has room, and at least eight. */
export const AMOUNT_WIDTH = 'minmax(9rem, 10.5rem)';

export interface RowListProps<Row> extends CardListProps<Row> {
  /** The first column has the link. Must be stable across renders, or every row renders again. */
  columns: readonly Column<Row>[];
  /** The address of a row; null if it has none. */
  linkOf: (row: Row) => string | null;
  isDimmed?: (row: Row) => boolean;
  /** A heading over a row, rendered as its own row. */
  overRow?: (row: Row) => ReactNode;
  syncOf: (row: Row) => RowSync | null;
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/**
 * A list: cards on a phone and a tablet, from 1024 px on a table that is sorted by its heads (R-WIDE-10 to R-WIDE-15).
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const isWide = useIsWide();
  const { state } = props;
  return isWide && state.status === 'ready' && state.rows.length > 0 ? (
    <RowTable {...props} rows={state.rows} />
  ) : (
    <CardList {...props} />
  );
}

function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, rows, rowKey, columns, linkOf, isDimmed, overRow, syncOf, sort, onSort } = props;
  const { pathname, search } = useLocation();
  const from = useFromHere();
  const isBesideDetail = useIsBesideDetail();
  return (
    <div
      role="table"
      aria-label={label}
      className="k-table"
      style={tracksOf(columns)}
      onKeyDown={(event) => goThroughRows(event, isBesideDetail)}
    >
      <div role="rowgroup" className="k-table-head">
        <div role="row" className="k-table-row">
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => {
          const link = linkOf(row);
          const over = overRow?.(row) ?? null;
          return (
            <Fragment key={rowKey(row)}>
              {over !== null && (
                <div role="row" className="k-over-row">
                  <div role="cell" aria-colspan={columns.length}>
                    {over}
                  </div>
                </div>
              )}
              <TableRow
                name={String(rowKey(row))}
                row={row}
                // The cast is safe: it restores the row type that React's memo drops.
                columns={columns as readonly Column<unknown>[]}
                sync={syncOf(row)}
                isDimmed={isDimmed?.(row) === true}
                to={link === null ? null : link + search}
                from={from}
                isCurrent={link === pathname}
                isReplacing={isBesideDetail}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

type RowTableProps<Row> = Omit<RowListProps<Row>, 'state'> & { rows: readonly Row[]; rowKey: (row: Row) => Key };

interface TableRowProps {
  name: string;
  row: unknown;
  columns: readonly Column<unknown>[];
  sync: RowSync | null;
  isDimmed: boolean;
  to: string | null;
  from: { from: string };
  isCurrent: boolean;
  /** True if the link replaces the history entry: Back then leaves the list with all details seen beside it. */
  isReplacing: boolean;
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { name, row, columns, sync, isDimmed, to, from, isCurrent, isReplacing } = props;
  return (
    <div
      role="row"
      data-row={name}
      className={`k-table-row k-stretched ${isDimmed ? 'k-dimmed-row' : ''}`}
      {...(isCurrent ? { 'data-current': true } : {})}
    >
      {columns.map((column, index) => {
        const cell = column.cell(row, sync);
        return (
          <div key={column.key} role="cell" {...looksOf(column)}>
            {index === 0 && to !== null ? (
              <Link
                to={to}
                state={from}
                replace={isReplacing}
                className="k-stretched-link k-row-link"
                {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
              >
                {cell}
              </Link>
            ) : (
              cell
            )}
            {index === 0 && sync !== null && (
              <span className="k-sync-beside">
                <RowSyncBadge sync={sync} />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
});

function Head<Row>({ column, sort, onSort }: { column: Column<Row> } & Pick<RowListProps<Row>, 'sort' | 'onSort'>) {
  const { key, head, sorts } = column;
  if (sorts === undefined)
    return (
      <div role="columnheader" {...looksOf(column)}>
        {head}
      </div>
    );
  const isSorted = sort?.by === key;
  const isDescending = isSorted ? sort.isDescending : sorts === 'down';
  const Sign = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={!isSorted ? 'none' : isDescending ? 'descending' : 'ascending'}
      {...looksOf(column)}
    >
      <button type="button" className="k-head-button" onClick={() => onSort(nextSort(key, sorts, sort))}>
        {head}
        <Sign size={16} aria-hidden className={isSorted ? '' : 'k-head-sign'} />
      </button>
    </div>
  );
}

/** The first press sorts, the second reverses, the third restores the list's own order. */
function nextSort(by: string, sorts: 'up' | 'down', sort: ListSort | null): ListSort | null {
  const isDescending = sorts === 'down';
  if (sort?.by !== by) return { by, isDescending };
  return sort.isDescending === isDescending ? { by, isDescending: !isDescending } : null;
}

const looksOf = <Row,>({ isNumber, spare }: Column<Row>) => ({
  className: isNumber === true ? 'k-cell k-number-cell k-figures' : 'k-cell',
  ...(spare === undefined ? {} : { 'data-spare': spare }),
});

function tracksOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const tracks = (some: readonly Column<Row>[]) => some.map(({ width }) => width).join(' ');
  const properties: Record<`--${string}`, string> = {
    '--k-tracks': tracks(columns),
    '--k-tracks-small': tracks(columns.filter(({ spare }) => spare !== 'first')),
    '--k-tracks-beside': tracks(columns.filter(({ spare }) => spare === undefined || spare === 'narrow')),
    '--k-tracks-narrow': tracks(columns.filter(({ spare }) => spare === undefined)),
  };
  return properties;
}

/** Moves from row to row by Up and Down. If a detail is open beside the list, also shows the row there (R-WIDE-22). */
function goThroughRows(event: KeyboardEvent<HTMLElement>, isBesideDetail: boolean): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.k-row-link')];
  const row = document.activeElement?.closest('[role="row"]');
  const at = links.findIndex((link) => row?.contains(link));
  const next = links[at === -1 && step === -1 ? -1 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  if (isBesideDetail) next.click();
}
