import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Papa from 'papaparse';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { importColumns } from '../../../../domain/items/item-import.ts';
import { Exchange } from '../../../../src/screens/exchange/exchange.tsx';
import { businessRow, customerRow, itemRow, NOON_MS, purchaseRow, saleRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop, setStatus, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

let written: { name: string; blob: Blob }[] = [];
beforeEach(() => {
  let last: Blob | null = null;
  written = [];
  URL.createObjectURL = (blob) => {
    last = blob instanceof Blob ? blob : null;
    return 'blob:here';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) written.push({ name: this.download, blob: last });
  });
});

async function open(options: ShopOptions = {}) {
  const opened = await openShop(options);
  await setStatus(opened.shop, { phase: 'idle', lastSyncAtMs: NOON_MS });
  renderShop(opened, [{ path: '/settings/data', element: <Exchange /> }], '/settings/data');
  return opened;
}

/** Clicks this button; returns the file's name, first bytes, and rows by column name. */
async function exported(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(written).toHaveLength(1));
  const [file] = written;
  if (!file) throw new Error('Nothing was written');
  const bytes = new Uint8Array(await file.blob.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return { name: file.name, bytes, text, rows: data, columns: meta.fields ?? [], errors };
}

const ITEMS = [
  itemRow({ ...{ id: 1, name: '=HYPERLINK("http://x")', costPriceMinor: 90_050, createdAtMs: NOON_MS }, sku: '-7' }),
  itemRow({
    ...{ id: 2, name: 'Sugar, "best"', currentStockHundredths: -250, createdAtMs: NOON_MS + 1 },
    isActive: false,
  }),
];

describe('items', () => {
  test('G29 as UTF-8 with a mark, RFC 4180, and nothing that a spreadsheet would run', async () => {
    await open({ rows: { item: ITEMS } });
    const { name, bytes, text, rows, errors } = await exported('Export items');
    expect(name).toBe('kaunta-items-2026-11-21.csv');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect([errors, text.endsWith('\r\n')]).toEqual([[], true]);
    expect(rows).toMatchObject([
      { Name: '\'=HYPERLINK("http://x")', 'Selling price': '1500', 'Cost price': '900.5', SKU: "'-7", Archived: 'no' },
      { Name: 'Sugar, "best"', Stock: '-2.5', Archived: 'yes', Created: '2026-11-21 12:00' },
    ]);
  });

  test('G29 G30 with the columns that an import knows', async () => {
    await open({ rows: { item: ITEMS } });
    const { columns } = await exported('Export items');
    expect(columns).toEqual(expect.arrayContaining(importColumns(true).map(({ name }) => name)));
  });

  test('SYN-13 C-097 staff export no cost price, of items and of movements', async () => {
    const state = { role: 'staff', projection: 'staff' } as const;
    const { shop } = await open({ rows: { item: [itemRow({ id: 1 })] }, state });
    expect((await exported('Export items')).columns).not.toContain('Cost price');
    written = [];
    await shop.sell(1, 100);
    expect((await exported('Export stock movements')).columns).not.toContain('Cost price');
  });
});

test('G29 customers', async () => {
  await open({
    rows: { customer: [customerRow({ id: 3, name: 'أمينة', phone: '+256 772 123456', notes: 'two\nlines' })] },
  });
  const { rows } = await exported('Export customers');
  expect(rows).toEqual([
    { Name: 'أمينة', Phone: "'+256 772 123456", Address: '', Notes: 'two\nlines', Created: '2026-11-21 12:00' },
  ]);
});

test('G29 M41 sales, those that are not sent too, one in a line, with what was paid and by whom', async () => {
  const cancelled = saleRow({
    ...{
      id: 5,
      saleNumber: 'SALE-1',
      status: 'cancelled',
      customerName: 'Grace',
      finalMinor: 9_000,
      totalMinor: 9_000,
    },
    ...{ cancellations: [{ reason: '@home', byUserId: 70, atMs: NOON_MS }], createdAtMs: NOON_MS - 1 },
  });
  const { shop } = await open({ rows: { item: [itemRow({ id: 1, name: 'Soap' })], sale: [cancelled] } });
  await shop.sell(1, 250);
  const { rows } = await exported('Export sales');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    ...{ 'Sale number': 'SALE-1', Status: 'cancelled', Customer: 'Grace', 'Final amount': '90' },
    ...{ 'Cancelled because': "'@home", Balance: '0' },
  });
  expect(rows[1]).toMatchObject({ Status: 'completed', Items: '2.5 x Item 1', 'Final amount': '3750', Paid: '3750' });
});

