import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { button, showCustomers, toast } from '../../../support/screens/customer-screens.tsx';
import { field } from '../../../support/screens/screen-driver.ts';
import { businessRow, customerRow, NOON_MS, orderRow, saleRow } from '../../../support/shop-rows.ts';
import { meanwhile, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

const DAY_MS = 24 * 60 * 60_000;
const ASHA = customerRow({
  id: 1,
  name: 'Asha Nansubuga',
  phone: '0772 123-456',
  address: '7 Ntinda Road',
  notes: 'pays on Fridays',
});
const PAID = saleRow({
  id: 11,
  saleNumber: 'SALE-11',
  customerId: 1,
  finalMinor: 500_000,
  createdAtMs: NOON_MS - 3,
});
const OWED = saleRow({
  id: 12,
  saleNumber: 'SALE-12',
  customerId: 1,
  status: 'pending',
  payments: [],
  finalMinor: 1_200_050,
  createdAtMs: NOON_MS - 2,
});
const CANCELLED = saleRow({
  id: 13,
  saleNumber: 'SALE-13',
  customerId: 1,
  status: 'cancelled',
  finalMinor: 700,
  createdAtMs: NOON_MS - 1,
});

const show = (options: ShopOptions = {}, id = '1') =>
  showCustomers(`/customers/${id}`, { ...options, rows: { customer: [ASHA], ...options.rows } });
const opened = () => screen.findByRole('heading', { level: 2, name: ASHA.name });
const salesShown = async () =>
  within(await screen.findByRole('list', { name: 'Sales of this customer' })).getAllByRole('link');

describe('the screen', () => {
  test('R-ROUTE-23 shows name, phone, address and notes', async () => {
    await show();
    await opened();
    const facts = within(screen.getByRole('region', { name: 'Customer' }));
    for (const text of ['0772 123-456', '7 Ntinda Road', 'pays on Fridays']) expect(facts.getByText(text)).toBeTruthy();
  });

  test('R-CUST-29 R-CUST-30 C-130 the tab bears the name and Customer Details, and another once the screen is left', async () => {
    const { app } = await show();
    await opened();
    await waitFor(() => expect(document.title).toBe('Asha Nansubuga - Customer Details · Kaunta'));
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/customers');
    await waitFor(() => expect(document.title).toBe('Customers · Kaunta'));
  });

  test.each(['2', 'abc', '0'])("R-CUST-31 C-129 /customers/%s: 'Customer not found'", async (id) => {
    const { app } = await show({}, id);
    expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeTruthy();
    expect(screen.getByText("This customer does not exist or you don't have permission to view it.")).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Customers' }));
    expect(app.path()).toBe('/customers');
  });

  test('R-CUST-27 R-CUST-28 C-059 their sales, newest first, cancelled ones too, each leading to it', async () => {
    const other = saleRow({ id: 14, customerId: 2, finalMinor: 1 });
    const { app } = await show({ rows: { sale: [PAID, OWED, CANCELLED, other] } });
    await opened();
    const links = await salesShown();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/sales/13', '/sales/12', '/sales/11']);
    expect(links[1]?.textContent).toContain('#SALE-12');
    expect(links[1]?.textContent).toContain('Pending payment');
    expect(links[1]?.textContent).toContain('Balance: UGX 12,000.50');
    await userEvent.click(links[2]!);
    expect(app.path()).toBe('/sales/11');
  });

  test('R-CUST-27 a long history comes twenty at a time', async () => {
    const sale = Array.from({ length: 25 }, (_, index) =>
      saleRow({ id: 100 + index, customerId: 1, createdAtMs: NOON_MS - index }),
    );
    await show({ rows: { sale } });
    await opened();
    expect(await salesShown()).toHaveLength(20);
    await userEvent.click(button('Show older sales'));
    expect(await salesShown()).toHaveLength(25);
    expect(screen.queryByRole('button', { name: 'Show older sales' })).toBeNull();
  });

  test('R-CUST-27 SYN-12 where older sales have left this device it says so, below all that is here', async () => {
    const business = [businessRow({ createdAtMs: NOON_MS - 500 * DAY_MS })];
    const window = { sinceMs: NOON_MS - 400 * DAY_MS, months: 13, older: {} };
    await show({ rows: { business, sale: [PAID] }, state: { window } });
    expect(await salesShown()).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Load older sales' })).toBeTruthy();
  });

  test('R-CUST-27 who has bought nothing has no history, and it says so', async () => {
    await show();
    expect(await screen.findByText('No sales yet')).toBeTruthy();
  });

  /** A sale of which a part of what was paid is kept for them. */
  const KEPT = saleRow({
    id: 15,
    customerId: 1,
    finalMinor: 500,
    payments: [
      {
        id: 16,
        amountMinor: 800,
        paymentMethodId: null,
        paymentMethodName: null,
        transactionId: null,
        byUserId: 70,
        atMs: NOON_MS,
      },
    ],
    refunds: [
      {
        id: 17,
        amountMinor: 300,
        way: 'kept',
        paymentMethodId: null,
        paymentMethodName: null,
        transactionId: null,
        byUserId: 70,
        atMs: NOON_MS,
      },
    ],
  });

  test('G23 what they owe in all and what is kept for them, live', async () => {
    const { shop } = await show({ rows: { sale: [PAID, OWED, KEPT] } });
    await opened();
    expect(screen.getByText(/^Owes/).textContent).toBe('Owes UGX 12,000.50 for 1 sale');
    expect(screen.getByText(/^Credit/).textContent).toBe('Credit: UGX 3.00');
    await meanwhile(() => shop.sell(5, 100, { customerId: 1, customerName: ASHA.name, status: 'pending' }));
    await waitFor(() => expect(screen.getByText(/^Owes/).textContent).toBe('Owes UGX 13,500.50 for 2 sales'));
    const [newest, ...older] = await salesShown();
    expect(await within(newest!).findByText('Pending sync')).toBeTruthy();
    for (const sale of older) expect(within(sale).queryByText('Pending sync')).toBeNull();
  });

  test('G23 who owes nothing is not said to owe 0', async () => {
    await show({ rows: { sale: [PAID, KEPT] } });
    await opened();
    expect(screen.getByText(/^Credit/).textContent).toBe('Credit: UGX 3.00');
    expect(screen.queryByText(/^Owes/)).toBeNull();
  });

  test('G46 one tap calls them or writes on WhatsApp', async () => {
    await show();
    await opened();
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+256772123456');
    const whatsApp = screen.getByRole('link', { name: 'WhatsApp' });
    expect(whatsApp.getAttribute('href')).toBe('https://wa.me/256772123456');
    expect(whatsApp.getAttribute('rel')).toContain('noopener');
  });

  test('G46 what is no number is only shown', async () => {
    await show({ rows: { customer: [{ ...ASHA, phone: 'ask Musa' }] } });
    expect(await screen.findByText('ask Musa')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
  });

  test("G47 M20 'Possible duplicate of' who has the same number", async () => {
    const twin = customerRow({ id: 2, name: 'Mama Asha', phone: '+256 772 123456' });
    await show({ rows: { customer: [ASHA, twin] } });
    await opened();
    expect(await screen.findByText('Possible duplicate of Mama Asha')).toBeTruthy();
  });
});

describe('one person written down twice', () => {
  const TWIN = customerRow({
    id: 2,
    name: 'Mama Asha',
    phone: '+256 772 123456',
    notes: 'has a shop in Lira',
    createdAtMs: NOON_MS + 1,
  });
  const both = { customer: [ASHA, TWIN] };
  const merge = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Merge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge these customers?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  };

  test('M20 G47 merged only when a person says so: the older stays, with all that was written of both', async () => {
    const { shop, app } = await show({ rows: both }, '2');
    expect(await screen.findByText('Possible duplicate of Asha Nansubuga')).toBeTruthy();
    expect(await shop.outbox()).toEqual([]);
    await merge();
    const said = await toast('status', 'Customers merged');
    expect(said.getByText('Asha Nansubuga')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/customers/1'));
    expect(screen.queryByText('Customer not found')).toBeNull();
    expect(await shop.row('customer', 2)).toBeUndefined();
    expect(await shop.row('customer', 1)).toMatchObject({
      ...{ name: ASHA.name, phone: ASHA.phone, address: ASHA.address },
      notes: 'pays on Fridays\nAlso known as Mama Asha\nhas a shop in Lira',
    });
    const acts = (await shop.outbox()).map(({ wire }) => wire.name);
    expect(acts).toEqual(['customer.edit', 'customer.remove']);
    await waitFor(() => expect(screen.queryByText(/Possible duplicate/)).toBeNull());
  });

  test('M20 C-116 whom a sale names stays, however young; the screen that shows them too', async () => {
    const { shop, app } = await show({ rows: { ...both, sale: [{ ...PAID, customerId: 2 }] } }, '2');
    await merge();
    await toast('status', 'Customers merged');
    expect(await shop.row('customer', 1)).toBeUndefined();
    expect(await shop.row('customer', 2)).toMatchObject({ name: 'Mama Asha', address: '7 Ntinda Road' });
    expect(app.path()).toBe('/customers/2');
  });

  test('M20 C-116 where sales or orders name both, both stay, and it says why', async () => {
    const order = [orderRow({ id: 30, customerId: 2 })];
    const { app } = await show({ rows: { ...both, sale: [PAID], order } });
    expect(await screen.findByText('Sales or orders name both of them, so both stay.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Show the other' }));
    expect(app.path()).toBe('/customers/2');
  });

  test('M20 what does not fit into the notes of one is not cut: both stay until somebody shortens it', async () => {
    const long = 'x'.repeat(480);
    const customer = [
      { ...ASHA, notes: long },
      { ...TWIN, notes: 'y'.repeat(100) },
    ];
    await show({ rows: { customer } });
    expect(await screen.findByText(/too long for the notes of one/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  });

  test('M20 a device without space says why, and both are as they were', async () => {
    const { shop, saving } = await show({ rows: both });
    await screen.findByRole('button', { name: 'Merge' });
    saving.runOutOfSpace();
    await merge();
    const said = await toast('alert', 'Failed to merge customers');
    expect(said.getByText('This device has no space left. It was not saved.')).toBeTruthy();
    expect(await shop.row('customer', 1)).toMatchObject({ notes: ASHA.notes });
    expect(await shop.row('customer', 2)).toMatchObject({ name: 'Mama Asha' });
  });
});

describe('editing', () => {
  const startEditing = async (options: ShopOptions = {}) => {
    const shown = await show(options);
    await opened();
    await userEvent.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Edit customer' });
    return shown;
  };
  const retype = async (label: string, text: string) => {
    await userEvent.clear(field(label));
    if (text !== '') await userEvent.type(field(label), text);
  };

  test('R-CUST-20 R-CUST-21 M21 the changed fields travel with what was seen of them, and no others', async () => {
    const { shop } = await startEditing();
    expect(field('Address').value).toBe('7 Ntinda Road');
    await retype('Phone', '0701 222333');
    await retype('Notes', '');
    await userEvent.click(button('Save customer'));
    await toast('status', 'Customer updated');
    expect(await shop.row('customer', 1)).toMatchObject({ phone: '0701 222333', notes: null, name: ASHA.name });
    const [entry] = await shop.outbox();
    expect(entry?.wire).toMatchObject({
      name: 'customer.edit',
      args: {
        id: 1,
        base: { phone: '0772 123-456', notes: 'pays on Fridays' },
        change: { phone: '0701 222333', notes: null },
      },
    });
    expect(await screen.findByText('Pending sync')).toBeTruthy();
  });

  test('R-CUST-20 saving without a change sends nothing', async () => {
    const { shop } = await startEditing();
    await userEvent.click(button('Save customer'));
    await toast('status', 'Customer updated');
    expect(await shop.outbox()).toEqual([]);
  });

  test('R-CUST-16 a blank name is refused, and what was typed stays', async () => {
    const { shop } = await startEditing();
    await retype('Name', '');
    await retype('Address', 'Gulu');
    await userEvent.click(button('Save customer'));
    expect(await screen.findByText('Customer name is required')).toBeTruthy();
    expect(field('Address').value).toBe('Gulu');
    expect(await shop.outbox()).toEqual([]);
  });

  test('not saved on this device: says why, and keeps the form', async () => {
    const { saving } = await startEditing();
    saving.runOutOfSpace();
    await retype('Name', 'Asha N');
    await userEvent.click(button('Save customer'));
    const said = await toast('alert', 'Failed to update customer');
    expect(said.getByText('This device has no space left. It was not saved.')).toBeTruthy();
    expect(field('Name').value).toBe('Asha N');
  });

  test('R-CUST-10 closing it over what was typed asks first, and so does leaving the page', async () => {
    await startEditing();
    const isWarnedOfLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isWarnedOfLeaving()).toBe(false);
    await retype('Name', 'Asha N');
    expect(isWarnedOfLeaving()).toBe(true);
    await userEvent.click(button('Cancel'));
    const asked = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(asked.getByRole('button', { name: 'Close anyway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { level: 2, name: ASHA.name })).toBeTruthy();
  });
});

describe('deleting', () => {
  const startDeleting = async (options: ShopOptions = {}) => {
    const shown = await show(options);
    await opened();
    await userEvent.click(button('Delete customer'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this customer?' }));
    return { ...shown, dialog };
  };

  test('R-CUST-22 R-CUST-23 R-CUST-24 R-CUST-25 C-116 warns of associated sales; without any it deletes and goes to /customers', async () => {
    const { app, shop, dialog } = await startDeleting();
    expect(dialog.getByText(/may affect associated sales/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await toast('status', 'Customer deleted');
    await waitFor(() => expect(app.path()).toBe('/customers'));
    expect(screen.queryByText('Customer not found')).toBeNull();
    expect(await shop.row('customer', 1)).toBeUndefined();
    const [entry] = await shop.outbox();
    expect(entry?.wire).toMatchObject({ name: 'customer.remove', args: { id: 1, base: { name: ASHA.name } } });
  });

  test.each([
    ['a sale', { sale: [CANCELLED] }],
    ['an order', { order: [orderRow({ id: 30, customerId: 1 })] }],
  ])('R-CUST-26 C-116 refused while %s names them, in the documented words', async (_what, rows) => {
    const { app, shop, dialog } = await startDeleting({ rows });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await toast('alert', 'Failed to delete customer. There may be sales associated with this customer.');
    expect(app.path()).toBe('/customers/1');
    expect(await shop.row('customer', 1)).toBeTruthy();
    expect(await shop.outbox()).toEqual([]);
    expect(screen.getByRole('heading', { level: 2, name: ASHA.name })).toBeTruthy();
  });

  test('R-CUST-22 a device without space says why, and the customer stays', async () => {
    const { saving, dialog, app } = await startDeleting();
    saving.runOutOfSpace();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const said = await toast('alert', 'Failed to delete customer');
    expect(said.getByText('This device has no space left. It was not saved.')).toBeTruthy();
    expect(app.path()).toBe('/customers/1');
  });

  test('R-CUST-22 thinking better of it deletes nothing', async () => {
    const { shop, dialog } = await startDeleting();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await shop.outbox()).toEqual([]);
  });
});

describe('a customer whom this device deleted', () => {
  test('M21 is there again with the reason, when another device edited them; one whom nobody deleted says nothing', async () => {
    const { shop } = await show();
    await opened();
    expect(screen.queryByText('Restored because it was edited on another device')).toBeNull();
    const { name, phone, address, notes } = ASHA;
    const removal = () => shop.run('customer.remove', () => ({ id: 1, base: { name, phone, address, notes } }));
    expect(await meanwhile(removal)).toMatchObject({ ok: true });
    expect(await screen.findByText('Customer not found')).toBeTruthy();
    const edited = { ...ASHA, phone: '0701 000 111', version: 9 };
    await meanwhile(async () => shop.absorb({ confirmed: await shop.confirmed(1), rows: { customer: [edited] } }));
    await opened();
    expect(await screen.findByText('Restored because it was edited on another device')).toBeTruthy();
  });
});
