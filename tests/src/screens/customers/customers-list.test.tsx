import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../../domain/people/customer.ts';
import { button, showCustomers, toast } from '../../../support/screens/customer-screens.tsx';
import { field } from '../../../support/screens/screen-driver.ts';
import { customerArgs } from '../../../support/device/replica.ts';
import { customerRow, NOON_MS, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { meanwhile, setStatus, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

const list = () => screen.findByRole('list', { name: 'Customers' });
const cards = async () => within(await list()).getAllByRole('listitem');
const names = async () => (await cards()).map((card) => within(card).getByRole('link').textContent);
const expectNames = (expected: string[]) => waitFor(async () => expect(await names()).toEqual(expected));
const card = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within((await cards()).find((each) => each.contains(link))!);
};

/** Makes customers, each older than the one before. */
const manyCustomers = (count: number): Customer[] =>
  Array.from({ length: count }, (_, index) =>
    customerRow({ id: index + 1, name: `Customer ${index + 1}`, createdAtMs: NOON_MS - index }),
  );

const ASHA = customerRow({ id: 1, name: 'Asha Nansubuga', phone: '0772 123-456' });
const MUSA = customerRow({
  id: 2,
  name: 'Musa Kato',
  address: '7 Ntinda Road',
  notes: 'pays on Fridays',
  createdAtMs: NOON_MS - 1,
});
const unpaid = (fields: Parameters<typeof saleRow>[0]) =>
  saleRow({ status: 'pending', payments: [], customerName: 'Asha Nansubuga', ...fields });

/** Opens the header's search box, as on a phone, and types. */
const searchFor = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), text);
};

const show = (options: ShopOptions = {}, search = '') => showCustomers(`/customers${search}`, options);

describe('the list', () => {
  test('R-ROUTE-21 R-CUST-01 R-CUST-02 five to a page, newest first', async () => {
    const { app } = await show({ rows: { customer: manyCustomers(7) } });
    await expectNames(['Customer 1', 'Customer 2', 'Customer 3', 'Customer 4', 'Customer 5']);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await userEvent.click(button('Next'));
    await expectNames(['Customer 6', 'Customer 7']);
    expect(app.search()).toBe('?page=2');
    expect(document.title).toContain('Customers');
  });

  test('R-CUST-02 a customer made meanwhile stands first, and says that they wait', async () => {
    const { shop } = await show({ rows: { customer: [MUSA] } });
    await expectNames(['Musa Kato']);
    await meanwhile(() => shop.run('customer.create', (tools) => customerArgs(tools, 'Okello')));
    await expectNames(['Okello', 'Musa Kato']);
    expect((await card('Okello')).getByText('Pending sync')).toBeTruthy();
    expect((await card('Musa Kato')).queryByText('Pending sync')).toBeNull();
  });

  test.each([
    ['R-CUST-03', 'NANSU', 'Asha Nansubuga'],
    ['R-CUST-04', '123-4', 'Asha Nansubuga'],
    ['R-CUST-05', 'ntinda', 'Musa Kato'],
    ['R-CUST-06', 'friday', 'Musa Kato'],
  ])("%s C-034 the header's search finds by %s", async (_id, typed, name) => {
    const { app } = await show({ rows: { customer: [ASHA, MUSA] } });
    await expectNames(['Asha Nansubuga', 'Musa Kato']);
    await searchFor(typed);
    await expectNames([name]);
    expect(app.search()).toBe(`?q=${typed}`);
  });

  test('R-CUST-07 a card leads to its customer', async () => {
    const { app } = await show({ rows: { customer: [ASHA, MUSA] } });
    await userEvent.click(await screen.findByRole('link', { name: 'Musa Kato' }));
    expect(app.path()).toBe('/customers/2');
    expect(await screen.findByRole('heading', { level: 2, name: 'Musa Kato' })).toBeTruthy();
  });

  test("R-CUST-08 'New Customer' goes to /customers/new", async () => {
    const { app } = await show();
    await userEvent.click(await screen.findByRole('link', { name: 'New Customer' }));
    expect(app.path()).toBe('/customers/new');
  });

  test('C-036 the way back leads to /dashboard', async () => {
    const { app } = await show();
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/dashboard');
  });

  test('what to do next where there is nobody, and where nobody is found', async () => {
    await show();
    expect(await screen.findByText('No customers found')).toBeTruthy();
    expect(screen.getByText('Get started by adding your first customer')).toBeTruthy();
    await searchFor('x');
    expect(await screen.findByText('Try a different search term')).toBeTruthy();
  });

  test('C-148 a device without a copy of the shop is not a shop without customers', async () => {
    const { shop } = await show({ state: { snapshotComplete: false } });
    expect(await screen.findByText('Loading customers...')).toBeTruthy();
    await meanwhile(async () => {
      await shop.write((tx) =>
        tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { status: 502, waitMs: 1_000 } }),
      );
      await setStatus(shop, { failureCount: 1 });
    });
    expect(await screen.findByText('HTTP error! status: 502')).toBeTruthy();
    expect(screen.queryByText('No customers found')).toBeNull();
  });
});