test('G29 M17 stock movements: whatever moved stock, oldest first', async () => {
  const bought = purchaseRow({
    ...{ id: 6, supplierId: 3, supplierName: 'Mukwano', invoiceNumber: 'INV-9', createdAtMs: NOON_MS - 50 },
    lines: [
      {
        ...{ id: 1, itemId: 1, itemName: 'Soap', quantityHundredths: 500, unitCostMinor: 1, totalCostMinor: 5 },
        ...{ batchNumber: null, expiryDate: null, notes: null, movesStock: true },
      },
    ],
  });
  const { shop } = await open({ rows: { item: [itemRow({ id: 1, name: 'Soap', sku: 'S-1' })], purchase: [bought] } });
  const saleId = await shop.sell(1, 200);
  await shop.run('sale.cancel', () => ({ id: saleId, reason: 'Back', refunds: [] }));
  await shop.run('stock.adjust', ({ mintId }) => ({
    ...{ id: mintId(), itemId: 1, quantityHundredths: -100, reason: 'damaged', notes: 'wet' },
  }));
  await shop.run('stock.add', ({ mintId }) => ({
    ...{ id: mintId(), itemId: 1, quantityHundredths: 300, costPriceMinor: 70_000, batchId: 'B-1' },
  }));
  const { rows } = await exported('Export stock movements');
  const told = rows.map((row) =>
    [row['Item'], row['Movement'], row['Quantity'], row['Reason'], row['Cost price']].join(' '),
  );
  expect(told[0]).toBe('Soap purchase 5  ');
  expect(told.slice(1).sort()).toEqual([
    'Soap addition 3  700',
    'Soap adjustment -1 damaged ',
    'Soap sale -2  ',
    'Soap sale cancelled 2 Back ',
  ]);
  expect(rows.find(({ Movement }) => Movement === 'sale')?.['Reference']).toMatch(/^SALE-\d+$/);
});

test("M41 'Includes data synced up to' stands on the page and is told with the file", async () => {
  const { shop } = await open();
  expect(await screen.findByText((text) => text.startsWith('Includes data synced up to 21 Nov 2026'))).toBeTruthy();
  await exported('Export sales');
  expect((await screen.findByRole('status')).textContent).toContain('Includes data synced up to');
  await setStatus(shop, { lastSyncAtMs: null });
  expect(await screen.findByText(/^Nothing was synced to this device yet/)).toBeTruthy();
});

test('G29 ten thousand items are written in stretches, all of them once', async () => {
  const item = Array.from({ length: 1_234 }, (_, index) => itemRow({ id: index + 1, createdAtMs: NOON_MS }));
  await open({ rows: { item } });
  const { rows } = await exported('Export items');
  expect(new Set(rows.map(({ Name }) => Name)).size).toBe(1_234);
  expect(rows).toHaveLength(1_234);
});

test('R-SEC-20 M41 each export is noted among the changes that wait, before there is a file', async () => {
  const { shop, device } = await open();
  await exported('Export customers');
  expect((await shop.outbox()).map(({ wire }) => [wire.name, wire.args])).toEqual([
    ['export.note', { what: 'customers' }],
  ]);
  written = [];
  vi.spyOn(device.database, 'write').mockRejectedValue(new Error('The disk is full'));
  await userEvent.click(await screen.findByRole('button', { name: 'Export sales' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to export');
  expect(written).toEqual([]);
});

test('G29 a file that cannot be written is told', async () => {
  const { device } = await open();
  await screen.findByRole('button', { name: 'Export sales' });
  vi.spyOn(device.database.tables.rows.user, 'toArray').mockRejectedValue(new Error('gone'));
  await userEvent.click(screen.getByRole('button', { name: 'Export sales' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to export');
});

test('G29 while one file is made its button says so, and no other is begun; when it failed all can be pressed', async () => {
  const { device } = await open();
  const noted = Promise.withResolvers<never>();
  vi.spyOn(device.database, 'write').mockReturnValue(noted.promise);
  await userEvent.click(await screen.findByRole('button', { name: 'Export sales' }));
  const buttons = () =>
    screen
      .getAllByRole<HTMLButtonElement>('button', { name: /^Export/ })
      .map((one) => [one.textContent, one.hasAttribute('data-loading'), one.disabled]);
  const idle = ['sales', 'items', 'customers', 'stock movements'].map((kind) => [`Export ${kind}`, false, false]);
  await waitFor(() => expect(buttons()).toEqual(idle.map(([name]) => [name, name === 'Export sales', true])));
  noted.reject(new Error('The disk is full'));
  await waitFor(() => expect(buttons()).toEqual(idle));
});

test('M41 while the shop is still arriving the export says that a file is not whole', async () => {
  await open({ rows: { item: ITEMS }, state: { snapshotComplete: false } });
  expect(await screen.findByText('The shop is still arriving: a file holds only what is here so far.')).toBeTruthy();
});

test('M41 SYN-12 on a device of which old rows have left, the export says from when on it has them', async () => {
  const window = { sinceMs: NOON_MS - 90 * 86_400_000, months: 3, older: {} };
  const business = [businessRow({ createdAtMs: NOON_MS - 900 * 86_400_000 })];
  await open({ rows: { item: ITEMS, business }, state: { window } });
  expect(await screen.findByText(/sales and stock movements from 23 Aug 2026 on\.$/)).toBeTruthy();
});
