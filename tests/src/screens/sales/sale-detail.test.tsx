import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Sale, SaleLine } from '../../../../domain/sales/sale.ts';
import { ASHA, SHOP_ROWS, showOpened, showSales, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { businessRow, customerRow, NOON_MS, saleRow, USER_ID } from '../../../support/shop-rows.ts';
import { meanwhile, openShop } from '../../../support/screens/shop-screens.tsx';

const ID = 900;
const NUMBER = 'SALE-1795251600900';

const line = (fields: Partial<SaleLine> = {}): SaleLine => ({
  id: 1,
  itemId: SUGAR.id,
  itemName: 'Sugar',
  itemSku: 'SUG-1',
  quantityHundredths: 200,
  unitPriceMinor: 250_000,
  listPriceMinor: 250_000,
  discountMinor: 0,
  totalMinor: 500_000,
  movesStock: true,
  ...fields,
});

const rowsWith = (sale: Partial<Sale>) => ({ ...SHOP_ROWS, sale: [saleRow({ id: ID, saleNumber: NUMBER, ...sale })] });
const showSale = (sale: Partial<Sale> = {}) => showSales(`/sales/${ID}`, { rows: rowsWith(sale) });

const facts = async () => within(await screen.findByRole('region', { name: 'Sale' }));
const items = async () => within(await screen.findByRole('region', { name: 'Items' }));
/** Returns the value under a name. */
const fact = async (name: string) => {
  const term = (await facts()).queryByText(name, { selector: 'dt' });
  return term === null ? null : (term.parentElement?.querySelector('dd')?.textContent ?? '');
};
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const plain = (text: string | null | undefined) => text?.replaceAll(/\s+/g, ' ');

describe('what the sale was', () => {
  test('SYN-23 R-LIM-02 a time that cannot be stands beside the one that the sale counts by', async () => {
    const said = Date.UTC(2190, 0, 1, 9);
    const payment = { id: ID, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null };
    await showSale({
      ...{ deviceAtMs: said, flags: ['clock_suspect'], finalMinor: 500_000, status: 'pending' },
      payments: [{ ...payment, id: 3, transactionId: null, byUserId: USER_ID, atMs: NOON_MS, deviceAtMs: said }],
    });
    const both = '21 Nov 2026, 12:00 (the device’s clock said 1 Jan 2190, 12:00)';
    expect(await fact('Date')).toBe(both);
    expect((await screen.findByRole('region', { name: 'Payments' })).textContent).toContain(both);
  });

  test("R-SDET-01 R-SDET-02 is titled 'Sale #{saleNumber}', and its Back leads to /sales", async () => {
    const app = await showSale();
    const back = await screen.findByRole('link', { name: 'Back' });
    await waitFor(() => expect(title()).toBe(`Sale #${NUMBER}`));
    expect(back.getAttribute('href')).toBe('/sales');
    await userEvent.click(back);
    expect(app.path()).toBe('/sales');
  });

  test('R-SDET-09 R-SDET-10 R-SDET-11 R-SDET-12 R-SDET-13 C-049 shows customer, time, status, number, notes and transaction id', async () => {
    await showSale({
      customerId: ASHA.id,
      customerName: ASHA.name,
      notes: 'deliver by Friday',
      paymentMethodName: 'Mobile Money',
      transactionId: 'MP-77',
    });
    expect((await facts()).getByText('Asha Nansubuga')).toBeTruthy();
    expect((await facts()).getByText('Completed')).toBeTruthy();
    // 09:00 UTC is 12:00 in Kampala.
    expect(await fact('Date')).toBe('21 Nov 2026, 12:00');
    expect(await fact('Sale number')).toContain(NUMBER);
    expect(await fact('Notes')).toBe('deliver by Friday');
    expect(await fact('Payment method')).toBe('Mobile Money');
    expect(await fact('Transaction ID')).toBe('MP-77');
  });

  test("R-SDET-09 R-SDET-13 C-052 nobody by name is 'Walk-in Customer', no method is Cash, and what is absent takes no line", async () => {
    await showSale();
    expect((await facts()).getByText('Walk-in Customer')).toBeTruthy();
    expect(await fact('Payment method')).toBe('Cash');
    expect(await fact('Notes')).toBeNull();
    expect(await fact('Transaction ID')).toBeNull();
    expect(await fact('Reason for cancellation')).toBeNull();
  });

  test("R-SLIST-40 a sale of which nothing is paid names no method: 'Not paid yet'", async () => {
    await showSale({ status: 'pending', paymentMethodName: 'Cash', finalMinor: 500 });
    expect(await fact('Payment method')).toBe('Not paid yet');
  });

  test('R-SDET-14 a walk-in sale reads no customer; one with a customer reads that one', async () => {
    const opened = await openShop({ rows: rowsWith({ customerId: ASHA.id, customerName: 'Asha N.' }) });
    await opened.shop.absorb({
      rows: { sale: [saleRow({ id: 901, notes: 'walk-in' })], customer: [customerRow({ id: 32 })] },
    });
    const { customer } = opened.device.database.tables.rows;
    const read = vi.spyOn(customer, 'get');
    const walkIn = showOpened(opened, '/sales/901');
    expect(await fact('Notes')).toBe('walk-in');
    expect(read).not.toHaveBeenCalled();
    walkIn.unmount();
    showOpened(opened, `/sales/${ID}`);
    expect((await facts()).getByText('Asha Nansubuga')).toBeTruthy();
    expect(read.mock.calls.every(([id]) => id === (ASHA.id as unknown))).toBe(true);
  });

  test("C-048 unpaid is said as 'Pending payment'", async () => {
    await showSale({ status: 'pending', customerId: ASHA.id, customerName: ASHA.name });
    expect((await facts()).getByText('Pending payment')).toBeTruthy();
  });

  test("C-154 G5 what no server has yet bears 'Pending sync'", async () => {
    const opened = await openShop({ rows: SHOP_ROWS });
    const id = await opened.shop.sell(SUGAR.id, 100);
    showOpened(opened, `/sales/${id}`);
    expect((await facts()).getByText('Pending sync')).toBeTruthy();
  });
});

describe('its lines', () => {
  const rows = async () => (await items()).getAllByRole('listitem');

  test('R-SDET-15 R-SDET-17 R-SDET-18 R-SDET-19 R-SDET-20 R-SDET-22 R-SDET-23 show item, SKU, quantity, unit price, line total, and one total from the final amount', async () => {
    const second = line({ id: 2, itemId: 12, itemName: 'Rice', itemSku: null, quantityHundredths: 250 });
    await showSale({
      lines: [line(), { ...second, unitPriceMinor: 133_333, totalMinor: 333_333 }],
      totalMinor: 833_333,
      discountMinor: 33_333,
      finalMinor: 800_000,
    });
    const [sugar, rice] = await rows();
    const lines = within(sugar as HTMLElement);
    expect(lines.getByText('Sugar')).toBeTruthy();
    expect(lines.getByText('SKU: SUG-1')).toBeTruthy();
    expect(lines.getByText('UGX 5,000.00')).toBeTruthy();
    expect(plain(sugar?.textContent)).toContain('2 × UGX 2,500.00 each');
    expect(plain(rice?.textContent)).toContain('2.5 Kilogram × UGX 1,333.33 each');
    expect(within(rice as HTMLElement).getByText('UGX 3,333.33')).toBeTruthy();
    expect(within(rice as HTMLElement).queryByText(/SKU/)).toBeNull();
    const total = (await items()).getByText('Total Amount').parentElement;
    expect(plain(total?.textContent)).toBe('Total AmountUGX 8,000.00');
  });

  test("R-SDET-16 C-069 an item keeps the name of the sale; without one it is 'Unknown Item'", async () => {
    const gone = line({ id: 2, itemId: 99, itemName: 'Old soap' });
    await showSale({ lines: [line({ itemName: '' }), gone] });
    const [first, second] = await rows();
    expect(within(first as HTMLElement).getByText('Unknown Item')).toBeTruthy();
    expect(within(second as HTMLElement).getByText('Old soap')).toBeTruthy();
    expect(within(second as HTMLElement).queryByText('Unknown Item')).toBeNull();
  });

  test("R-SDET-21 none at all: 'No items found for this sale.'", async () => {
    const { unmount } = await showSale();
    expect((await items()).getByText('No items found for this sale.')).toBeTruthy();
    unmount();
    await showSale({ lines: [line()] });
    expect((await items()).queryByText('No items found for this sale.')).toBeNull();
  });

  test('R-SDET-24 C-037 amounts are in USD where no currency is known', async () => {
    await showSales(`/sales/${ID}`, {
      rows: {
        business: [businessRow({ currency: '' })],
        sale: [saleRow({ id: ID, currency: '', lines: [line()], finalMinor: 500_000 })],
      },
    });
    expect((await items()).getAllByText('USD 5,000.00')).toHaveLength(2);
    expect((await items()).getByText('USD 2,500.00')).toBeTruthy();
  });

  test('R-SDET-24 C-043 amounts stay in the currency of the sale when the shop changes its own', async () => {
    await showSales(`/sales/${ID}`, {
      rows: {
        business: [businessRow({ currency: 'KES' })],
        sale: [saleRow({ id: ID, lines: [line()], finalMinor: 500_000 })],
      },
    });
    expect((await items()).getAllByText('UGX 5,000.00')).toHaveLength(2);
  });

  test('C-097 nobody reads here what an item cost', async () => {
    await showSale({ lines: [line()] });
    await items();
    expect(document.body.textContent).not.toContain('1,937.37');
  });
});

describe('loading and not found', () => {
  test("R-SDET-03 R-SDET-04 R-SDET-07 while it is read: 'Sale Details' and 'Loading sale details...'; the id is read as a number", async () => {
    const opened = await openShop({ rows: rowsWith({}) });
    const get = vi.spyOn(opened.device.database.tables.rows.sale, 'get');
    get.mockReturnValue(new Promise(() => undefined) as never);
    showOpened(opened, `/sales/${ID}`);
    expect(await screen.findByText('Loading sale details...')).toBeTruthy();
    expect(title()).toBe('Sale Details');
    expect(screen.queryByText('Sale not found')).toBeNull();
    expect(get.mock.calls).toEqual([[ID]]);
  });

  test("R-SDET-05 R-SDET-06 no such sale: 'Sale not found', and 'Back to Sales' leads to /sales", async () => {
    const app = await showSales('/sales/12345', { rows: rowsWith({}) });
    expect(await screen.findByText('Sale not found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel sale' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Sales' }));
    expect(app.path()).toBe('/sales');
  });

  test.each(['abc', '9e2', '-900', '900x', '0x384'])(
    'R-SDET-08 R-SDET-05 %s is no number: nothing is read',
    async (id) => {
      const opened = await openShop({ rows: rowsWith({}) });
      const get = vi.spyOn(opened.device.database.tables.rows.sale, 'get');
      showOpened(opened, `/sales/${id}`);
      expect(await screen.findByText('Sale not found')).toBeTruthy();
      expect(get).not.toHaveBeenCalled();
    },
  );

  test('a sale that comes from another phone meanwhile is shown', async () => {
    const { shop } = await showSales(`/sales/${ID}`);
    expect(await screen.findByText('Sale not found')).toBeTruthy();
    await meanwhile(() => shop.absorb({ rows: { sale: [saleRow({ id: ID, saleNumber: NUMBER })] } }));
    expect(await fact('Sale number')).toContain(NUMBER);
  });
});

describe('a cancelled sale', () => {
  const cancelled: Partial<Sale> = {
    status: 'cancelled',
    notes: 'deliver by Friday',
    cancellations: [{ reason: 'rang up twice', byUserId: USER_ID, atMs: NOON_MS + 60_000 }],
  };

  test("R-SDET-40 C-050 says 'Cancelled', why and when, and keeps its notes", async () => {
    await showSale(cancelled);
    expect((await facts()).getByText('Cancelled', { selector: '.mantine-Badge-label' })).toBeTruthy();
    expect((await facts()).queryByText('Completed')).toBeNull();
    expect(await fact('Reason for cancellation')).toBe('rang up twice');
    expect(await fact('Cancelled on')).toBe('21 Nov 2026, 12:01');
    expect(await fact('Notes')).toBe('deliver by Friday');
  });

  test('R-SDET-41 R-SDET-43 C-059 can be looked at by its address, and neither cancelled again nor taken back', async () => {
    await showSale(cancelled);
    await facts();
    expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
  });
});
