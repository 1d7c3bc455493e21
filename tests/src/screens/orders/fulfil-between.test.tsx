import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  AMINA,
  BRIAN,
  button,
  dialog,
  graceOrder,
  ORDER_ID,
  orderShown,
  showOrdersOf,
  toast,
} from '../../../support/screens/orders-screens.tsx';
import { savingOf, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { meanwhile, openShop } from '../../../support/screens/shop-screens.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';

/* Another device's fulfilment arrives between the look at the order and the write of this one. */

test('M10 R-GEN-16 the dialog says who was first, each time it is tapped, and keeps a typed transaction ID', async () => {
  const opened = await openShop({
    rows: { ...SHOP_ROWS, user: [AMINA, BRIAN], order: [graceOrder({ status: 'confirmed' })] },
  });
  const saving = savingOf(opened);
  showOrdersOf(saving, `/orders/${ORDER_ID}`);
  await orderShown();
  await userEvent.click(button('Fulfill') as HTMLElement);
  const form = await dialog('Fulfill order');
  await userEvent.selectOptions(form.getByLabelText('Payment method'), 'Mobile Money');
  await userEvent.type(form.getByLabelText('Transaction ID'), 'MP-77');
  const release = saving.hold();
  await userEvent.click(form.getByRole('button', { name: 'Fulfill order' }));
  await waitFor(() => expect(saving.run).toHaveBeenCalledOnce());
  const change = { status: 'fulfilled' as const, byUserId: BRIAN.id, atMs: NOON_MS };
  const byBrian = graceOrder({ version: 2, status: 'fulfilled', saleId: 77, statusChanges: [change] });
  await meanwhile(() => opened.shop.absorb({ rows: { order: [byBrian] } }));
  release();
  await toast('alert', 'Failed to fulfillAlready fulfilled by Brian Okello.');
  expect(form.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('MP-77');
  await userEvent.click(form.getByRole('button', { name: 'Fulfill order' }));
  await toast('alert', 'Failed to fulfillAlready fulfilled by Brian Okello.');
  expect(saving.run).toHaveBeenCalledOnce();
  expect((await opened.shop.row('order', ORDER_ID))?.saleId).toBe(77);
});
