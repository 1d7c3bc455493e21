import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  ASHA,
  CASH,
  CREDIT,
  declaredStyle,
  form,
  MOBILE_MONEY,
  RICE,
  SHOP_ROWS,
  showSales,
  SUGAR,
} from '../../../support/screens/sales-screens.tsx';
import { drawScrollable } from '../../../support/browser/scrolled-away.ts';
import { businessRow, customerRow, itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { type ShopOptions } from '../../../support/screens/shop-screens.tsx';

/** Shows the form as after a sign-in, which brings the currency. */
async function showForm(options: ShopOptions = {}) {
  const app = await showSales('/sales/new', { rows: SHOP_ROWS, told: { currency: 'UGX' }, ...options });
  await form.opened();
  return app;
}

const plain = (text: string | null | undefined) => text?.replaceAll(/\s+/g, ' ');
const total = () => plain(form.total()?.replace('Grand total', ''));
const lineText = (number: number) => plain(screen.getByRole('group', { name: `Line ${number}` }).textContent);
const leave = (label = 'Back') => userEvent.click(screen.getByRole('link', { name: label }));

describe('the fields', () => {
  test('R-SNEW-03 R-SNEW-04 R-SNEW-05 R-SNEW-07 R-SNEW-09 R-SNEW-10 C-067 a line of item, quantity and price; payment method, customer, notes and a grand total', async () => {
    await showForm();
    expect(await screen.findByRole('heading', { level: 1, name: 'New Sale' })).toBeTruthy();
    expect(screen.getAllByRole('group', { name: /^Line/ })).toHaveLength(1);
    expect(form.field(1, 'Item').value).toBe('');
    expect(form.field(1, 'Quantity').value).toBe('1');
    expect(form.field(1, 'Price').value).toBe('');
    expect(screen.getByLabelText('Payment method')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').maxLength).toBe(500);
    expect(total()).toBe('UGX 0.00');
  });

  test('R-SNEW-02 the customer is a walk-in unless one is chosen', async () => {
    await showForm();
    const customer = screen.getByLabelText<HTMLInputElement>('Customer');
    expect(customer.value).toBe('');
    expect(customer.placeholder).toBe('Walk-in Customer');
  });

  test('R-SNEW-01 the customer is found by typing, and can be taken back', async () => {
    const others = Array.from({ length: 8 }, (_, index) => customerRow({ id: 40 + index, name: `Okello ${index}` }));
    await showForm({ rows: { ...SHOP_ROWS, customer: [ASHA, ...others] } });
    await form.chooseCustomer('nansu', 'Asha Nansubuga');
    const customer = screen.getByLabelText<HTMLInputElement>('Customer');
    expect(customer.value).toBe('Asha Nansubuga');
    await userEvent.click(form.button('Clear'));
    expect(customer.value).toBe('');
    await userEvent.type(customer, 'nobody like this');
    expect(await screen.findByText('No customers found')).toBeTruthy();
  });

  test('R-SNEW-06 a sale has as many lines as wanted, and the same item may stand on two of them', async () => {
    await showForm();
    await form.choose(1, 'Sugar');
    expect(await form.addLine('Rice')).toBe(2);
    expect(await form.addLine('Sugar')).toBe(3);
    expect([1, 2, 3].map((number) => form.field(number, 'Item').value)).toEqual(['Sugar', 'Rice', 'Sugar']);
    await userEvent.click(form.button('Remove line 2'));
    expect([1, 2].map((number) => form.field(number, 'Item').value)).toEqual(['Sugar', 'Sugar']);
    expect(screen.queryByRole('group', { name: 'Line 3' })).toBeNull();
  });

  test('R-PICK-08 G63 G64 the item picker offers what is for sale, with its price and what is in stock of which unit, and finds the others by typing', async () => {
    const others = Array.from({ length: 6 }, (_, index) => itemRow({ id: 50 + index, name: `Soap ${index}` }));
    const archived = itemRow({ id: 60, name: 'Sugar, old', isActive: false });
    await showForm({ rows: { ...SHOP_ROWS, item: [SUGAR, RICE, ...others, archived] } });
    await userEvent.type(form.field(1, 'Item'), 'suga');
    const option = await form.line(1).findByRole('option', { name: /Sugar/ });
    expect(plain(option.textContent)).toBe('SugarUGX 2,500.00 · 10 in stock');
    expect(form.line(1).getAllByRole('option')).toHaveLength(1);
    await userEvent.clear(form.field(1, 'Item'));
    await userEvent.type(form.field(1, 'Item'), 'rice');
    const byWeight = await form.line(1).findByRole('option', { name: /^Rice/ });
    expect(plain(byWeight.textContent)).toBe('RiceUGX 1,333.33 · 10 in stock (Kilogram)');
    await userEvent.type(form.field(1, 'Item'), 'x');
    expect(await form.line(1).findByText('No items found')).toBeTruthy();
  });

  test('archived items do not crowd out the one that is for sale', async () => {
    const archived = Array.from({ length: 60 }, (_, index) =>
      itemRow({ id: 100 + index, name: `Soap ${index}`, isActive: false, createdAtMs: NOON_MS + 1_000 }),
    );
    await showForm({ rows: { ...SHOP_ROWS, item: [itemRow({ id: 50, name: 'Soap for hands' }), ...archived] } });
    await userEvent.type(form.field(1, 'Item'), 'soap');
    expect(await form.line(1).findByRole('option', { name: /^Soap for hands/ })).toBeTruthy();
    expect(form.line(1).getAllByRole('option')).toHaveLength(1);
  });

  test('C-097 an item that cost something never shows what, to nobody who sells', async () => {
    await showForm({ state: { role: 'staff', projection: 'staff' } });
    await userEvent.click(form.field(1, 'Item'));
    await form.choose(1, 'Sugar');
    expect(lineText(1)).toContain('UGX 2,500.00');
    expect(document.body.textContent).not.toContain('1,937');
  });
});

describe('quantity', () => {
  const leaving = async (number: number, typed: string) => {
    await form.type(number, 'Quantity', typed);
    await userEvent.click(document.body);
    return form.field(number, 'Quantity').value;
  };

  test.each(['', '0', '-3', 'two', '0.5', '0,5'])(
    "R-SNEW-21 R-SNEW-22 C-055 C-056 '%s' becomes 1 when the field is left",
    async (typed) => {
      await showForm();
      await form.choose(1, 'Sugar');
      expect(await leaving(1, typed)).toBe('1');
      expect(total()).toBe('UGX 2,500.00');
    },
  );

  test('R-SNEW-22 C-056 blank counts as 1 while typing, and stays blank', async () => {
    await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '3');
    expect(total()).toBe('UGX 7,500.00');
    await form.type(1, 'Quantity', '');
    expect(form.field(1, 'Quantity').value).toBe('');
    expect(total()).toBe('UGX 2,500.00');
  });

  test('R-SNEW-21 C-055 G63 what is sold by weight goes down to 0.01, but not below, with its unit beside it', async () => {
    await showForm();
    await form.choose(1, 'Rice');
    expect(await leaving(1, '0.5')).toBe('0.5');
    expect(lineText(1)).toContain('0.5 Kilogram × UGX 1,333.33');
    expect(total()).toBe('UGX 666.67');
    expect(await leaving(1, '0.01')).toBe('0.01');
    expect(await leaving(1, '0,500')).toBe('0.5');
    expect(total()).toBe('UGX 666.67');
  });

  test('R-SNEW-21 the buttons step by one and stop at 1', async () => {
    await showForm();
    await form.choose(1, 'Sugar');
    expect(form.button('One less').disabled).toBe(true);
    await userEvent.click(form.button('One more'));
    await userEvent.click(form.button('One more'));
    expect(form.field(1, 'Quantity').value).toBe('3');
    await userEvent.click(form.button('One less'));
    expect(form.field(1, 'Quantity').value).toBe('2');
    expect(total()).toBe('UGX 5,000.00');
  });
});

describe('price and totals', () => {
  test("R-SNEW-23 R-SNEW-24 C-057 a price of the line's own counts instead of the item's, 0 too; blank takes the item's", async () => {
    await showForm();
    await form.choose(1, 'Sugar');
    expect(form.field(1, 'Price').placeholder).toBe('2,500');
    expect(lineText(1)).toContain('1 × UGX 2,500.00');
    await form.type(1, 'Price', '2,000.50');
    expect(lineText(1)).toContain('1 × UGX 2,000.50');
    expect(total()).toBe('UGX 2,000.50');
    await form.type(1, 'Price', '0');
    expect(lineText(1)).toContain('1 × UGX 0.00');
    expect(total()).toBe('UGX 0.00');
    await form.type(1, 'Price', '   ');
    expect(total()).toBe('UGX 2,500.00');
  });

  test('R-SNEW-25 R-SNEW-26 C-044 a line is quantity times price, rounded half up; the total is the sum of the lines', async () => {
    await showForm();
    await form.choose(1, 'Rice');
    await form.type(1, 'Quantity', '2.5');
    // 3,333.325
    expect(lineText(1)).toContain('UGX 3,333.33');
    await form.addLine('Sugar');
    await form.type(2, 'Quantity', '3');
    expect(lineText(2)).toContain('UGX 7,500.00');
    expect(total()).toBe('UGX 10,833.33');
    await userEvent.click(form.button('Remove line 1'));
    expect(total()).toBe('UGX 7,500.00');
  });

  test('R-SNEW-24 another price from another phone counts at once', async () => {
    const { shop } = await showForm();
    await form.choose(1, 'Sugar');
    await act(() => shop.absorb({ rows: { item: [{ ...SUGAR, version: 2, priceMinor: 260_000 }] } }));
    await waitFor(() => expect(total()).toBe('UGX 2,600.00'));
  });

  test('R-SNEW-11 once the grand-total box is out of view, a sticky header says the running total', async () => {
    const page = await drawScrollable(() => showForm());
    await form.choose(1, 'Sugar');
    const header = screen.getByRole('link', { name: 'Back' }).parentElement as HTMLElement;
    expect(page.observed).toEqual([screen.getByRole('group', { name: 'Grand total' })]);
    expect(declaredStyle(header, 'position')).toEqual(['sticky']);
    expect(plain(header.textContent)).toBe('Back');
    page.scroll(false);
    expect(plain(header.textContent)).toBe('BackTotal UGX 2,500.00');
    await userEvent.click(form.button('One more'));
    expect(plain(header.textContent)).toBe('BackTotal UGX 5,000.00');
    page.scroll(true);
    expect(plain(header.textContent)).toBe('Back');
  });

  test('C-037 the total is in USD where no currency is known', async () => {
    await showForm({ rows: { ...SHOP_ROWS, business: [businessRow({ currency: '' })] }, told: {} });
    expect(total()).toBe('USD 0.00');
  });
});

describe('stock', () => {
  const warning = (number: number) => form.line(number).queryByText(/^Only /)?.textContent;

  test("C-066 G14 more than there is: 'Only N in stock', counted over the lines, and gone when it fits", async () => {
    await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '10');
    expect(warning(1)).toBeUndefined();
    await form.type(1, 'Quantity', '11');
    expect(warning(1)).toBe('Only 10 in stock');
    await form.type(1, 'Quantity', '6');
    expect(warning(1)).toBeUndefined();
    await form.addLine('Sugar');
    await form.type(2, 'Quantity', '5');
    expect(warning(1)).toBeUndefined();
    expect(warning(2)).toBe('Only 10 in stock');
    expect(form.button('Create sale').disabled).toBe(false);
  });

  test('C-066 stock below zero is none to sell from', async () => {
    await showForm({ rows: { ...SHOP_ROWS, item: [{ ...SUGAR, currentStockHundredths: -300 }] } });
    await form.choose(1, 'Sugar');
    expect(warning(1)).toBe('Only 0 in stock');
  });

  test('C-065 C-066 a service has no stock to run out of', async () => {
    await showForm();
    await form.choose(1, 'Repair');
    await form.type(1, 'Quantity', '40');
    expect(warning(1)).toBeUndefined();
  });
});

