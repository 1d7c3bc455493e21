import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newReplicaState } from '../../../../sync/replica/state.ts';
import { saleArgs } from '../../../support/device/replica.ts';
import {
  bars,
  cancelPaid,
  captureFiles,
  choose,
  columnsOf,
  DAY_MS,
  figure,
  openReports,
  ROWS,
  section,
  sugarSale,
  unpaidSale,
} from '../../../support/screens/report-screens.tsx';
import { CASH, RICE, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { BUSINESS_ID, businessRow, NOON_MS, USER_ID } from '../../../support/shop-rows.ts';
import { meanwhile, setStatus } from '../../../support/screens/shop-screens.tsx';

describe('the screen', () => {
  test('R-REP-01 R-REP-02 R-REP-03 R-REP-04 R-REP-05 C-143 its title, its way back and its tabs', async () => {
    await openReports();
    expect(document.title).toBe('Reports · Kaunta');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Sales', 'Inventory', 'Unpaid']);
    expect(screen.getByRole('tab', { name: 'Sales' }).getAttribute('aria-selected')).toBe('true');
  });

  test('the tab is in the address, so that the way back from an item leads to it', async () => {
    const { app } = await openReports('/reports?tab=inventory');
    expect(await screen.findByRole('region', { name: 'Low stock' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Unpaid' }));
    expect(app.search()).toBe('?tab=unpaid');
  });

  test('R-REP-10 C-037 in USD where no currency is known', async () => {
    await openReports('/reports', { rows: { ...ROWS, business: [businessRow({ currency: '' })], sale: [] } });
    expect(await figure('Sales', 'Total sales')).toBe('USD 0.00');
  });

  test('C-148 a device without a copy says so and can try again', async () => {
    const state = newReplicaState({
      businessId: BUSINESS_ID,
      userId: USER_ID,
      role: 'admin',
      clientId: 'c'.repeat(16),
    });
    const { shop, wake } = await openReports('/reports', { state });
    await meanwhile(async () => {
      await shop.write((tx) => tx.meta.appendJournal({ atMs: 1, what: 'failed', detail: { status: 503 } }));
      await setStatus(shop, { phase: 'offline', failureCount: 1, lastSyncAtMs: null });
    });
    expect(await screen.findByText('HTTP error! status: 503')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(wake).toHaveBeenCalled();
    expect(screen.getByRole('note').textContent).toContain('This device has no whole copy of the shop yet.');
  });

  test('SYN-12 while the past is still on its way it says so', async () => {
    const { shop } = await openReports();
    await meanwhile(() =>
      shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), historyLeft: true })),
    );
    await waitFor(() =>
      expect(screen.getByRole('note').textContent).toBe('Complete up to 12:00 · Older sales are still being fetched.'),
    );
  });

  test('M41 says up to when it is complete, and what waits here', async () => {
    const { shop } = await openReports();
    await waitFor(() => expect(screen.getByRole('note').textContent).toBe('Complete up to 12:00'));
    await meanwhile(() => shop.run('sale.create', (tools) => saleArgs(tools, SUGAR.id, 100)));
    await waitFor(() =>
      expect(screen.getByRole('note').textContent).toBe('Complete up to 12:00 · 1 change on this device not sent'),
    );
  });
});

describe('sales', () => {
  test('R-REP-06 R-REP-09 R-REP-17 C-142 today: what was sold, paid or not, without what was cancelled', async () => {
    await openReports();
    expect(await figure('Sales', 'Total sales')).toBe('UGX 10,000.00');
    expect([await figure('Sales', 'Paid'), await figure('Sales', 'Unpaid')]).toEqual(['UGX 7,500.00', 'UGX 2,500.00']);
    expect((await section('Sales')).getByText('3 sales')).toBeTruthy();
    expect(screen.getByText('21 Nov 2026')).toBeTruthy();
  });

  test('R-REP-07 R-REP-08 C-140 this week from Monday, this month from its first day', async () => {
    const { app } = await openReports();
    await figure('Sales', 'Total sales');
    await choose('This week');
    await waitFor(async () => expect(await figure('Sales', 'Total sales')).toBe('UGX 35,000.00'));
    expect(screen.getByText('16 Nov 2026 – 22 Nov 2026')).toBeTruthy();
    await choose('This month');
    await waitFor(async () => expect(await figure('Sales', 'Total sales')).toBe('UGX 85,000.00'));
    expect(screen.getByText('1 Nov 2026 – 30 Nov 2026')).toBeTruthy();
    expect(app.search()).toBe('?period=month');
  });

  test('G26 any days from one to another, and a sentence for what are none', async () => {
    await openReports('/reports?period=days&from=2026-10-31&to=2026-11-11');
    await waitFor(async () => expect(await figure('Sales', 'Total sales')).toBe('UGX 150,000.00'));
    expect(screen.getByText('31 Oct 2026 – 11 Nov 2026')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('From'));
    expect(await screen.findByText('Choose a first and a last day, at most three years apart.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Sales' })).toBeNull();
  });

  test('SYN-12 a report that begins before what a device keeps says so', async () => {
    const window = { sinceMs: NOON_MS - 60 * DAY_MS, months: 3, older: {} };
    const business = [businessRow({ createdAtMs: NOON_MS - 900 * DAY_MS })];
    await openReports('/reports?period=days&from=2025-01-01&to=2026-11-21', {
      ...{ rows: { ...ROWS, business }, state: { window } },
    });
    expect(await screen.findByText(/^This device keeps sales from 22 Sept? 2026 on/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Load older sales' })).toBeTruthy();
    await choose('Today');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load older sales' })).toBeNull());
  });

  test('G28 by payment method, by seller and by item', async () => {
    await openReports();
    expect(await bars('Money by payment method')).toEqual([
      ['Cash', 'UGX 5,000.00'],
      ['Mobile Money', 'UGX 2,500.00'],
    ]);
    expect(screen.getByText(/^Together/).textContent).toBe('Together UGX 7,500.00');
    expect(await bars('Sales by seller')).toEqual([
      ['Amina Nakato', 'UGX 7,500.00', '2 sales'],
      ['Brian Okello', 'UGX 2,500.00', '1 sale'],
    ]);
    expect(await bars('Sales by item')).toEqual([
      ['Sugar', 'UGX 7,500.00', '3 sold · profit UGX 1,687.89'],
      ['Rice', 'UGX 2,500.00', '3 sold'],
    ]);
    expect(screen.getAllByRole('link', { name: 'Sugar' })[0]?.getAttribute('href')).toBe(`/items/${SUGAR.id}`);
  });

  test('G28 money that came later counts on the day it came', async () => {
    const payment = { ...{ id: 900, amountMinor: 250_000, byUserId: USER_ID, transactionId: null }, atMs: NOON_MS };
    const { shop } = await openReports();
    await bars('Money by payment method');
    await meanwhile(() =>
      shop.absorb({
        version: 2,
        rows: {
          sale: [
            sugarSale(9, 1, {
              createdAtMs: NOON_MS - 40 * DAY_MS,
              payments: [{ ...payment, paymentMethodId: CASH.id, paymentMethodName: 'Cash' }],
            }),
          ],
        },
      }),
    );
    await waitFor(async () => expect((await bars('Money by payment method'))[0]).toEqual(['Cash', 'UGX 7,500.00']), {
      timeout: 10_000,
    });
    expect(await figure('Sales', 'Total sales')).toBe('UGX 10,000.00');
  });

  test('R-REP-20 what was paid for a cancelled sale and not given back yet is a line of its own, and in no sum by method', async () => {
    const { shop } = await openReports();
    await bars('Money by payment method');
    expect(screen.queryByText('To give back')).toBeNull();
    await meanwhile(() => cancelPaid(shop));
    await waitFor(async () => expect(await figure('Money by payment method', 'To give back')).toBe('UGX 1,500.00'));
    expect((await bars('Money by payment method'))[0]).toEqual(['Cash', 'UGX 5,000.00']);
    expect(screen.getByText(/^Together/).textContent).toBe('Together UGX 7,500.00');
    expect(await figure('Sales', 'Total sales')).toBe('UGX 10,000.00');
  });

  test('by hour and by day, as pictures and as numbers', async () => {
    await openReports('/reports?period=week');
    const days = await screen.findByRole('img', { name: 'Sales by day, most: 16 Nov 2026, UGX 25,000.00' });
    expect(columnsOf(days)).toEqual([
      ['16', '100%'],
      ...['17', '18', '19', '20'].map((day) => [day, '0%']),
      ['21', '40%'],
      ['22', '0%'],
    ]);
    const hours = screen.getByRole('img', { name: 'Sales by hour, most: 12:00 – 13:00, UGX 30,000.00' });
    const marked = [...columnsOf(hours).entries()].filter(([, [mark, height]]) => mark !== '' || height !== '0%');
    expect(marked).toEqual([
      [0, ['0', '0%']],
      [6, ['6', '0%']],
      [9, ['', '8.33333%']],
      [10, ['', '8.33333%']],
      [12, ['12', '100%']],
      [18, ['18', '0%']],
    ]);
    const table = screen.getAllByRole('table', { hidden: true })[0];
    const rows = within(table!).getAllByRole('row', { hidden: true });
    expect(rows.map((row) => row.textContent)).toEqual([
      'DaySales',
      '16 Nov 2026UGX 25,000.001 sale',
      ...['17', '18', '19', '20'].map((day) => `${day} Nov 2026UGX 0.000 sales`),
      '21 Nov 2026UGX 10,000.003 sales',
      '22 Nov 2026UGX 0.000 sales',
    ]);
  });

  test('a long range is shown by month', async () => {
    await openReports('/reports?period=days&from=2026-09-01&to=2026-11-21');
    const months = await screen.findByRole('img', { name: 'Sales by month, most: Oct 2026, UGX 100,000.00' });
    expect(columnsOf(months)).toEqual([
      ['S', '0%'],
      ['O', '100%'],
      ['N', '85%'],
    ]);
  });

  test('R-REP-18 C-141 the top items are those of this month, whatever the period', async () => {
    await openReports();
    expect(await bars('Top selling items this month')).toEqual([
      ['Sugar', '33 sold', 'UGX 82,500.00'],
      ['Rice', '3 sold', 'UGX 2,500.00'],
    ]);
  });

  test('a day without a sale says so everywhere', async () => {
    await openReports('/reports', { rows: { ...ROWS, sale: [] } });
    expect(await screen.findByText('No money was taken.')).toBeTruthy();
    expect(await screen.findByText('Nothing was sold this month yet.')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Sales by hour, no sales' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'By seller' })).toBeNull();
  });
});

describe('profit', () => {
  test('G27 an admin sees it, and what is not in it', async () => {
    await openReports();
    // Three of Sugar at 2,500.00 that cost 1,937.37 each; the cost of Rice is unknown.
    expect(await figure('Profit', 'Profit')).toBe('UGX 1,687.89');
    expect(await figure('Profit', 'Cost of goods')).toBe('UGX 5,812.11');
    expect((await section('Profit')).getByText(/^1 item without a cost price/).textContent).toBe(
      '1 item without a cost price brought UGX 2,500.00, which is not in it.',
    );
  });

  test('G27 SYN-13 C-097 staff see none, and neither does their file', async () => {
    const blobs = captureFiles();
    const withoutCost = [SUGAR, RICE].map(({ costPriceMinor: _, ...item }) => item);
    await openReports('/reports', {
      rows: { ...ROWS, item: withoutCost },
      state: { role: 'staff', projection: 'staff' },
    });
    await figure('Sales', 'Total sales');
    expect(screen.queryByRole('region', { name: 'Profit' })).toBeNull();
    expect((await bars('Sales by item'))[0]).toEqual(['Sugar', 'UGX 7,500.00', '3 sold']);
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(blobs).toHaveLength(1));
    expect(await blobs[0]?.blob.text()).not.toMatch(/profit|cost/i);
  });
});

describe('out of the app', () => {
  let files: ReturnType<typeof captureFiles>;
  beforeEach(() => {
    files = captureFiles();
  });
  const exported = async (): Promise<string[]> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    return ((await files[0]?.blob.text()) ?? '').split('\r\n');
  };

  test('G29 SYN-12 the file of a report that begins before what a device keeps says so', async () => {
    const window = { sinceMs: NOON_MS - 60 * DAY_MS, months: 3, older: {} };
    const business = [businessRow({ createdAtMs: NOON_MS - 900 * DAY_MS })];
    await openReports('/reports?period=days&from=2025-01-01&to=2026-11-21', {
      ...{ rows: { ...ROWS, business }, state: { window } },
    });
    await bars('Sales by item');
    expect((await exported()).join()).toMatch(
      /This device keeps sales from 22 Sept? 2026 on, and older ones that are not settled/,
    );
  });

  test('G29 SYN-12 the file of a report on what a device keeps says nothing of older sales', async () => {
    const window = { sinceMs: NOON_MS - 60 * DAY_MS, months: 3, older: {} };
    const business = [businessRow({ createdAtMs: NOON_MS - 900 * DAY_MS })];
    await openReports('/reports', { rows: { ...ROWS, business }, state: { window } });
    await bars('Sales by item');
    expect((await exported()).join()).not.toContain('This device keeps sales');
  });

  test('G29 M41 R-SEC-20 a file with every figure, and how complete they are', async () => {
    const { shop } = await openReports();
    await bars('Sales by item');
    const lines = await exported();
    expect((await shop.outbox()).at(-1)?.wire).toMatchObject({ name: 'export.note', args: { what: 'report' } });
    expect(files[0]?.name).toBe('kaunta-sales-report-21-Nov-2026.csv');
    expect(lines[0]).toBe('Figure,Name,Period,Sales,Quantity,Amount,Currency,Profit');
    for (const line of [
      'Total,Total sales,21 Nov 2026,3,,10000,UGX,1687.89',
      'Total,Unpaid,21 Nov 2026,,,2500,UGX,',
      'Money left,Mobile Money,21 Nov 2026,,,2500,UGX,',
      'By day,2026-11-21,21 Nov 2026,3,,10000,UGX,',
      'By hour,12:00 – 13:00,21 Nov 2026,1,,5000,UGX,',
      'By seller,Brian Okello,21 Nov 2026,1,,2500,UGX,',
      'By item,Sugar,21 Nov 2026,,3,7500,UGX,1687.89',
      'Complete up to 12:00',
    ])
      expect(lines).toContain(line);
  });

  test('R-REP-20 G29 what is to give back is a line of the file, also where it is nothing', async () => {
    const { shop } = await openReports();
    await bars('Sales by item');
    expect(await exported()).toContain('Total,To give back,21 Nov 2026,,,0,UGX,');
    files.length = 0;
    await meanwhile(() => cancelPaid(shop));
    await screen.findByText('To give back');
    const lines = await exported();
    expect(lines).toContain('Total,To give back,21 Nov 2026,,,1500,UGX,');
    expect(lines).toContain('Money left,Cash,21 Nov 2026,,,5000,UGX,');
  });

  test('G29 the stock and the unpaid sales are files too', async () => {
    await openReports('/reports?tab=unpaid');
    await screen.findByRole('list', { name: 'Unpaid sales' });
    expect(await exported()).toContain(`${unpaidSale.saleNumber},2026-11-21 10:00,Asha Nansubuga,2500,2500,UGX,0`);
    files.length = 0;
    await userEvent.click(screen.getByRole('tab', { name: 'Inventory' }));
    await screen.findByRole('region', { name: 'Low stock' });
    expect((await exported())[0]).toBe('Figure,Item,SKU,Stock,Reorder level,Batch,Expiry date');
  });

  test('on paper', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await openReports();
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
