import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { actsOf, form, savingOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';

async function showForm() {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  const saving = savingOf(opened);
  const app = showOpened(saving, '/sales/new');
  await form.opened();
  return { ...opened, ...app, saving };
}

async function savedSale({ path, shop }: Awaited<ReturnType<typeof showForm>>): Promise<Record<string, unknown>> {
  await waitFor(() => expect(path()).toBe('/sales'));
  const sales = (await actsOf(shop)).filter(({ name }) => name === 'sale.create');
  expect(sales).toHaveLength(1);
  return sales[0]?.args as Record<string, unknown>;
}

test.each(['', 'two', '0', '-2', '0,5'])(
  "R-SNEW-22 C-056 X-TYPE-04 the tap that makes 1 of '%s' shows it and says so; the next one sells 1",
  async (typed) => {
    const app = await showForm();
    await form.choose(1, 'Sugar');
    await form.type(1, 'Quantity', typed);
    await form.save();
    expect(form.field(1, 'Quantity').value).toBe('1');
    expect(form.line(1).getByText('This was changed to 1. If that is right, tap the button again.')).toBeTruthy();
    expect(app.saving.run).not.toHaveBeenCalled();
    await form.save();
    expect((await savedSale(app))['finalMinor']).toBe(250_000);
  },
);

test.each([
  ['0.375', 'Use at most 2 decimals'],
  ['1250,500', 'Quantity must be a number, such as 3 or 0.5'],
  ['100000', 'Quantity is too large'],
])('X-TYPE-03 X-TYPE-05 %s stays as it was typed, with a sentence, and nothing is saved', async (typed, sentence) => {
  const app = await showForm();
  await form.choose(1, 'Rice');
  await form.type(1, 'Quantity', typed);
  await userEvent.click(document.body);
  expect(form.field(1, 'Quantity').value).toBe(typed);
  expect(form.line(1).getByText(sentence)).toBeTruthy();
  await userEvent.click(form.line(1).getByRole('button', { name: 'One more' }));
  expect(form.field(1, 'Quantity').value).toBe(typed);
  await form.save();
  expect(document.activeElement).toBe(form.field(1, 'Quantity'));
  expect(app.saving.run).not.toHaveBeenCalled();
});

test('X-TYPE-04 by Enter too, which leaves no field; and a quantity that was seen to become 1 is sold at once', async () => {
  const app = await showForm();
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(app.saving.run).not.toHaveBeenCalled();
  await form.type(1, 'Quantity', '0');
  await userEvent.click(document.body);
  expect(form.field(1, 'Quantity').value).toBe('1');
  await form.save();
  await savedSale(app);
});

test('X-TYPE-04 what is only written tidily needs no second tap', async () => {
  const app = await showForm();
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '٣,0');
  await form.save();
  expect((await savedSale(app))['finalMinor']).toBe(750_000);
});
