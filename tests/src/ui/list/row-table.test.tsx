import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListSort } from '../../../../src/ui/list/list-location.ts';
import { type Column, RowList, type RowListProps } from '../../../../src/ui/list/row-table.tsx';
import { BesideProvider } from '../../../../src/ui/wide.ts';
import { setWindowWidth } from '../../../support/browser/window-width.ts';
import { freshAppState, renderPart, renderRoutes } from '../../../support/screens/app-harness.tsx';

/* A list as a table, on a laptop. */

beforeEach(() => {
  freshAppState();
  setWindowWidth(1_366);
});

interface Row {
  id: number;
  name: string;
}
const ROWS: Row[] = ['Soap', 'Sugar', 'Salt'].map((name, nth) => ({ id: nth + 1, name }));
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', head: 'Name', width: '1fr', sorts: 'up', cell: ({ name }) => name },
  { key: 'sku', head: 'Code', width: '2fr', spare: 'first', cell: ({ id }) => `C-${id}` },
  { key: 'at', head: 'Date', width: '3fr', sorts: 'down', spare: 'narrow', cell: () => 'today' },
  { key: 'said', head: 'Notes', width: '4fr', spare: 'beside', cell: () => 'none' },
  { key: 'sum', head: 'Sum', width: '5fr', isNumber: true, sorts: 'down', cell: ({ id }) => String(id * 100) },
];

type Props = RowListProps<Row>;
const list = (props: Partial<Props> = {}) => (
  <RowList<Row>
    label="Items"
    state={{ status: 'ready', rows: ROWS }}
    loadingText="Loading items..."
    empty={{ title: 'No items found' }}
    rowKey={({ id }) => id}
    renderRow={({ name }) => name}
    columns={COLUMNS}
    linkOf={({ id }) => (id === 3 ? null : `/items/${id}`)}
    syncOf={() => null}
    sort={null}
    onSort={() => undefined}
    {...props}
  />
);
const head = (name: string) => screen.getByRole('columnheader', { name });
const rows = () => screen.getAllByRole('row').slice(1);

describe('which list it is', () => {
  test('R-WIDE-10 a table on a laptop, cards on a phone, and the frame of every list without rows', () => {
    const wide = renderPart(list());
    expect(screen.getByRole('table', { name: 'Items' })).toBeTruthy();
    wide.unmount();
    const empty = renderPart(list({ state: { status: 'ready', rows: [] } }));
    expect([screen.queryByRole('table'), screen.queryByText('No items found') === null]).toEqual([null, false]);
    empty.unmount();
    const loading = renderPart(list({ state: { status: 'loading' } }));
    expect(screen.getByText('Loading items...')).toBeTruthy();
    loading.unmount();
    setWindowWidth(390);
    renderPart(list());
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('list', { name: 'Items' }).children).toHaveLength(3);
  });

  test('columns that are spared in a smaller window or beside a detail', () => {
    renderPart(list());
    const { style } = screen.getByRole('table');
    const tracks = ['', '-small', '-beside', '-narrow'].map((which) => style.getPropertyValue(`--k-tracks${which}`));
    expect(tracks).toEqual(['1fr 2fr 3fr 4fr 5fr', '1fr 3fr 4fr 5fr', '1fr 3fr 5fr', '1fr 5fr']);
    expect(COLUMNS.map(({ head: name }) => head(name).getAttribute('data-spare'))).toEqual([
      ...[null, 'first', 'narrow', 'beside', null],
    ]);
    expect([head('Sum').className, head('Name').className]).toEqual(['k-cell k-number-cell k-figures', 'k-cell']);
  });
});

