import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { useDirtyForm } from '../../../../src/state/dirty-form.ts';
import {
  actsOf,
  ASHA,
  CASH,
  CREDIT,
  form,
  MOBILE_MONEY,
  REPAIR,
  RICE,
  savingOf,
  SHOP_ROWS,
  showOpened,
  SUGAR,
} from '../../../support/screens/sales-screens.tsx';
import { customerRow, NOON_MS, paymentMethodRow } from '../../../support/shop-rows.ts';
import { logOutElsewhere, openShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

async function showForm(options: ShopOptions = {}) {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' }, ...options });
  const saving = savingOf(opened);
  const app = showOpened(saving, '/sales/new');
  await form.opened();
  return { ...opened, ...app, saving };
}
type Shown = Awaited<ReturnType<typeof showForm>>;

const sales = async ({ shop }: Shown) =>
  (await actsOf(shop)).filter(({ name }) => name === 'sale.create').map(({ args }) => args);
const savedSale = async (app: Shown) => {
  await waitFor(() => expect(app.path()).toBe('/sales'));
  const [sale, ...others] = await sales(app);
  expect(others).toEqual([]);
  return sale as Record<string, unknown>;
};
const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes');
const isSaved = (app: Shown) => app.path() !== '/sales/new' || app.saving.run.mock.calls.length > 0;

describe('saving', () => {
  test("R-SNEW-35 R-SNEW-36 C-154 says 'Sale created' and goes back to the list, where it stands; nothing is asked", async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.type(notes(), 'deliver by Friday');
    await form.save();
    const toast = (await screen.findByText('Sale created')).closest<HTMLElement>('[role="status"]');
    expect(toast?.textContent).toContain('The sale has been created successfully.');
    await waitFor(() => expect(app.path()).toBe('/sales'));
    expect(screen.queryByRole('dialog')).toBeNull();
    const card = within(await screen.findByRole('listitem'));
    expect(card.getByText('deliver by Friday')).toBeTruthy();
    expect(card.getByText('Pending sync')).toBeTruthy();
  });

  test('R-SNEW-27 R-SNEW-28 R-SNEW-29 R-SNEW-30 R-SNEW-31 R-SNEW-32 C-057 C-061 C-065 carries exactly what was on the screen, and takes the stock', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '2');
    await form.addLine('Rice');
    await form.type(2, 'Quantity', '2.5');
    await form.addLine('Repair');
    await form.type(3, 'Price', '0');
    await form.chooseCustomer('asha', 'Asha');
    await userEvent.type(notes(), '  deliver by Friday ');
    await form.save();

    const id = expect.any(Number) as number;
    expect(await savedSale(app)).toEqual({
      id,
      saleNumber: `SALE-${NOON_MS}`,
      status: 'completed',
      customerId: ASHA.id,
      customerName: ASHA.name,
      totalMinor: 833_333,
      discountMinor: 0,
      taxMinor: 0,
      finalMinor: 833_333,
      currency: 'UGX',
      paymentMethodId: CASH.id,
      paymentMethodName: 'Cash',
      transactionId: null,
      notes: 'deliver by Friday',
      lines: [
        {
          ...{
            id,
            itemId: SUGAR.id,
            itemName: 'Sugar',
            itemSku: 'SUG-1',
            itemUnit: null,
            quantityHundredths: 200,
            unitPriceMinor: 250_000,
          },
          ...{ listPriceMinor: 250_000, discountMinor: 0, totalMinor: 500_000 },
        },
        {
          ...{ id, itemId: RICE.id, itemName: 'Rice', itemSku: null, quantityHundredths: 250, unitPriceMinor: 133_333 },
          ...{ itemUnit: 'Kilogram', listPriceMinor: 133_333, discountMinor: 0, totalMinor: 333_333 },
        },
        {
          ...{ id, itemId: REPAIR.id, itemName: 'Repair', itemSku: null, quantityHundredths: 100, unitPriceMinor: 0 },
          ...{ itemUnit: null, listPriceMinor: 500_000, discountMinor: 0, totalMinor: 0 },
        },
      ],
    });
    expect(await app.shop.stock(SUGAR.id)).toBe(800);
    expect(await app.shop.stock(RICE.id)).toBe(750);
    expect(await app.shop.stock(REPAIR.id)).toBe(0);
  });

  test('C-066 more than there is in stock is sold all the same', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '12');
    expect(form.line(1).getByText('Only 10 in stock')).toBeTruthy();
    await form.save();
    await savedSale(app);
    expect(await app.shop.stock(SUGAR.id)).toBe(-200);
  });

  test('an empty line among full ones is left out', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.click(form.button('Another item'));
    await userEvent.keyboard('{Escape}');
    await form.save();
    expect((await savedSale(app))['lines']).toHaveLength(1);
  });

  test('G60 a double tap saves once', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.dblClick(form.button('Create sale'));
    await savedSale(app);
    expect(app.saving.run).toHaveBeenCalledOnce();
    expect(await app.shop.stock(SUGAR.id)).toBe(900);
  });

  test('G60 while it is being saved the button takes no more taps', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    const release = app.saving.hold();
    await form.save();
    await waitFor(() => expect(form.button('Create sale').disabled).toBe(true));
    await userEvent.click(form.button('Create sale'));
    expect(app.saving.run).toHaveBeenCalledOnce();
    release();
    await savedSale(app);
  });

  test("a number field's Enter does not save: it is how a phone's keyboard ends a number", async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.type(form.field(1, 'Price'), '2000{Enter}');
    await act(async () => undefined);
    expect(isSaved(app)).toBe(false);
  });

  test('C-061 two sales in the same millisecond have two numbers', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.save();
    await screen.findByRole('list', { name: 'Sales' });
    await act(() => app.router.navigate('/sales/new'));
    await form.opened();
    expect(form.field(1, 'Item').value).toBe('');
    await form.choose(1, 'Sugar');
    await form.save();
    await waitFor(async () => expect(await sales(app)).toHaveLength(2));
    expect((await sales(app)).map((sale) => sale['saleNumber'])).toEqual([`SALE-${NOON_MS}`, `SALE-${NOON_MS + 1}`]);
  });
});

