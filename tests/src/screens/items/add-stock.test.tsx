import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { AddStock } from '../../../../src/screens/items/add-stock.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { itemRow, NOON_MS, supplierRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { settled } from '../../../support/screens/walk-inputs.ts';
import { pressOnceThere } from '../../../support/screens/screen-driver.ts';

const SOAP = itemRow({
  ...{ id: 8, name: 'Blue Soap', category: 'Cleaning', customFields: { brand: 'Mukwano' } },
  ...{ priceMinor: 123_450, currentStockHundredths: 1_000 },
});
const SUGAR = itemRow({ id: 9, name: 'Sugar', category: 'Food', currentStockHundredths: 50, unitOfMeasure: 'kg' });
const SERVICE = itemRow({ id: 10, name: 'Haircut', type: 'service', trackStock: false });
const ARCHIVED = itemRow({ id: 11, name: 'Old soap', isActive: false });

interface Opening extends ShopOptions {
  items?: Item[];
  path?: string;
  run?: ShownReplica['run'];
}

async function open({ items = [SOAP, SUGAR, SERVICE, ARCHIVED], path = '/add-stock', run, ...options }: Opening = {}) {
  const opened = await openShop({ ...options, rows: { item: items, ...options.rows } });
  const replica = { ...opened.replica, run: run ?? opened.replica.run };
  const view = renderShop(
    { replica },
    [
      { path: '/add-stock', element: <AddStock /> },
      { path: '/items', element: <p>The items</p> },
      { path: '/', element: <p>Home</p> },
    ],
    path,
  );
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return {
    ...opened,
    view,
    fill,
    search: (value: string) => fill('Search items', value),
    add: () => userEvent.click(screen.getByRole('button', { name: 'Add stock' })),
    shown: async () => {
      const list = within(await screen.findByRole('dialog', { name: 'Select Item' }));
      return list.queryAllByRole('listitem').map((row) => row.textContent);
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

describe('the first step', () => {
  test('R-STK-02 R-STK-06 R-STK-07 R-STK-08 C-103 C-107 lists the items that have stock, with category, brand, stock and price', async () => {
    const { shown } = await open();
    await waitFor(async () =>
      expect(await shown()).toEqual([
        'SugarCategory: Food · Brand: -Stock: 0.5 kg · UGX 1,500.00',
        'Blue SoapCategory: Cleaning · Brand: MukwanoStock: 10 pcs · UGX 1,234.50',
      ]),
    );
  });

  test('R-CTR-16 a scan chooses the item of its code', async () => {
    const { view } = await open({ items: [{ ...SOAP, sku: '6001240100035' }, SUGAR] });
    await screen.findByRole('dialog', { name: 'Select Item' });
    typeKeys('6001240100035', 4);
    expect(await screen.findByRole('heading', { name: 'Blue Soap' })).toBeTruthy();
    expect(view.router.state.location.search).toBe('?item=8');
  });

  test.each([
    ['4006381333931', 'No item has the code 4006381333931'],
    ['5901234123457', 'Haircut has no stock that is counted'],
  ])('R-CTR-16 R-CTR-13 a scan of %s says why it chooses nothing', async (code, sentence) => {
    await open({ items: [SOAP, { ...SERVICE, sku: '5901234123457' }] });
    const dialog = within(await screen.findByRole('dialog', { name: 'Select Item' }));
    typeKeys(code, 4);
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  });

  test('R-CTR-16 R-CTR-11 Enter takes the item of the typed code, else the first hit, and nothing for a blank', async () => {
    const { search, view } = await open({
      items: [
        { ...SOAP, sku: 'X-9', name: 'S1 soap' },
        { ...SUGAR, sku: 'S-1' },
        { ...SERVICE, sku: 'C-1' },
        { ...SUGAR, id: 21, name: 'Sugar of one', sku: 'D-1' },
        { ...SUGAR, id: 22, name: 'Sugar of two', sku: 'D-1' },
      ],
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Select Item' }));
    const enter = () => fireEvent.keyDown(dialog.getByLabelText('Search items'), { key: 'Enter' });
    enter();
    // The search behind it has answered when the list's own has.
    await settled();
    expect(view.router.state.location.search).toBe('');
    // Written as people write codes, which the search does not know.
    search('s1');
    enter();
    await waitFor(() => expect(view.router.state.location.search).toBe('?item=9'));
    await userEvent.click(await screen.findByRole('button', { name: 'Change Item' }));
    await screen.findByRole('dialog', { name: 'Select Item' });
    const enterAgain = () => fireEvent.keyDown(screen.getByLabelText('Search items'), { key: 'Enter' });
    // A code of an item without a stock is no choice here, and finds nothing else.
    search('c-1');
    enterAgain();
    await settled();
    expect(view.router.state.location.search).toBe('');
    // Of several items with one code a person chooses.
    search('d-1');
    enterAgain();
    await settled();
    expect(view.router.state.location.search).toBe('');
    search('soa');
    enterAgain();
    await waitFor(() => expect(view.router.state.location.search).toBe('?item=8'));
  });

  test('R-STK-06 the matches are a real dialog: modal, Escape closes it, the focus returns, and it opens again', async () => {
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Select Item' });
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Search items')));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: 'Select Item' });
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /^Sugar/ }));
    expect(await screen.findByRole('heading', { name: 'Sugar' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['R-STK-03', 'sOAP'],
    ['R-STK-04', 'CLEAN'],
    ['R-STK-05', 'mukw'],
  ])("%s finds by '%s'", async (_id, typed) => {
    const { search, shown } = await open();
    await waitFor(async () => expect(await shown()).toHaveLength(2));
    search(typed);
    await waitFor(async () => expect((await shown()).map((text) => text?.slice(0, 9))).toEqual(['Blue Soap']));
  });

  test("R-STK-09 says 'No items found'", async () => {
    const { search, shown } = await open();
    await waitFor(async () => expect(await shown()).toHaveLength(2));
    // This search does not look at prices.
    search('1,234');
    expect(await screen.findByText('No items found')).toBeTruthy();
    expect(screen.getByText('Try a different search term')).toBeTruthy();
  });

  test('R-STK-09 G51 a shop without items finds the way to its first', async () => {
    const { search } = await open({ items: [] });
    expect(await screen.findByText('No items found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New Item' }).getAttribute('href')).toBe('/items/new');
    search('soap');
    expect(await screen.findByText('Try a different search term')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'New Item' })).toBeNull();
  });

  test("R-STK-10 says 'Loading items...' until it knows", async () => {
    const opened = await openShop({ rows: { item: [SOAP] } });
    const search = { ...opened.replica.search, page: () => new Promise<never>(() => undefined) };
    renderShop({ replica: { ...opened.replica, search } }, [{ path: '*', element: <AddStock /> }], '/add-stock');
    expect(await screen.findByText('Loading items...')).toBeTruthy();
  });

  test('C-115 shows the newest of many and says that there are more', async () => {
    const items = Array.from({ length: 45 }, (_, index) =>
      itemRow({ id: index + 1, name: `Thing ${index}`, createdAtMs: NOON_MS + index }),
    );
    const { shown, search } = await open({ items });
    expect(await screen.findByText('The 20 newest of 45 items. Type to search.')).toBeTruthy();
    expect(await shown()).toHaveLength(20);
    search('thing 3');
    await waitFor(async () => expect(await shown()).toHaveLength(11));
    expect(screen.queryByText(/Type to search/)).toBeNull();
  });

  test('R-ROUTE-31 R-STK-01 the way back is Home', async () => {
    await open();
    expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe('/');
  });
});

describe('the second step', () => {
  test("R-STK-11 R-STK-12 R-STK-13 shows the item with its id, 'Change Item', and the form with purchase details", async () => {
    const { view } = await open();
    await pressOnceThere(/Blue Soap/);
    const card = within(await screen.findByRole('region', { name: 'Item' }));
    expect(card.getByText('Item ID: 8')).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Blue Soap' })).toBeTruthy();
    expect(card.getByText('Stock: 10 pcs')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Purchase details (optional)' })).toBeTruthy();
    expect(screen.getByLabelText('Purchase amount (per unit)')).toBeTruthy();
    expect(view.search()).toBe('?item=8');
    expect(document.activeElement).toBe(screen.getByLabelText('Quantity'));
  });

  test("R-STK-14 'Change Item' goes back to picking", async () => {
    const { shown } = await open({ path: '/add-stock?item=8' });
    await pressOnceThere(/Change Item/);
    await waitFor(async () => expect(await shown()).toHaveLength(2));
    expect(screen.queryByLabelText('Quantity')).toBeNull();
  });

  test.each(['/add-stock?item=10', '/add-stock?item=999', '/add-stock?item=soap'])(
    'R-STK-17 without an item that has stock there is nothing to add to: %s picks one',
    async (path) => {
      const { shown } = await open({ path });
      await waitFor(async () => expect(await shown()).toHaveLength(2));
    },
  );

  test("C-110 R-STK-20 R-STK-21 R-STK-22 R-STK-24 without details: one movement, 'Stock added', and on to the items", async () => {
    const { fill, add, device, shop, view } = await open({ path: '/add-stock?item=8' });
    await screen.findByLabelText('Quantity');
    fill('Quantity', '2.5');
    await add();
    await waitFor(() => expect(view.path()).toBe('/items'));
    expect(screen.getByText('Stock added')).toBeTruthy();
    expect(screen.getByText('Stock has been added successfully')).toBeTruthy();
    expect(await device.rows('stockMovement')).toMatchObject([
      { itemId: 8, type: 'addition', quantityHundredths: 250, batchId: `batch-${NOON_MS}` },
    ]);
    expect([await shop.stock(8), await device.rows('purchase'), await device.rows('supplier')]).toEqual([
      1_250,
      [],
      [],
    ]);
  });

  test("C-110 C-111 C-112 M18 R-STK-23 R-STK-26 R-STK-27 R-STK-28 R-STK-29 R-STK-30 with details: one purchase, 'Purchase created', stock once", async () => {
    const { fill, add, device, shop, view } = await open({ path: '/add-stock?item=8' });
    await screen.findByLabelText('Quantity');
    fill('Quantity', '10');
    fill('Cost price', '4,000');
    fill('Purchase amount (per unit)', '5,000');
    expect(screen.getByText('UGX 50,000.00')).toBeTruthy();
    await add();
    await waitFor(() => expect(view.path()).toBe('/items'));
    expect(screen.getByText('Purchase created')).toBeTruthy();
    expect(screen.getByText('Purchase has been created successfully')).toBeTruthy();
    const [supplier] = await device.rows('supplier');
    expect(supplier).toMatchObject({ name: 'Default Supplier', aliasOfId: null });
    expect(await device.rows('purchase')).toMatchObject([
      {
        ...{ supplierId: supplier?.id, supplierName: 'Default Supplier', paymentMethod: 'cash', paymentStatus: 'paid' },
        ...{ status: 'completed', totalMinor: 5_000_000, currency: 'UGX', purchaseDateMs: NOON_MS },
        lines: [
          { itemId: 8, itemName: 'Blue Soap', quantityHundredths: 1_000, unitCostMinor: 500_000, movesStock: true },
        ],
      },
    ]);
    expect([await shop.stock(8), await device.rows('stockMovement')]).toEqual([2_000, []]);
    // One composite act waits.
    expect((await shop.outbox()).map(({ wire }) => wire.name)).toEqual(['stock.buy']);
  });

  test.each([
    ['4,000', 400_000],
    ['', 0],
  ])(
    "R-STK-30 C-112 no amount: unit cost is the cost price '%s', of the default supplier that is there",
    async (cost, unitCostMinor) => {
      const rows = { supplier: [supplierRow({ id: 5, name: 'Default Supplier' }), supplierRow({ id: 6 })] };
      const { fill, add, device, view } = await open({ path: '/add-stock?item=8', rows });
      await screen.findByLabelText('Quantity');
      fill('Quantity', '1');
      fill('Cost price', cost);
      fill('Invoice number', 'INV-7');
      await add();
      await waitFor(() => expect(view.path()).toBe('/items'));
      expect(await device.rows('purchase')).toMatchObject([
        { supplierId: 5, invoiceNumber: 'INV-7', lines: [{ unitCostMinor }] },
      ]);
      expect(await device.rows('supplier')).toHaveLength(2);
    },
  );

  test.each([
    ['R-STK-15', 'Quantity', '0', 'Quantity must be a positive number'],
    ['C-111', 'Purchase amount (per unit)', 'much', 'Purchase amount must be zero or more'],
    ['C-111 C-040', 'Purchase amount (per unit)', '999999999999', 'Amount is too large'],
  ])("%s refuses %s '%s' beside its field, and keeps what was typed", async (_id, label, typed, message) => {
    const { fill, add, shop } = await open({ path: '/add-stock?item=8' });
    await screen.findByLabelText('Quantity');
    fill('Quantity', '1');
    fill(label, typed);
    await add();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(typed);
    expect(await shop.outbox()).toEqual([]);
  });

  test('R-STK-25 a purchase that cannot be saved says so, and stays with what was typed', async () => {
    const { fill, add, view } = await open({
      path: '/add-stock?item=8',
      run: () => Promise.reject(new Error('no space')),
    });
    await screen.findByLabelText('Quantity');
    fill('Quantity', '3');
    fill('Purchase amount (per unit)', '700');
    await add();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to add stock. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Purchase amount (per unit)').value).toBe('700');
    expect(view.path()).toBe('/add-stock');
  });

  test('C-097 staff record what they paid and are not asked for the cost price', async () => {
    const { fill, add, device, view } = await open({
      path: '/add-stock?item=8',
      state: { role: 'staff', projection: 'staff' },
    });
    await screen.findByLabelText('Quantity');
    expect(screen.queryByLabelText('Cost price')).toBeNull();
    fill('Quantity', '2');
    fill('Purchase amount (per unit)', '700');
    await add();
    await waitFor(() => expect(view.path()).toBe('/items'));
    expect(await device.rows('purchase')).toMatchObject([{ totalMinor: 140_000 }]);
  });
});

test.each([
  ['Back', (view: Opened['view']) => act(() => view.router.navigate(-1))],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Change Item', () => userEvent.click(screen.getByRole('button', { name: 'Change Item' }))],
])('X-TYPE-58 R-PLACE-04 %s asks before it throws away what was typed for the item', async (_name, leave) => {
  const { view, fill } = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Sugar/ }));
  await screen.findByRole('heading', { name: 'Sugar' });
  fill('Quantity', '3');
  await leave(view);
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('3');
  await leave(view);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('dialog', { name: 'Select Item' })).toBeTruthy();
});