describe('payment', () => {
  const method = () => screen.getByLabelText<HTMLSelectElement>('Payment method');
  const shownMethod = () => method().selectedOptions[0]?.textContent;

  test('R-SNEW-17 C-051 Cash is chosen at first', async () => {
    await showForm({ rows: { ...SHOP_ROWS, business: [businessRow()] } });
    expect(shownMethod()).toBe('Cash');
  });

  test('R-SNEW-17 C-051 another one is, once the owner made it the default', async () => {
    await showForm({ rows: { ...SHOP_ROWS, business: [businessRow({ defaultPaymentMethodId: MOBILE_MONEY.id })] } });
    expect(shownMethod()).toBe('Mobile Money');
    expect(screen.getByLabelText('Transaction ID')).toBeTruthy();
  });

  test("R-SNEW-18 R-SNEW-20 R-ERR-04 C-052 C-145 without any method 'Cash (Fallback)' is the only choice", async () => {
    await showForm({ rows: { item: [SUGAR] } });
    expect([...method().options].map((option) => option.textContent)).toEqual(['Cash (Fallback)']);
    expect(screen.queryByLabelText('Transaction ID')).toBeNull();
  });

  test('R-SNEW-18 the fallback is not there beside real methods; archived ones and aliases are no choices', async () => {
    const archived = { ...MOBILE_MONEY, id: 24, name: 'Old bank', isArchived: true };
    const alias = { ...MOBILE_MONEY, id: 25, aliasOfId: MOBILE_MONEY.id };
    await showForm({ rows: { ...SHOP_ROWS, paymentMethod: [CASH, MOBILE_MONEY, CREDIT, archived, alias] } });
    expect([...method().options].map((option) => option.textContent)).toEqual(['Cash', 'Credit', 'Mobile Money']);
  });

  test('R-SNEW-08 R-SNEW-19 R-SNEW-20 the transaction ID is asked for any method but Cash', async () => {
    await showForm();
    expect(screen.queryByLabelText('Transaction ID')).toBeNull();
    for (const name of ['Mobile Money', 'Credit']) {
      await form.pay(name);
      expect(screen.getByLabelText<HTMLInputElement>('Transaction ID').maxLength).toBe(80);
    }
    await form.pay('Cash');
    expect(screen.queryByLabelText('Transaction ID')).toBeNull();
  });

  test("C-048 'Pay later' is a choice; by Credit it is none, because that is what credit means", async () => {
    await showForm();
    const payLater = screen.getByRole<HTMLInputElement>('switch', { name: 'Pay later' });
    expect(payLater.checked).toBe(false);
    await userEvent.click(payLater);
    expect(payLater.checked).toBe(true);
    // It is a field of the counter: the form shows it only if something was typed there.
    expect(screen.queryByLabelText('Paid now')).toBeNull();
    await userEvent.click(payLater);
    await form.pay('Credit');
    expect([payLater.checked, payLater.disabled]).toEqual([true, true]);
  });
});

