import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { paymentAtSale } from '../../../../domain/sales/sale-payment.ts';
import { listAndDetail } from '../../../../src/app/list-and-detail.tsx';
import { Shell } from '../../../../src/app/shell.tsx';
import { SaleDetail } from '../../../../src/screens/sales/sale-detail.tsx';
import { SalesList } from '../../../../src/screens/sales/sales-list.tsx';
import { NOON_MS, saleRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { PATIENTLY } from '../../../support/patience.ts';
import { setWindowWidth } from '../../../support/browser/window-width.ts';

const DAY_MS = 86_400_000;
const SALES_COUNT = 60;

/** Ten a day, the last one the newest, with varying totals, so that a page by total has other sales. */
const SALES: Sale[] = Array.from({ length: SALES_COUNT }, (_, nth) => {
  const totalMinor = ((nth * 7) % SALES_COUNT) * 100 + 100;
  return saleRow({
    id: nth + 1,
    createdAtMs: NOON_MS - Math.floor((SALES_COUNT - 1 - nth) / 10) * DAY_MS + (nth % 10) * 60_000,
    customerName: `Customer ${nth + 1}`,
    ...{ totalMinor, finalMinor: totalMinor },
    ...(nth % 20 === 0 ? { status: 'pending' } : {}),
  });
});
const SalesAndDetail = listAndDetail(SalesList, ['/sales', '/receipts']);
const routes = [
  {
    element: <Shell />,
    children: [
      {
        element: <SalesAndDetail />,
        children: [
          { path: '/sales', element: null },
          { path: '/sales/:id', element: <SaleDetail /> },
        ],
      },
    ],
  },
];

beforeEach(() => setWindowWidth(1366));

const show = async (path: string, sales = SALES) => renderShop(await openShop({ rows: { sale: sales } }), routes, path);
const table = () => screen.findByRole('table', { name: 'Sales' });
const headings = async () =>
  within(await table())
    .queryAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);
const customers = async () =>
  within(await table())
    .getAllByRole('link')
    .map((link) => link.textContent);
const head = async (name: string) => within(await table()).getByRole('columnheader', { name });
const press = async (name: string) => userEvent.click(within(await head(name)).getByRole('button'));
const byTotal = (sales: readonly Sale[]) =>
  sales.toSorted((a, b) => b.finalMinor - a.finalMinor).map(({ customerName }) => customerName);

test('R-WIDE-10 R-WIDE-11 R-WIDE-14 R-SLIST-01 the sales are a table with fifty rows and a heading over each day', async () => {
  await show('/sales');
  expect(await customers()).toEqual(
    SALES.toReversed()
      .slice(0, 50)
      .map(({ customerName }) => customerName),
  );
  const days = await headings();
  expect(days).toHaveLength(5);
  expect(days[0]).toMatch(/^Today · 10 sales · UGX /);
  const [, first, second] = within(await table()).getAllByRole('row');
  expect(first?.textContent).toBe(days[0]);
  expect(second?.textContent).toContain('Customer 60');
});

test('R-WIDE-12 R-WIDE-14 sorted by its total over all sales no day stands over a row, and a day that was gone to is left', async () => {
  const app = await show('/sales?date=2026-11-18');
  expect((await headings())[0]).toMatch(/^Wed 18 Nov 2026/);
  await press('Total');
  await waitFor(async () => expect(await customers()).toEqual(byTotal(SALES).slice(0, 50)));
  expect(await headings()).toEqual([]);
  expect(app.search()).toBe('?sort=-total');
  fireEvent.change(screen.getByLabelText('Go to a date'), { target: { value: '2026-11-18' } });
  await waitFor(async () => expect((await headings())[0]).toMatch(/^Wed 18 Nov 2026/));
  expect(app.search()).toBe('?date=2026-11-18');
  expect((await head('Total')).getAttribute('aria-sort')).toBe('none');
});

test('R-WIDE-12 R-SLIST-06 the unpaid are sorted too', async () => {
  await show('/sales?show=unpaid&sort=-total');
  expect(await customers()).toEqual(byTotal(SALES.filter(({ status }) => status === 'pending')));
});

test('R-WIDE-13 R-WIDE-20 a sale stands beside the list, its row marked; a cancelled one leads nowhere', async () => {
  const cancelled = saleRow({ id: 900, customerName: 'Nobody', status: 'cancelled', createdAtMs: NOON_MS + 3_600_000 });
  await show('/sales', [...SALES, cancelled]);
  await userEvent.click(within(await table()).getByRole('link', { name: 'Customer 60' }));
  expect(await screen.findByRole('button', { name: 'Receipt' })).toBeTruthy();
  const link = within(await table()).getByRole('link', { name: 'Customer 60' });
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(
    within(await table())
      .getByText('Nobody')
      .closest('a'),
  ).toBeNull();
});

test('R-WIDE-25 M6 what is to be given back for a cancelled sale is settled in its row, also while a detail stands beside it', async () => {
  const cancelled = saleRow({
    ...{ id: 900, customerName: 'Nobody', status: 'cancelled', createdAtMs: NOON_MS + 3_600_000 },
    finalMinor: 500_000,
    payments: [paymentAtSale({ ...saleRow({ id: 900 }), finalMinor: 500_000 })],
  });
  await show('/sales/60', [...SALES, cancelled]);
  expect(await screen.findByRole('button', { name: 'Receipt' })).toBeTruthy();
  const settle = within(await table()).getByRole('button', { name: 'Settle refund' });
  // The style sheet hides spare columns.
  expect(settle.closest('[role="cell"]')?.hasAttribute('data-spare')).toBe(false);
  await userEvent.click(settle);
  expect(await screen.findByRole('dialog', { name: 'Settle refund' })).toBeTruthy();
});

test('R-WIDE-22 Up and Down go from row to row, one at a time; beside a detail they show it', async () => {
  const app = await show('/sales');
  const link = async (name: string) => within(await table()).getByRole('link', { name });
  const isFocused = async (name: string) =>
    waitFor(async () => expect(document.activeElement).toBe(await link(name)), PATIENTLY);
  (await link('Customer 60')).focus();
  await userEvent.keyboard('{ArrowDown}');
  await isFocused('Customer 59');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Control>}{ArrowDown}{/Control}');
  await isFocused('Customer 59');
  expect(app.path()).toBe('/sales');
  await userEvent.click(await link('Customer 59'));
  await screen.findByRole('button', { name: 'Receipt' });
  (await link('Customer 59')).focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(app.path()).toBe('/sales/58'), PATIENTLY);
  await isFocused('Customer 58');
});
