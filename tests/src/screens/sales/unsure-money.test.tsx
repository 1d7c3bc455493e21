import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PaymentMethod } from '../../../../domain/sales/payment-method.ts';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { actsOf, ASHA, savingOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { NOON_MS, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';

/* The browser does not say whether money was saved. The person taps again, as the message asks them to. */

const ID = 900;
const OWED = { status: 'pending', finalMinor: 500_000 } as const;
const taken = (id: number) => ({
  ...{ id, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS },
});
const PAID_TWICE: Partial<Sale> = { finalMinor: 500_000, flags: ['overpaid'], payments: [taken(1), taken(2)] };

async function show(
  fields: Partial<Sale>,
  button: string,
  paymentMethod: PaymentMethod[] = SHOP_ROWS.paymentMethod ?? [],
  title = button,
) {
  const asha = { customerId: ASHA.id, customerName: ASHA.name };
  const sale = saleRow({ id: ID, saleNumber: 'SALE-900', payments: [], ...asha, ...fields });
  const opened = await openShop({
    rows: { ...SHOP_ROWS, paymentMethod, user: [userRow({ id: USER_ID })], sale: [sale] },
  });
  const saving = savingOf(opened);
  showOpened(saving, `/sales/${ID}`);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: title });
  return { ...opened, saving };
}

const type = async (text: string) => {
  await userEvent.clear(dialog().getByLabelText('Amount'));
  await userEvent.type(dialog().getByLabelText('Amount'), text);
};
const submit = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
/** Waits for the message of the first tap, and for the sum that is left after it. */
const isUnsure = async (sum: string) => {
  await screen.findByText(/Save it here again: nothing is recorded twice\./);
  const line = () =>
    dialog()
      .getByText(/^(Owed|Due back|Kept as credit):/)
      .textContent?.replaceAll(/\s+/g, ' ');
  await waitFor(() => expect(line()).toBe(sum));
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each([
  ['2000', 'Owed: UGX 3,000.00', /^UGX.3,000\.00 is still owed\.$/],
  ['5000', 'Owed: UGX 0.00', /^The sale is paid\.$/],
])('SYN-1 G22 a payment of %s is there once, and what was left is told', async (typed, owedThen, left) => {
  const app = await show(OWED, 'Record payment');
  await type(typed);
  await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
  await userEvent.type(dialog().getByLabelText('Transaction ID'), 'MP-9');
  app.saving.loseAnswer('written');
  await submit('Record payment');
  await isUnsure(owedThen);
  await submit('Record payment');
  expect(within(await screen.findByRole('status')).getByText(left)).toBeTruthy();
  await isClosed();
  expect(await actsOf(app.shop)).toHaveLength(1);
  expect((await app.shop.row('sale', ID))?.payments).toHaveLength(1);
});

test('SYN-1 G22 an amount that is changed after it is no part of it, and is not recorded', async () => {
  const app = await show(OWED, 'Record payment');
  app.saving.loseAnswer('written');
  await submit('Record payment');
  await isUnsure('Owed: UGX 0.00');
  await type('100');
  await submit('Record payment');
  expect(await screen.findByText(/To record something else, open the form anew\./)).toBeTruthy();
  expect((await app.shop.row('sale', ID))?.payments).toMatchObject([{ amountMinor: 500_000 }]);
});

test.each([
  ['Record refund', 'Given back', 'Refund recorded', 'refunded', 'Kept as credit: UGX 0.00'],
  ['Save credit', 'Kept as credit', 'Credit saved', 'kept', 'Kept as credit: UGX 5,000.00'],
])('SYN-1 M7 after %s once more it is settled once', async (button, chosen, told, way, openThen) => {
  const app = await show(PAID_TWICE, 'Settle refund');
  await userEvent.click(dialog().getByRole('radio', { name: chosen }));
  app.saving.loseAnswer('written');
  await submit(button);
  await isUnsure(openThen);
  await submit(button);
  expect(within(await screen.findByRole('status')).getByText(told)).toBeTruthy();
  await isClosed();
  expect(await actsOf(app.shop)).toMatchObject([{ args: { way, amountMinor: 500_000 } }]);
});

test('SYN-1 M7 credit that the sale had before is no part of what is saved once more', async () => {
  const before = { ...taken(5), amountMinor: 200_000, way: 'kept' as const };
  const app = await show({ ...PAID_TWICE, refunds: [before] }, 'Settle refund');
  await userEvent.click(dialog().getByRole('radio', { name: 'Kept as credit' }));
  app.saving.loseAnswer('written');
  await submit('Save credit');
  await isUnsure('Kept as credit: UGX 5,000.00');
  await submit('Save credit');
  expect(within(await screen.findByRole('status')).getByText('Credit saved')).toBeTruthy();
  await isClosed();
  expect(await actsOf(app.shop)).toMatchObject([{ args: { way: 'kept', amountMinor: 300_000 } }]);
});

test('SYN-1 M7 another choice after it is another act, and is not taken for it', async () => {
  const app = await show({ ...PAID_TWICE, payments: [taken(1), taken(2), taken(3)] }, 'Settle refund', []);
  await type('5000');
  app.saving.loseAnswer('written');
  await submit('Record refund');
  await isUnsure('Due back: UGX 5,000.00');
  await userEvent.click(dialog().getByRole('radio', { name: 'Kept as credit' }));
  await submit('Save credit');
  expect(await screen.findByText(/To record something else, open the form anew\./)).toBeTruthy();
  expect(await actsOf(app.shop)).toMatchObject([{ args: { way: 'refunded', amountMinor: 500_000 } }]);
});

test('SYN-1 R-SDET-37 a paid sale whose cancellation may be on the device is cancelled and given back once', async () => {
  const app = await show({ finalMinor: 500_000, payments: [taken(ID)] }, 'Cancel sale', [], 'Cancel this sale?');
  await userEvent.type(dialog().getByLabelText('Reason'), 'Wrong item');
  app.saving.loseAnswer('written');
  await submit('Cancel sale');
  await screen.findByText(/Save it here again: nothing is recorded twice\./);
  await waitFor(async () => expect((await app.shop.row('sale', ID))?.status).toBe('cancelled'));
  expect(dialog().getByText('Was the money given back?')).toBeTruthy();
  await submit('Cancel sale');
  expect(await screen.findByText('The sale was successfully cancelled.')).toBeTruthy();
  await isClosed();
  expect(await actsOf(app.shop)).toHaveLength(1);
  expect((await app.shop.row('sale', ID))?.refunds).toMatchObject([{ amountMinor: 500_000 }]);
});
