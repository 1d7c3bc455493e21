import { Dexie } from 'dexie';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { showOpened, showSales } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS, saleRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop } from '../../../support/screens/shop-screens.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** From 12:00 in Kampala on 21 November 2026, which is today. */
const at = (daysAgo: number, minute = 0) => NOON_MS - daysAgo * DAY_MS + minute * MINUTE_MS;
const sale = (id: number, createdAtMs: number, fields: Partial<Sale> = {}) =>
  saleRow({ id, createdAtMs, finalMinor: 100_000, totalMinor: 100_000, ...fields });
const headings = async () =>
  within(await screen.findByRole('list', { name: 'Sales' }))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);

test('R-SLIST-01 R-SLIST-02 R-SLIST-03 each day of the page has its heading, in the zone of the shop', async () => {
  await showSales('/sales', {
    rows: {
      sale: [
        sale(1, at(1), { status: 'pending' }),
        sale(2, at(1, 1), { status: 'cancelled' }),
        sale(3, at(1, 2)),
        // 00:30 in Kampala, which in UTC is still the day before.
        sale(4, at(0, -11.5 * 60)),
        sale(5, at(12)),
      ],
    },
  });
  expect(await headings()).toEqual([
    'Today · 1 sale · UGX 1,000',
    'Yesterday · 2 sales · UGX 2,000 · UGX 1,000 of it unpaid',
    'Mon 9 Nov 2026 · 1 sale · UGX 1,000',
  ]);
});

test('R-SLIST-02 a day that goes on over the page is told again there, with the figures of all of it', async () => {
  const sales = Array.from({ length: 13 }, (_, nth) => sale(100 + nth, at(0, nth)));
  await showSales('/sales?page=2', { rows: { sale: [...sales, sale(1, at(1))] } });
  await screen.findByText('Page 2 of 2');
  expect(await headings()).toEqual(['Today · 13 sales · UGX 13,000', 'Yesterday · 1 sale · UGX 1,000']);
});

test('R-SLIST-01 the figures follow what is sold meanwhile', async () => {
  const opened = await openShop({ rows: { sale: [sale(1, at(0))] } });
  showOpened(opened, '/sales');
  expect(await headings()).toEqual(['Today · 1 sale · UGX 1,000']);
  await meanwhile(() => opened.shop.absorb({ rows: { sale: [sale(2, at(0, 1))] } }));
  await waitFor(async () => expect(await headings()).toEqual(['Today · 2 sales · UGX 2,000']));
});

test('R-SLIST-05 the figures of today are read beside the rows, and both come at once', async () => {
  const opened = await openShop({ rows: { sale: [sale(1, at(0))] } });
  const { rowCounts, summary } = opened.device.database.tables;
  const countRows = rowCounts.bulkGet.bind(rowCounts);
  const mayCount = Promise.withResolvers<void>();
  vi.spyOn(rowCounts, 'bulkGet').mockImplementation((keys) =>
    Dexie.Promise.resolve(mayCount.promise).then(() => countRows(keys)),
  );
  const readSum = vi.spyOn(summary, 'get');
  showOpened(opened, '/sales');
  await waitFor(() => expect(readSum).toHaveBeenCalled());
  mayCount.resolve();
  expect(await headings()).toEqual(['Today · 1 sale · UGX 1,000']);
});

test('R-SLIST-20 a card says what was sold', async () => {
  const lines = ['Sugar 1 kg', 'Soap', 'A'.repeat(40)].map((itemName, nth) => ({
    ...{ id: nth + 1, itemId: nth + 1, itemName, itemSku: null, quantityHundredths: nth === 0 ? 200 : 100 },
    ...{ unitPriceMinor: 0, listPriceMinor: 0, discountMinor: 0, totalMinor: 0, movesStock: true },
  }));
  await showSales('/sales', { rows: { sale: [sale(1, at(0), { lines })] } });
  const [card] = within(await screen.findByRole('list', { name: 'Sales' })).getAllByRole('listitem');
  expect(within(card as HTMLElement).getByText('Sugar 1 kg × 2, Soap')).toBeTruthy();
  expect(within(card as HTMLElement).getByText('and 1 more')).toBeTruthy();
});

