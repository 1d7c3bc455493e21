import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CardList, LinkCard, type ListState } from '../../../src/ui/list/card-list.tsx';
import { pageWithin, useListLocation } from '../../../src/ui/list/list-location.ts';
import { MoneyText } from '../../../src/ui/money-text.tsx';
import { Pager } from '../../../src/ui/list/pager.tsx';
import { RowSyncBadge } from '../../../src/ui/status-badge.tsx';
import { freshAppState, renderPart, renderRoutes } from '../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

describe('list frame', () => {
  const show = (state: ListState<string>) =>
    renderPart(
      <CardList
        label="Sales"
        state={state}
        loadingText="Loading sales..."
        empty={{
          title: 'No sales found',
          hint: 'Get started by adding your first sale',
          action: <button>New Sale</button>,
        }}
        rowKey={(row) => row}
        renderRow={(row) => <LinkCard to={`/sales/${row}`}>{row}</LinkCard>}
      />,
    );

  test('loading, empty and failed are three different things', () => {
    const loading = show({ status: 'loading' });
    expect(screen.getByText('Loading sales...')).toBeTruthy();
    expect(screen.queryByText('No sales found')).toBeNull();
    loading.unmount();
    const empty = show({ status: 'ready', rows: [] });
    expect(screen.getByText('No sales found')).toBeTruthy();
    expect(screen.getByText('Get started by adding your first sale')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New Sale' })).toBeTruthy();
    empty.unmount();
    show({ status: 'failed', message: 'HTTP error! status: 500', onRetry: () => undefined });
    expect(screen.getByRole('alert').textContent).toContain('HTTP error! status: 500');
  });

  test('C-144 a failed one is tried again when the person says so', async () => {
    const onRetry = vi.fn();
    show({ status: 'failed', message: 'HTTP error! status: 500', onRetry });
    expect(onRetry).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('rows stand in a named list, each card a link as a whole', () => {
    show({ status: 'ready', rows: ['1', '2'] });
    expect(screen.getByRole('list', { name: 'Sales' }).children).toHaveLength(2);
    expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe('/sales/2');
  });
});

describe('pager', () => {
  function Pages({ pageCount }: { pageCount: number }) {
    const { page, setPage } = useListLocation();
    return <Pager page={pageWithin(page, pageCount)} pageCount={pageCount} onPage={setPage} />;
  }
  const show = (path: string) => renderRoutes([{ path: '*', element: <Pages pageCount={3} /> }], path);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  test("says 'Page X of Y' and turns the page in the address, keeping the search", async () => {
    const app = show('/sales?q=rice');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(button('Prev').disabled).toBe(true);
    await userEvent.click(button('Next'));
    await userEvent.click(button('Next'));
    expect(screen.getByText('Page 3 of 3')).toBeTruthy();
    expect(app.search()).toBe('?q=rice&page=3');
    expect(button('Next').disabled).toBe(true);
    await userEvent.click(button('Prev'));
    await userEvent.click(button('Prev'));
    expect(app.search()).toBe('?q=rice');
  });

  test.each([['/sales?page=4'], ['/sales?page=0'], ['/sales?page=-1'], ['/sales?page=two'], ['/sales?page=1e3']])(
    'C-159 %s, a page that does not exist, shows the first',
    (path) => {
      show(path);
      expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    },
  );

  test('one page needs no pager', () => {
    renderPart(<Pager page={1} pageCount={1} onPage={() => undefined} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

test.each([
  ['pending', 'Pending sync'],
  ['conflict', 'Conflict'],
  ['refused', 'Not accepted'],
] as const)("G5 a row that is %s bears '%s'", (sync, text) => {
  const { container } = renderPart(<RowSyncBadge sync={sync} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(container.querySelector('.mantine-Badge-root')?.getAttribute('style')).toContain('text-transform: none');
});

test('G5 a synced row bears none', () => {
  const { container } = renderPart(<RowSyncBadge sync={null} />);
  expect(container.querySelector('.mantine-Badge-root')).toBeNull();
});

test('an amount reads as money and is set in figures of one width', () => {
  renderPart(<MoneyText amountMinor={1_200_050} currency="UGX" decimals={2} />);
  expect(screen.getByText('UGX 12,000.50').className).toContain('k-figures');
});
