import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { CREDIT, CASH, form, MOBILE_MONEY, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import {
  basket,
  freshCounter,
  paying,
  showCounter,
  SOAP,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';

/* An amount that was typed as paid survives switching 'Pay later' on and off, and never goes into the next sale. */

beforeEach(freshCounter);

const NOT_ADDED = 'This amount is not added yet. Tap Add, or clear it.';
const rows = { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP], paymentMethod: [CASH, MOBILE_MONEY, CREDIT] };
const payLater = () => paying().getByRole<HTMLInputElement>('switch', { name: 'Pay later' });

/** Opens the payment of soap for 4,200. */
async function charge(shop = rows) {
  const app = await showCounter({ rows: shop });
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  return app;
}

const chooseAsha = async () => {
  await userEvent.type(paying().getByLabelText('Customer'), 'asha');
  await userEvent.click(await screen.findByRole('option', { name: /^Asha/ }));
};

describe('money that was typed', () => {
  test.each(['Pay later', 'Credit'])('R-CTR-24 a part that is not added holds %s up', async (name) => {
    const app = await charge();
    await tapIn('Mobile Money');
    await tapIn('Add another method');
    await userEvent.type(paying().getByLabelText('Amount by Mobile Money'), '3000');
    if (name === 'Credit') await tapIn('Credit');
    else await userEvent.click(payLater());
    expect(paying().getByText(NOT_ADDED)).toBeTruthy();
    expect(document.activeElement).toBe(paying().getByLabelText('Amount by Mobile Money'));
    expect(payLater().checked).toBe(false);
    await tapIn('Add');
    await userEvent.click(payLater());
    await chooseAsha();
    await tapIn('Create sale');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([
      { status: 'pending', payments: [{ amountMinor: 300_000, paymentMethodName: 'Mobile Money' }] },
    ]);
  });

  test.each(['Pay later', 'Credit'])('R-CTR-25 cash that does not reach is what is paid now with %s', async (name) => {
    const app = await charge();
    for (const key of '3000') await tapIn(key);
    if (name === 'Credit') await tapIn('Credit');
    else await userEvent.click(payLater());
    expect(paying().getByLabelText<HTMLInputElement>('Paid now').value).toBe('3000');
    await chooseAsha();
    await tapIn('Create sale');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([
      { status: 'pending', payments: [{ amountMinor: 300_000, paymentMethodName: 'Cash' }] },
    ]);
  });

  test('R-CTR-24 cash that does not reach is a part before another method, which pays the rest', async () => {
    const app = await charge();
    for (const key of '3000') await tapIn(key);
    await tapIn('Cash');
    expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe('3000');
    await tapIn('Mobile Money');
    expect(paying().getByRole('list', { name: 'Paid so far' }).textContent).toBe('CashUGX 3,000');
    expect(paying().getByRole('status', { name: 'Amount due' }).textContent).toBe('UGX 1,200');
    await tapIn('Create sale');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([
      {
        status: 'completed',
        payments: [
          { amountMinor: 300_000, paymentMethodName: 'Cash', transactionId: null },
          { amountMinor: 120_000, paymentMethodName: 'Mobile Money' },
        ],
      },
    ]);
  });

  test('R-CTR-24 cash that reaches, or cannot be read, is no part, and stands there again with Cash', async () => {
    const app = await charge();
    for (const typed of ['5000', '3.5.0']) {
      await userEvent.clear(paying().getByLabelText('Amount received'));
      await userEvent.type(paying().getByLabelText('Amount received'), typed);
      await tapIn('Mobile Money');
      expect(paying().queryByRole('list', { name: 'Paid so far' })).toBeNull();
      await tapIn('Cash');
      expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe(typed);
    }
    await tapIn('Mobile Money');
    await tapIn('Create sale');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ finalMinor: 420_000, paymentMethodName: 'Mobile Money' }]);
  });

  test('R-CTR-25 cash that pays all of it is not paid now, and stands there again without Pay later', async () => {
    await charge();
    for (const key of '5000') await tapIn(key);
    await userEvent.click(payLater());
    expect(paying().getByLabelText<HTMLInputElement>('Paid now').value).toBe('');
    await userEvent.click(payLater());
    expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe('5000');
  });

  test.each(['Pay later', 'Credit'])(
    'R-CTR-25 what is paid now is received again without %s, and less than is due is refused',
    async (name) => {
      const app = await charge();
      for (const key of '3000') await tapIn(key);
      if (name === 'Credit') await tapIn('Credit');
      else await userEvent.click(payLater());
      if (name === 'Credit') await tapIn('Cash');
      else await userEvent.click(payLater());
      expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe('3000');
      await tapIn('Create sale');
      expect(await paying().findByText(/^This is less than/)).toBeTruthy();
      expect(await soldBy(app)).toEqual([]);
    },
  );

  test('R-CTR-24 R-CTR-25 what is paid now by Mobile Money is a part that is not added, once the rest is not paid later', async () => {
    const app = await charge();
    await tapIn('Mobile Money');
    await userEvent.click(payLater());
    await userEvent.type(paying().getByLabelText('Paid now'), '3000');
    await userEvent.click(payLater());
    expect(paying().getByLabelText<HTMLInputElement>('Amount by Mobile Money').value).toBe('3000');
    await tapIn('Create sale');
    expect(paying().getByText(NOT_ADDED)).toBeTruthy();
    expect(await soldBy(app)).toEqual([]);
  });

  test('R-CTR-25 where there is one method, what is paid now stands there again with Pay later', async () => {
    await charge({ ...rows, paymentMethod: [MOBILE_MONEY] });
    await userEvent.click(payLater());
    await userEvent.type(paying().getByLabelText('Paid now'), '3000');
    await userEvent.click(payLater());
    await userEvent.click(payLater());
    expect(paying().getByLabelText<HTMLInputElement>('Paid now').value).toBe('3000');
  });

  test('R-CTR-25 R-CTR-06 so it is in the form', async () => {
    await charge();
    await userEvent.click(paying().getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
    await form.opened();
    await userEvent.type(screen.getByLabelText('Amount received'), '3000');
    await userEvent.click(screen.getByRole('switch', { name: 'Pay later' }));
    const paidNow = screen.getByLabelText<HTMLInputElement>('Paid now');
    expect(paidNow.value).toBe('3000');
    await userEvent.clear(paidNow);
    expect(screen.getByLabelText('Paid now')).toBe(paidNow);
  });

  test('R-CTR-24 an amount by another method can be left out again: the keys write what is received', async () => {
    await charge();
    await tapIn('Add another method');
    await tapIn('7');
    expect(paying().getByLabelText<HTMLInputElement>('Amount by Cash').value).toBe('7');
    await tapIn('Leave out this amount');
    expect(paying().queryByLabelText('Amount by Cash')).toBeNull();
    await tapIn('5');
    expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe('5');
  });
});