describe('a row', () => {
  test('its first cell is its link, where it has one', () => {
    renderPart(list());
    expect(rows().map((row) => within(row).queryByRole('link')?.textContent ?? null)).toEqual(['Soap', 'Sugar', null]);
    const cells = within(rows()[2]!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Salt', 'C-3', 'today', 'none', '300']);
    expect(document.querySelector('.k-over-row, .k-dimmed-row, [data-current]')).toBeNull();
  });

  test('R-WIDE-20 the one that is shown beside the list is marked, and it alone', () => {
    renderRoutes([{ path: '*', element: list() }], '/items/2');
    expect(screen.getAllByRole('link', { current: true }).map(({ textContent }) => textContent)).toEqual(['Sugar']);
    expect(document.querySelectorAll('[data-current]')).toHaveLength(1);
  });

  test('G5 what is not sent yet says so in its first cell', () => {
    renderPart(list({ syncOf: ({ id }) => (id === 1 ? 'pending' : null) }));
    expect(screen.getAllByText('Pending sync')).toHaveLength(1);
    expect(within(rows()[0]!).getAllByRole('cell')[0]?.textContent).toBe('SoapPending sync');
  });

  test('may have a heading over it over all columns, and may be dimmed', () => {
    renderPart(list({ overRow: ({ id }) => (id === 2 ? 'Yesterday' : null), isDimmed: ({ name }) => name === 'Salt' }));
    const over = screen.getByText('Yesterday');
    expect(over.getAttribute('aria-colspan')).toBe('5');
    expect(rows()).toHaveLength(4);
    expect(rows().map(({ className }) => className.includes('k-dimmed-row'))).toEqual([false, false, false, true]);
  });

  test('R-WIDE-21 its link keeps the search of the list', () => {
    renderRoutes([{ path: '*', element: list() }], '/items?q=s&page=2');
    expect(screen.getByRole('link', { name: 'Soap' }).getAttribute('href')).toBe('/items/1?q=s&page=2');
  });
});

describe('sorting', () => {
  const sorted = async (by: string, sort: ListSort | null) => {
    const onSort = vi.fn<Props['onSort']>();
    const { unmount } = renderPart(list({ sort, onSort }));
    await userEvent.click(within(head(by)).getByRole('button'));
    unmount();
    return onSort.mock.calls[0]?.[0];
  };

  test('R-WIDE-12 the first press sorts, the second reverses, the third ends it', async () => {
    expect(await sorted('Name', null)).toEqual({ by: 'name', isDescending: false });
    expect(await sorted('Name', { by: 'name', isDescending: false })).toEqual({ by: 'name', isDescending: true });
    expect(await sorted('Name', { by: 'name', isDescending: true })).toBeNull();
    expect(await sorted('Sum', { by: 'name', isDescending: true })).toEqual({ by: 'sum', isDescending: true });
    expect(await sorted('Sum', { by: 'sum', isDescending: true })).toEqual({ by: 'sum', isDescending: false });
    expect(await sorted('Sum', { by: 'sum', isDescending: false })).toBeNull();
  });

  test('R-WIDE-12 a head says how it is sorted; one that cannot be has no button', () => {
    renderPart(list({ sort: { by: 'sum', isDescending: true } }));
    const said = () => COLUMNS.map(({ head: name }) => head(name).getAttribute('aria-sort'));
    expect(said()).toEqual(['none', null, 'none', null, 'descending']);
    expect(within(head('Code')).queryByRole('button')).toBeNull();
    renderPart(list({ label: 'Others', sort: { by: 'sum', isDescending: false } }));
    const others = within(screen.getByRole('table', { name: 'Others' }));
    expect(others.getByRole('columnheader', { name: 'Sum' }).getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('R-WIDE-22 Up and Down', () => {
  const focused = () => document.activeElement?.textContent;
  const arrow = (key: string, held: KeyboardEventInit = {}) =>
    fireEvent.keyDown(screen.getByRole('table'), { key, ...held });

  test('R-WIDE-22 go from link to link and stop at the ends', () => {
    renderPart(list());
    expect(arrow('ArrowDown')).toBe(false);
    expect(focused()).toBe('Soap');
    arrow('ArrowDown');
    expect(focused()).toBe('Sugar');
    expect(arrow('ArrowDown')).toBe(true);
    expect(focused()).toBe('Sugar');
    arrow('ArrowUp');
    expect(focused()).toBe('Soap');
    expect(arrow('ArrowUp')).toBe(true);
    expect(focused()).toBe('Soap');
  });

  test('R-WIDE-22 other keys, and arrows with another key held, are the browser’s', () => {
    renderPart(list());
    for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
      expect(arrow('ArrowDown', held)).toBe(true);
    expect(arrow('Enter')).toBe(true);
    expect(focused()).not.toBe('Soap');
  });

  test('R-WIDE-22 beside a detail they show it in place of the one before; without one they only move', () => {
    const app = renderRoutes([{ path: '*', element: <BesideProvider value>{list()}</BesideProvider> }], '/items/1');
    arrow('ArrowDown');
    arrow('ArrowDown');
    expect(app.path()).toBe('/items/2');
    expect(app.router.state.historyAction).toBe('REPLACE');
    app.unmount();
    const alone = renderRoutes([{ path: '*', element: list() }], '/items');
    arrow('ArrowDown');
    expect(alone.path()).toBe('/items');
  });
});