describe('what they owe', () => {
  const sale = [
    unpaid({ id: 11, customerId: 1, finalMinor: 1_000_000 }),
    unpaid({ id: 12, customerId: 1, finalMinor: 200_050, createdAtMs: NOON_MS - 5 }),
    saleRow({ id: 13, customerId: 2, finalMinor: 900_000 }),
  ];

  test('G23 a card says what its customer owes, over all their sales; one who owes nothing says nothing', async () => {
    await show({ rows: { customer: [ASHA, MUSA], sale } });
    const asha = await card('Asha Nansubuga');
    expect(asha.getByText(/^Owes/).textContent).toBe('Owes UGX 12,000.50 for 2 sales');
    expect(asha.queryByText(/Credit/)).toBeNull();
    expect((await card('Musa Kato')).queryByText(/Owes|Credit/)).toBeNull();
  });

  test('G23 M7 it goes down as soon as money is taken', async () => {
    const { shop } = await show({ rows: { customer: [ASHA], sale } });
    await card('Asha Nansubuga');
    await meanwhile(() =>
      shop.run('sale.takePayment', ({ mintId }) => ({
        id: mintId(),
        saleId: 11,
        orderId: null,
        amountMinor: 1_000_000,
        paymentMethodId: null,
        paymentMethodName: null,
        transactionId: null,
      })),
    );
    await waitFor(() => expect(screen.getByText(/^Owes/).textContent).toBe('Owes UGX 2,000.50 for 1 sale'));
  });

  test("G23 'Owing' shows those who owe and no others, with the search, and keeps its place in the address", async () => {
    const { app } = await show({ rows: { customer: [ASHA, MUSA], sale } });
    await expectNames(['Asha Nansubuga', 'Musa Kato']);
    await userEvent.click(screen.getByRole('radio', { name: 'Owing' }));
    await expectNames(['Asha Nansubuga']);
    expect(app.search()).toBe('?show=owing');
    await searchFor('musa');
    expect(await screen.findByText('No customers found')).toBeTruthy();
    expect(screen.getByText('Try a different search term')).toBeTruthy();
  });

  test("G23 M6 a cancelled sale for which too much was given back is owed; 'Owing' pages by five too", async () => {
    const customer = manyCustomers(6);
    const paid = { id: 91, amountMinor: 500, atMs: NOON_MS, byUserId: USER_ID } as const;
    const method = { paymentMethodId: null, paymentMethodName: null, transactionId: null };
    const odd = saleRow({
      id: 20,
      customerId: 6,
      status: 'cancelled',
      finalMinor: 500,
      flags: ['over_refunded'],
      payments: [{ ...paid, ...method }],
      refunds: [
        { ...paid, ...method, id: 92, way: 'refunded' },
        { ...paid, ...method, id: 93, way: 'refunded' },
      ],
    });
    const owed = [1, 2, 3, 4, 5].map((id) => unpaid({ id: 30 + id, customerId: id, finalMinor: 100 }));
    await show({ rows: { customer, sale: [odd, ...owed] } }, '?show=owing');
    await expectNames(['Customer 1', 'Customer 2', 'Customer 3', 'Customer 4', 'Customer 5']);
    await userEvent.click(button('Next'));
    await expectNames(['Customer 6']);
    expect((await card('Customer 6')).getByText(/^Owes/).textContent).toBe('Owes UGX 5.00 for 1 sale');
  });

  test('G23 where nobody owes anything it says so', async () => {
    await show({ rows: { customer: [ASHA] } }, '?show=owing');
    expect(await screen.findByText('Nobody owes you anything')).toBeTruthy();
  });
});