describe('R-SLIST-07 R-SLIST-06 what is not all sales', () => {
  test('R-SLIST-07 R-SLIST-33 a search says what it found of each day, what is just that before what has it somewhere', async () => {
    await showSales('/sales?q=1000', {
      rows: {
        sale: [
          sale(1, at(1)),
          sale(2, at(0), { finalMinor: 5_000, notes: 'paper 1000' }),
          sale(3, at(0, 1)),
          sale(4, at(0, 2), { status: 'cancelled' }),
          sale(5, at(0, 3), { finalMinor: 7 }),
        ].map((row) => ({ ...row, saleNumber: `SALE-777777777777${row.id}` })),
      },
    });
    await screen.findByText('Other matches');
    expect(await headings()).toEqual([
      'Today · 2 found · UGX 1,000',
      'Yesterday · 1 found · UGX 1,000',
      'Today · 1 found · UGX 50',
    ]);
  });

  test('R-SLIST-06 C-043 what is in another currency is in neither figure, and is said', async () => {
    const rows = {
      sale: [
        sale(1, at(0), { status: 'pending', customerName: 'Asha' }),
        sale(2, at(0, 1), { status: 'pending', customerName: 'Asha', currency: 'KES' }),
      ],
    };
    const app = await showSales('/sales?show=unpaid', { rows });
    expect(await headings()).toEqual(['Today · 1 unpaid · UGX 1,000 owed · 1 more in another currency']);
    app.unmount();
    await showSales('/sales?q=asha', { rows });
    expect(await headings()).toEqual(['Today · 1 found · UGX 1,000 · 1 more in another currency']);
  });

  test('R-SLIST-06 the unpaid say what is owed, and are found by the same search', async () => {
    const rows = {
      sale: [
        sale(1, at(0), { status: 'pending', customerName: 'Asha' }),
        sale(2, at(0, 1)),
        sale(3, at(1), { status: 'pending', customerName: 'Okello', notes: 'for asha' }),
      ],
    };
    const app = await showSales('/sales?show=unpaid', { rows });
    expect(await headings()).toEqual(['Today · 1 unpaid · UGX 1,000 owed', 'Yesterday · 1 unpaid · UGX 1,000 owed']);
    app.unmount();
    await showSales('/sales?show=unpaid&q=20 nov', { rows });
    expect(await headings()).toEqual(['Yesterday · 1 unpaid · UGX 1,000 owed']);
  });
});

describe('R-SLIST-10 R-SLIST-12 go to a date', () => {
  const rows = {
    sale: [
      ...Array.from({ length: 13 }, (_, nth) => sale(100 + nth, at(0, nth), { notes: `note ${nth}` })),
      ...Array.from({ length: 12 }, (_, nth) => sale(200 + nth, at(3, nth), { notes: `old ${nth}` })),
    ],
  };
  const choose = (day: string) => fireEvent.change(screen.getByLabelText('Go to a date'), { target: { value: day } });
  const firstHeading = async () => (await headings())[0];

  test('R-SLIST-10 R-SLIST-12 the list begins with that day, its pages go on, and the address says it', async () => {
    const app = await showSales('/sales', { rows });
    expect(await firstHeading()).toBe('Today · 13 sales · UGX 13,000');
    choose('2026-11-18');
    await waitFor(async () => expect(await headings()).toEqual(['Wed 18 Nov 2026 · 12 sales · UGX 12,000']));
    expect(app.search()).toBe('?date=2026-11-18');
    expect(screen.getByText('Page 3 of 4')).toBeTruthy();
    expect(screen.getByText('old 11')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
    expect(await screen.findByText('Page 2 of 4')).toBeTruthy();
    await waitFor(async () => expect(await headings()).toEqual(['Today · 13 sales · UGX 13,000']));
    expect(screen.getByText('note 0')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
    expect(await screen.findByText('Page 1 of 4')).toBeTruthy();
    expect(app.search()).toBe('?date=2026-11-18&page=1');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the newest' }));
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
    expect(app.search()).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Go to a date').value).toBe('');
  });

  test('R-SLIST-11 a day without sales leads to the nearest before, and says so', async () => {
    await showSales('/sales?date=2026-11-20', { rows });
    expect(
      await screen.findByText('There is nothing of 20 Nov 2026. The nearest day before is Wed 18 Nov 2026.'),
    ).toBeTruthy();
    expect(await firstHeading()).toBe('Wed 18 Nov 2026 · 12 sales · UGX 12,000');
  });

  test('R-SLIST-11 before all sales it shows the oldest', async () => {
    await showSales('/sales?date=2020-01-01', { rows });
    expect(await screen.findByText('There is nothing of 1 Jan 2020 or before. These are the oldest.')).toBeTruthy();
    expect(await screen.findByText('old 0')).toBeTruthy();
  });

  test('R-SLIST-12 a search leaves the day, and what is no day is ignored', async () => {
    const app = await showSales('/sales?date=2026-11-18', { rows });
    await screen.findByText('old 11');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'note 1');
    await waitFor(() => expect(app.search()).toBe('?q=note+1'));
    app.unmount();
    await showSales('/sales?date=2026-02-31', { rows });
    expect(await firstHeading()).toBe('Today · 13 sales · UGX 13,000');
    choose('0002-11-18');
    expect(await firstHeading()).toBe('Today · 13 sales · UGX 13,000');
  });

  test('R-SLIST-10 among the unpaid, too', async () => {
    const unpaid = rows.sale.map((row) => ({ ...row, status: 'pending' as const }));
    await showSales('/sales?show=unpaid&date=2026-11-18', { rows: { sale: unpaid } });
    expect(await firstHeading()).toBe('Wed 18 Nov 2026 · 12 unpaid · UGX 12,000 owed');
    expect(screen.getByText('Page 3 of 4')).toBeTruthy();
    choose('2026-11-21');
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
    await waitFor(async () => expect(await firstHeading()).toBe('Today · 13 unpaid · UGX 13,000 owed'));
  });
});