describe('leaving', () => {
  const pageIsKept = () => {
    const event = new Event('beforeunload', { cancelable: true });
    act(() => void window.dispatchEvent(event));
    return event.defaultPrevented;
  };

  test('R-SNEW-15 R-SNEW-16 an untouched form lets go, of the page too', async () => {
    const app = await showForm();
    expect(pageIsKept()).toBe(false);
    await leave();
    await waitFor(() => expect(app.path()).toBe('/sales'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test("R-SNEW-12 R-SNEW-13 R-SNEW-14 a dirty one asks 'Discard changes?'; 'Continue editing' keeps every input, 'Discard changes' leaves", async () => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', '3');
    await form.type(1, 'Price', '2000');
    await userEvent.type(screen.getByLabelText('Notes'), 'deliver by Friday');
    await leave();
    const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
    expect(app.path()).toBe('/sales/new');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/sales/new');
    expect(['Item', 'Quantity', 'Price'].map((label) => form.field(1, label).value)).toEqual(['Sugar', '3', '2000']);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('deliver by Friday');
    await leave();
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(app.path()).toBe('/sales'));
    expect(await app.shop.outbox()).toEqual([]);
  });

  test.each<[string, () => Promise<void>]>([
    ['an item', () => form.choose(1, 'Sugar')],
    ['a quantity', () => form.type(1, 'Quantity', '2')],
    ['a price', () => form.type(1, 'Price', '5')],
    ['a customer', () => form.chooseCustomer('asha', 'Asha')],
    ['a method', () => form.pay('Mobile Money')],
    ['pay later', () => userEvent.click(screen.getByRole('switch', { name: 'Pay later' }))],
    ['notes', () => userEvent.type(screen.getByLabelText('Notes'), 'x')],
  ])(
    'R-SNEW-12 R-SNEW-16 %s makes the form dirty, and the browser warns before the page goes',
    async (_what, change) => {
      await showForm();
      await change();
      expect(pageIsKept()).toBe(true);
      await leave();
      expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
    },
  );

  test('R-SNEW-16 what was taken back again is no reason to warn', async () => {
    await showForm();
    await userEvent.type(screen.getByLabelText('Notes'), 'x');
    await userEvent.clear(screen.getByLabelText('Notes'));
    expect(pageIsKept()).toBe(false);
  });
});