describe('rows with a question', () => {
  test("G47 M20 two who may be one: each card says 'Possible duplicate of' the other", async () => {
    const twin = customerRow({ id: 3, name: 'Mama Asha', phone: '+256 772123456', createdAtMs: NOON_MS + 1 });
    await show({ rows: { customer: [ASHA, MUSA, twin] } });
    expect(await (await card('Mama Asha')).findByText('Possible duplicate of Asha Nansubuga')).toBeTruthy();
    expect((await card('Asha Nansubuga')).getByText('Possible duplicate of Mama Asha')).toBeTruthy();
    expect((await card('Musa Kato')).queryByText(/Possible duplicate/)).toBeNull();
  });

  test('M21 a conflict stands on the card with both values, and is settled there', async () => {
    const conflict = [
      {
        id: 9,
        version: 1,
        table: 'customer' as const,
        rowId: 1,
        group: 'phone',
        mine: { values: { phone: '0701' }, userId: USER_ID, atMs: NOON_MS },
        theirs: { values: { phone: '0772 123-456' }, userId: 71, atMs: NOON_MS },
        status: 'open' as const,
        settled: null,
        createdAtMs: NOON_MS,
      },
    ];
    const user = [userRow({ id: 71, firstName: 'Brian' })];
    const { shop, app } = await show({ rows: { customer: [ASHA], conflict, user } });
    const asha = await card('Asha Nansubuga');
    expect(asha.getByText('Conflict')).toBeTruthy();
    expect(await asha.findByText('Phone: yours 0701 · Brian 0772 123-456')).toBeTruthy();
    await userEvent.click(asha.getByRole('button', { name: 'Keep mine' }));
    await waitFor(async () => expect(await shop.row('customer', 1)).toMatchObject({ phone: '0701' }));
    expect(app.path()).toBe('/customers');
  });

  test("M22 one whose deletion the server refused is back, and 'Not accepted' waits for a person", async () => {
    const { shop } = await show({ rows: { customer: [ASHA, MUSA] } });
    await expectNames(['Asha Nansubuga', 'Musa Kato']);
    await meanwhile(() => shop.run('customer.remove', () => ({ id: 1, base: {} })));
    await expectNames(['Musa Kato']);
    const refusal = { mid: 1, h: '', kind: 'refused', codes: ['customer_in_use'], detail: {} } as const;
    await meanwhile(async () =>
      shop.absorb({ confirmed: await shop.confirmed(1, [{ ...refusal, codes: ['customer_in_use'] }]) }),
    );
    await expectNames(['Asha Nansubuga', 'Musa Kato']);
    expect(await (await card('Asha Nansubuga')).findByText('Not accepted')).toBeTruthy();
  });
});

describe('the dialog', () => {
  const open = async () => {
    const shown = await show({ rows: { customer: [MUSA] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Quick add' }));
    await screen.findByRole('dialog', { name: 'New customer' });
    return shown;
  };

  test('R-CUST-09 R-CUST-18 M20 makes a customer without leaving the list', async () => {
    const { app } = await open();
    await userEvent.type(field('Name'), 'Okello');
    await userEvent.type(field('Phone'), '0701 222333');
    await userEvent.click(button('Create customer'));
    const said = await toast('status', 'Customer created');
    expect(said.getByText('The customer has been created successfully.')).toBeTruthy();
    await expectNames(['Okello', 'Musa Kato']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/customers');
  });

  test("R-CUST-10 R-CUST-12 closing it over what was typed asks 'Unsaved Changes'; 'Continue editing' keeps it", async () => {
    await open();
    await userEvent.type(field('Name'), 'Okel');
    await userEvent.keyboard('{Escape}');
    const asked = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(asked.getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull());
    expect(field('Name').value).toBe('Okel');
  });

  test("R-CUST-10 R-CUST-11 'Close anyway' closes it, and nothing is saved", async () => {
    const { shop } = await open();
    await userEvent.type(field('Notes'), 'from Gulu');
    await userEvent.click(button('Cancel'));
    const asked = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(asked.getByRole('button', { name: 'Close anyway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await shop.outbox()).toEqual([]);
  });

  test('R-CUST-10 an untouched one closes without a question', async () => {
    await open();
    await userEvent.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