describe('R-CTR-29 a basket whose last item was taken out', () => {
  const clear = () => basket().getByRole<HTMLButtonElement>('button', { name: 'Clear basket' });
  const discount = () => basket().queryByLabelText<HTMLInputElement>('Discount');

  /** Soap with a discount of 200 for Asha, and the soap taken out again. */
  async function emptied() {
    const app = await showCounter({ rows });
    await userEvent.click(tile('Soap'));
    await userEvent.click(basket().getByRole('button', { name: 'Add discount' }));
    await userEvent.type(basket().getByLabelText('Discount'), '200');
    await userEvent.click(basket().getByRole('button', { name: 'Customer' }));
    await userEvent.type(basket().getByLabelText('Customer'), 'asha');
    await userEvent.click(await screen.findByRole('option', { name: /^Asha/ }));
    await userEvent.click(basket().getByRole('button', { name: 'Notes' }));
    await userEvent.type(basket().getByLabelText('Notes'), 'by Friday');
    await tap('Charge UGX 4,000');
    const said = paying().getByText(/^To pay/).textContent;
    await userEvent.click(paying().getByRole('button', { name: 'Close' }));
    await userEvent.click(basket().getByRole('button', { name: 'Remove Soap' }));
    return { app, said };
  }

  test('R-CTR-29 still shows what is set, and the payment says it', async () => {
    const { said } = await emptied();
    expect(said).toBe('To pay · UGX\u{a0}200 discount · Asha Nansubuga');
    expect(discount()?.value).toBe('200');
    expect(basket().getByLabelText<HTMLInputElement>('Customer').value).toBe('Asha Nansubuga');
    expect(basket().getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('by Friday');
  });

  test('R-CTR-29 Clear ends all of it after a question', async () => {
    const { app } = await emptied();
    await userEvent.click(clear());
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
    expect(discount()?.value).toBe('200');
    await userEvent.click(clear());
    const dialog = await screen.findByRole('dialog', { name: 'Clear the basket?' });
    expect(dialog.textContent).toContain('All that is in it is taken out, and nothing is sold.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear basket' }));
    expect(discount()).toBeNull();
    expect(clear().disabled).toBe(true);
    // Nor does it come back after a reload.
    await waitFor(async () => expect(await app.device.database.tables.draft.toArray()).toEqual([]));
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ customerId: null, discountMinor: 0, finalMinor: 420_000, notes: null }]);
  });

  test('R-CTR-29 R-CTR-13 what is scanned under the question is told over it', async () => {
    await emptied();
    await userEvent.click(clear());
    await screen.findByRole('dialog', { name: 'Clear the basket?' });
    typeKeys(SOAP.sku ?? '', 4);
    expect(await within(await screen.findByRole('status')).findByText('Soap · 1')).toBeTruthy();
  });

  test('R-CTR-29 the question says what was paid already', async () => {
    await charge();
    await tapIn('Add another method');
    for (const key of '1000') await tapIn(key);
    await tapIn('Add');
    await userEvent.click(paying().getByRole('button', { name: 'Close' }));
    await userEvent.click(clear());
    const dialog = await screen.findByRole('dialog', { name: 'Clear the basket?' });
    expect(dialog.textContent).toContain('Nothing is sold. UGX 1,000 was paid for it: give that back first.');
  });
});
