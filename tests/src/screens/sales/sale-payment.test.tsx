import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { actsOf, form, MOBILE_MONEY, SHOP_ROWS, showSales, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';
import type { RowsByTable } from '../../../support/device/replica.ts';

async function showForm(rows: RowsByTable = {}) {
  const app = await showSales('/sales/new', { rows: { ...SHOP_ROWS, ...rows }, told: { currency: 'UGX' } });
  await form.opened();
  await form.choose(1, 'Sugar');
  return app;
}
const plain = (text: string | null | undefined) => text?.replaceAll(/\s+/g, ' ');
const total = () => plain(form.total());
const saved = async ({ shop }: Awaited<ReturnType<typeof showForm>>) => {
  await screen.findByText('Sale created');
  return (await actsOf(shop))[0]?.args;
};

describe('change', () => {
  const received = () => screen.getByLabelText<HTMLInputElement>('Amount received');
  const change = () => plain(received().closest('div.mantine-TextInput-root')?.parentElement?.textContent);

  test('G65 of what was handed over in cash is shown, and what is missing; it is no part of the sale', async () => {
    const app = await showForm();
    expect(change()).toBe('Amount received');
    await userEvent.type(received(), '2,000');
    expect(change()).toBe('Amount receivedStill missingUGX 500.00');
    await userEvent.clear(received());
    await userEvent.type(received(), '5000');
    expect(change()).toBe('Amount receivedChangeUGX 2,500.00');
    await form.type(1, 'Quantity', '2');
    expect(change()).toBe('Amount receivedChangeUGX 0.00');
    await form.save();
    expect(await saved(app)).toMatchObject({ finalMinor: 500_000, status: 'completed' });
  });

  test('G65 is asked of nobody who pays otherwise, or later, or nothing', async () => {
    await showForm();
    await form.pay('Mobile Money');
    expect(screen.queryByLabelText('Amount received')).toBeNull();
    await form.pay('Cash');
    await userEvent.click(screen.getByRole('switch', { name: 'Pay later' }));
    expect(screen.queryByLabelText('Amount received')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Pay later' }));
    await form.type(1, 'Price', '0');
    expect(screen.queryByLabelText('Amount received')).toBeNull();
  });

  test('G65 C-048 a part of it is no paid sale: the form says what to do, and nothing is saved until it is done', async () => {
    const app = await showForm();
    await userEvent.type(received(), '2000');
    await form.save();
    expect(
      await screen.findByText(/^This is less than the total\. If they owe the rest, turn on Pay later/),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(received()));
    expect(await actsOf(app.shop)).toEqual([]);
    await userEvent.clear(received());
    await userEvent.type(received(), '2500');
    await form.save();
    expect(await saved(app)).toMatchObject({ finalMinor: 250_000, status: 'completed' });
  });

  test('G65 what cannot be read is said at once, and stays as typed', async () => {
    await showForm();
    await userEvent.type(received(), 'much');
    expect(screen.getByText('Amount received must be zero or more')).toBeTruthy();
    await form.save();
    await waitFor(() => expect(document.activeElement).toBe(received()));
    expect(received().value).toBe('much');
  });
});

describe('a discount', () => {
  test('R-SNEW-28 G20 is off unless it is asked for', async () => {
    const app = await showForm();
    expect(screen.queryByLabelText('Discount')).toBeNull();
    await form.save();
    expect(await saved(app)).toMatchObject({ discountMinor: 0 });
  });

  test('G20 of an amount, then of a part, is taken off the total that is shown and saved', async () => {
    const app = await showForm();
    await form.type(1, 'Quantity', '3');
    await userEvent.click(form.button('Add discount'));
    expect(document.activeElement).toBe(screen.getByLabelText('Discount'));
    await userEvent.type(screen.getByLabelText('Discount'), '10');
    expect(total()).toBe('UGX 7,500.00 less UGX 10.00 discountGrand totalUGX 7,490.00');
    await userEvent.selectOptions(screen.getByLabelText('Discount in'), '%');
    expect(total()).toBe('UGX 7,500.00 less UGX 750.00 discountGrand totalUGX 6,750.00');
    await form.save();
    expect(await saved(app)).toMatchObject({ totalMinor: 750_000, discountMinor: 75_000, finalMinor: 675_000 });
  });

  test('G20 of more than the sale is said, at the discount', async () => {
    await showForm();
    await userEvent.click(form.button('Add discount'));
    await userEvent.type(screen.getByLabelText('Discount'), '9999999');
    await form.save();
    expect(await screen.findByText('The discount is more than the sale')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Discount')));
  });
});

describe('a transaction ID', () => {
  const TAKEN = saleRow({
    id: 900,
    saleNumber: 'SALE-1795000000000',
    paymentMethodId: MOBILE_MONEY.id,
    paymentMethodName: 'Mobile Money',
    transactionId: 'MP-77',
  });
  const SENTENCE = 'Sale #SALE-1795000000000 already has this transaction ID';
  const type = (text: string) => userEvent.type(screen.getByLabelText('Transaction ID'), text);

  test('C-049 that a completed sale bears already for the same method is refused by the form, and mended there', async () => {
    const app = await showForm({ sale: [TAKEN] });
    await form.pay('Mobile Money');
    await type(' mp-77');
    expect(await screen.findByText(SENTENCE)).toBeTruthy();
    await form.save();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Transaction ID')));
    expect(await actsOf(app.shop)).toEqual([]);
    await type('8');
    await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull());
    await form.save();
    expect(await saved(app)).toMatchObject({ transactionId: 'mp-778' });
  });

  test.each([
    ['of a cancelled sale', { ...TAKEN, status: 'cancelled' as const }],
    ['of another method', { ...TAKEN, paymentMethodId: 99, paymentMethodName: 'Bank Transfer' }],
    ['that is not the same', { ...TAKEN, transactionId: 'MP-770' }],
  ])('C-049 %s is no reason to refuse', async (_what, other) => {
    const app = await showForm({ sale: [other] });
    await form.pay('Mobile Money');
    await type('MP-77');
    await form.save();
    expect(await saved(app)).toMatchObject({ transactionId: 'MP-77' });
  });

  test('X-TYPE-36 C-049 that paid for two sales at once has a way past the form, for this ID alone', async () => {
    const app = await showForm({ sale: [TAKEN, saleRow({ ...TAKEN, id: 901, transactionId: 'MP-770' })] });
    await form.pay('Mobile Money');
    await type('MP-77');
    await userEvent.click(await screen.findByRole('button', { name: 'One payment for both sales' }));
    expect(screen.queryByText(SENTENCE)).toBeNull();
    await type('0');
    expect(await screen.findByText(SENTENCE)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Transaction ID'), '{Backspace}');
    await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull());
    await form.save();
    expect(await saved(app)).toMatchObject({ transactionId: 'MP-77' });
  });

  test('C-049 that was typed a moment before the tap is looked up all the same', async () => {
    const app = await showForm({ sale: [TAKEN] });
    await form.pay('Mobile Money');
    await type('MP-77');
    await form.save();
    expect(await screen.findByText(SENTENCE)).toBeTruthy();
    expect(await actsOf(app.shop)).toEqual([]);
  });
});

describe('bad input', () => {
  const NAMES = ['Sweets \u{1F36C} <img src=x onerror="window.broken = true">', 'سكر أبيض ١ كجم'];

  test('C-040 a price of twelve digits and a quantity beyond all are said in a sentence, and stay as typed', async () => {
    const app = await showForm();
    await form.type(1, 'Price', '123456789012');
    await form.type(1, 'Quantity', '100000000');
    await userEvent.click(document.body);
    await form.save();
    expect(await form.line(1).findByText('Amount is too large')).toBeTruthy();
    expect(form.line(1).getByText('Quantity is too large')).toBeTruthy();
    expect([form.field(1, 'Price').value, form.field(1, 'Quantity').value]).toEqual(['123456789012', '100000000']);
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('R-SLIST-50 what is too large says so as it is typed, and no total is shown until it is mended', async () => {
    await showForm();
    await form.type(1, 'Price', '2000');
    expect(form.total()).toContain('UGX 2,000.00');
    await form.type(1, 'Price', '1234567890123456');
    expect(await form.line(1).findByText('Amount is too large')).toBeTruthy();
    expect(form.total()).toBe('Grand total-');
    expect(form.field(1, 'Price').value).toBe('1234567890123456');
    await form.type(1, 'Price', '3000');
    await waitFor(() => expect(form.total()).toContain('UGX 3,000.00'));
    expect(form.line(1).queryByText('Amount is too large')).toBeNull();
  });

  test.each(NAMES)('a name is a name, whatever is in it: %s', async (name) => {
    const app = await showForm({ item: [SUGAR, { ...SUGAR, id: 19, name, sku: null }] });
    await userEvent.click(form.button('Another item'));
    await userEvent.click(await form.line(2).findByText(name));
    expect(form.field(2, 'Item').value).toBe(name);
    await userEvent.type(screen.getByLabelText('Notes'), '<script>window.broken = true</script>');
    await form.save();
    const lines = (await saved(app))?.['lines'] as { itemName: string }[];
    expect(lines[1]?.itemName).toBe(name);
    await screen.findByText('<script>window.broken = true</script>');
    expect('broken' in window).toBe(false);
  });
});

test('G51 a shop without items is led to its first', async () => {
  await showSales('/sales/new', { told: { currency: 'UGX' } });
  await form.opened();
  expect(await screen.findByText('Your shop has no items yet. Add the first one, then come back.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New Item' }).getAttribute('href')).toBe('/items/new');
});

test('G51 nobody who has items is told of the first', async () => {
  await showForm();
  expect(screen.queryByRole('link', { name: 'New Item' })).toBeNull();
});