describe('payment', () => {
  test('R-SNEW-33 C-049 carries the name of the method and the transaction ID', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.pay('Mobile Money');
    await userEvent.type(screen.getByLabelText('Transaction ID'), ' MP-77 ');
    await form.save();
    expect(await savedSale(app)).toMatchObject({
      paymentMethodId: MOBILE_MONEY.id,
      paymentMethodName: 'Mobile Money',
      transactionId: 'MP-77',
      status: 'completed',
    });
  });

  test('R-SNEW-20 C-049 a transaction ID that was typed for another method does not go with Cash', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.pay('Mobile Money');
    await userEvent.type(screen.getByLabelText('Transaction ID'), 'MP-77');
    await form.pay('Cash');
    await form.save();
    expect(await savedSale(app)).toMatchObject({ paymentMethodName: 'Cash', transactionId: null });
  });

  test("R-SNEW-18 C-052 by 'Cash (Fallback)' no method is named", async () => {
    const app = await showForm({ rows: { item: [SUGAR] } });
    await form.choose(1, 'Sugar');
    await form.save();
    expect(await savedSale(app)).toMatchObject({ paymentMethodId: null, paymentMethodName: null, status: 'completed' });
  });

  test.each([
    ['Cash', 'completed'],
    ['Mobile Money', 'completed'],
    ['Bank Transfer', 'completed'],
    ['Credit', 'pending'],
    ['Other', 'completed'],
  ])('R-SNEW-34 R-SNEW-07 R-SNEW-30 C-048 C-053 %s is accepted: the sale is %s', async (name, status) => {
    const more = [paymentMethodRow({ id: 26, name: 'Bank Transfer' }), paymentMethodRow({ id: 27, name: 'Other' })];
    const app = await showForm({ rows: { ...SHOP_ROWS, paymentMethod: [CASH, MOBILE_MONEY, CREDIT, ...more] } });
    await form.choose(1, 'Sugar');
    await form.chooseCustomer('asha', 'Asha');
    await form.pay(name);
    await form.save();
    expect(await savedSale(app)).toMatchObject({ paymentMethodName: name, status });
  });

  test.each<[string, () => Promise<void>]>([
    ["'Pay later'", () => userEvent.click(screen.getByRole('switch', { name: 'Pay later' }))],
    ['Credit', () => form.pay('Credit')],
  ])('C-048 %s needs to know who will pay, and keeps the sale pending', async (_what, choose) => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await choose();
    await form.save();
    expect(await screen.findByText('Choose who will pay later')).toBeTruthy();
    const customer = screen.getByLabelText('Customer');
    expect(customer.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(customer));
    expect(isSaved(app)).toBe(false);

    await form.chooseCustomer('asha', 'Asha');
    expect(screen.queryByText('Choose who will pay later')).toBeNull();
    await form.save();
    expect(await savedSale(app)).toMatchObject({ status: 'pending', customerId: ASHA.id });
  });

  test('two customers of one name are told apart by their phones', async () => {
    const twins = [customerRow({ id: 31, name: 'Asha', phone: '0772 000111' }), customerRow({ id: 32, name: 'Asha' })];
    await showForm({ rows: { ...SHOP_ROWS, customer: twins } });
    await userEvent.type(screen.getByLabelText('Customer'), 'asha');
    const options = await screen.findAllByRole('option', { name: /^Asha/ });
    expect(options.map(({ textContent }) => textContent).toSorted()).toEqual(['Asha', 'Asha0772 000111']);
  });

  test('M20 a customer is made while selling, without leaving the form or losing it', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.type(screen.getByLabelText('Customer'), 'Okello');
    await userEvent.click(await screen.findByRole('option', { name: 'New customer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New customer' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Okello');
    await userEvent.type(dialog.getByLabelText('Phone'), '0772 5');
    await userEvent.click(dialog.getByRole('button', { name: 'Create customer' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Customer').value).toBe('Okello'));
    expect(app.saving.run).toHaveBeenCalledOnce();
    await form.save();
    const sale = await savedSale(app);
    expect(sale).toMatchObject({ customerName: 'Okello', finalMinor: 250_000 });
    expect(await app.shop.row('customer', Number(sale['customerId']))).toMatchObject({
      name: 'Okello',
      phone: '0772 5',
    });
  });
});

test('R-GEN-16 R-CUST-10 who is being written down while selling is not lost by leaving the sale, nor by closing the dialog', async () => {
  await showForm();
  await userEvent.click(screen.getByLabelText('Customer'));
  await userEvent.click(await screen.findByRole('option', { name: 'New customer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New customer' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Okello');
  await userEvent.click(screen.getByRole('link', { name: 'Back', hidden: true }));
  const leaving = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await userEvent.click(leaving.getByRole('button', { name: 'Continue editing' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }));
  const closing = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
  await userEvent.click(closing.getByRole('button', { name: 'Continue editing' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Okello');
});

describe('what must be mended first', () => {
  test("C-067 without any item: 'Please add at least one item', at the item", async () => {
    const app = await showForm();
    await userEvent.type(notes(), 'deliver by Friday');
    await form.save();
    expect(await form.line(1).findByText('Please add at least one item')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.field(1, 'Item')));
    expect(notes().value).toBe('deliver by Friday');
    expect(isSaved(app)).toBe(false);
    await form.choose(1, 'Sugar');
    expect(form.line(1).queryByText('Please add at least one item')).toBeNull();
  });

  test.each([
    ['-1', 'Price must be zero or more'],
    ['cheap', 'Price must be zero or more'],
    ['1.234', 'Use at most 2 decimals'],
    ['100000000', 'Amount is too large'],
  ])("C-057 the price '%s': '%s', at the price, which stays as typed", async (typed, message) => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Price', typed);
    await form.save();
    expect(await form.line(1).findByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.field(1, 'Price')));
    expect(form.field(1, 'Price').value).toBe(typed);
    expect(isSaved(app)).toBe(false);
  });

  test('a price without an item is a slip, not an empty line', async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await userEvent.click(form.button('Another item'));
    await form.type(2, 'Price', '900');
    await form.save();
    expect(await form.line(2).findByText('Choose an item or remove this line')).toBeTruthy();
    expect(isSaved(app)).toBe(false);
  });
});

describe('when it cannot be saved', () => {
  const fill = async () => {
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '3');
    await form.type(1, 'Price', '2000');
    await form.chooseCustomer('asha', 'Asha');
    await form.pay('Mobile Money');
    await userEvent.type(screen.getByLabelText('Transaction ID'), 'MP-77');
    await userEvent.type(notes(), 'deliver by Friday');
  };
  const filled = () => [
    ...['Item', 'Quantity', 'Price'].map((label) => form.field(1, label).value),
    screen.getByLabelText<HTMLInputElement>('Customer').value,
    screen.getByLabelText<HTMLSelectElement>('Payment method').selectedOptions[0]?.textContent,
    screen.getByLabelText<HTMLInputElement>('Transaction ID').value,
    notes().value,
  ];
  const FILLED = ['Sugar', '3', '2000', 'Asha Nansubuga', 'Mobile Money', 'MP-77', 'deliver by Friday'];

  test("R-SNEW-37 SYN-1 SYN-26 a full device: 'Failed to create sale. Please try again.', everything typed stays, and trying again saves one", async () => {
    const app = await showForm();
    await fill();
    app.saving.runOutOfSpace();
    await form.save();
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Failed to create sale. Please try again.')).toBeTruthy();
    expect(toast.getByText('This device has no space left. It was not saved.')).toBeTruthy();
    expect(filled()).toEqual(FILLED);
    expect(app.path()).toBe('/sales/new');
    expect(useDirtyForm.getState().isDirty).toBe(true);
    expect(await app.shop.outbox()).toEqual([]);
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);

    await form.save();
    expect(await savedSale(app)).toMatchObject({ finalMinor: 600_000, transactionId: 'MP-77' });
    expect(await app.shop.stock(SUGAR.id)).toBe(700);
  });

  test('SYN-1 C-049 saved again after a save of unknown outcome, its own transaction ID is no duplicate, and one sale is there', async () => {
    const app = await showForm();
    await fill();
    app.saving.loseAnswer('written');
    await form.save();
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText(/Save it here again: nothing is recorded twice\./)).toBeTruthy();
    expect(filled()).toEqual(FILLED);
    await form.save();
    expect(await savedSale(app)).toMatchObject({ transactionId: 'MP-77' });
    expect(await app.shop.stock(SUGAR.id)).toBe(700);
  });

  test("R-SNEW-37 a refusal: 'Failed to create sale. Please try again.' with its reason, and everything typed stays", async () => {
    const app = await showForm();
    await fill();
    await logOutElsewhere(app.shop);
    await form.save();
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Failed to create sale. Please try again.')).toBeTruthy();
    expect(toast.getByText('You have logged out.')).toBeTruthy();
    expect(filled()).toEqual(FILLED);
    expect(app.path()).toBe('/sales/new');
    expect(await app.shop.outbox()).toEqual([]);
  });
});
