import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  freshCounter,
  paying,
  showCounter,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { form } from '../../../support/screens/sales-screens.tsx';

/* One basket, two views: the counter and the documented form. */

beforeEach(freshCounter);

test('R-CTR-06 the form shows the same unfinished sale, and gives it back', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await userEvent.click(tile('Sugar'));
  await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
  await form.opened();
  expect(form.field(1, 'Item').value).toBe('Sugar');
  expect(form.field(1, 'Quantity').value).toBe('2');
  await form.type(1, 'Quantity', '3');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
  expect(screen.queryByText('Discard changes?')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Charge UGX 7,500' })).toBeTruthy();
});

/** The counter's message in place of a sum. */
const UNREAD = 'A price or quantity cannot be read. Tap its line to mend it.';

const toTheForm = async () => {
  await userEvent.click(paying().getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
  await form.opened();
};

test('R-CTR-06 R-CTR-25 what was typed at the counter as paid now is seen in the form, and can be mended there', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  await userEvent.click(paying().getByRole('switch', { name: 'Pay later' }));
  await userEvent.type(paying().getByLabelText('Customer'), 'asha');
  await userEvent.click(await screen.findByRole('option', { name: /^Asha/ }));
  await userEvent.type(paying().getByLabelText('Paid now'), '5000');
  await toTheForm();
  const paidNow = screen.getByLabelText<HTMLInputElement>('Paid now');
  expect([paidNow.value, paidNow.getAttribute('aria-invalid')]).toEqual(['5000', 'true']);
  await form.save();
  expect(await soldBy(app)).toEqual([]);
  await userEvent.clear(paidNow);
  await userEvent.type(paidNow, '1000');
  expect(screen.getByText('UGX 3,200')).toBeTruthy();
  await form.save();
  expect(await screen.findByText('Sale created')).toBeTruthy();
  expect(await soldBy(app)).toMatchObject([{ status: 'pending', payments: [{ amountMinor: 100_000 }] }]);
});

test('R-CTR-06 R-CTR-24 an amount by another method that is not added yet is seen in the form, and no sale is created over it', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  await tapIn('Add another method');
  for (const key of '1000') await tapIn(key);
  await toTheForm();
  expect(screen.getByLabelText<HTMLInputElement>('Amount by Cash').value).toBe('1000');
  await form.save();
  expect(screen.getByText('This amount is not added yet. Tap Add, or clear it.')).toBeTruthy();
  expect(await soldBy(app)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(within(screen.getByRole('list', { name: 'Paid so far' })).getByText(/Cash/)).toBeTruthy();
  await form.save();
  expect(await screen.findByText('Sale created')).toBeTruthy();
  expect(await soldBy(app)).toMatchObject([
    { finalMinor: 420_000, payments: [{ amountMinor: 100_000 }, { amountMinor: 320_000 }] },
  ]);
});

test('X-TYPE-08 R-CTR-06 with a price that cannot be read there is no total in either view, and the counter says which line', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await userEvent.click(tile('Soap'));
  await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
  await form.opened();
  await form.type(2, 'Price', '1250,500');
  expect(screen.getByRole('group', { name: 'Grand total' }).textContent).toBe('Grand total-');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
  expect(await screen.findByText(UNREAD)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Charge/ })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Price and quantity of Soap, -' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Soap' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Price').value).toBe('1250,500');
});

test('X-TYPE-08 a quantity that cannot be read is called that on the counter, and not too large', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
  await form.opened();
  await form.type(1, 'Quantity', '1250,500');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
  expect(await screen.findByText(UNREAD)).toBeTruthy();
  expect(screen.queryByText('Amount is too large')).toBeNull();
});
