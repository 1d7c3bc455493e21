import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { MOBILE_MONEY, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';
import {
  freshCounter,
  paying,
  showCounter,
  SOAP,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';

/* A transfer that another sale has already is asked about at the counter, each time (X-TYPE-36). */

beforeEach(freshCounter);

const USED = saleRow({
  ...{ id: 901, saleNumber: 'SALE-1795000000000', transactionId: 'MP-7' },
  ...{ paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money' },
});
const SENTENCE = 'Sale #SALE-1795000000000 already has this transaction ID';
const rows = { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP], sale: [USED] };

async function payByMobileMoney(transactionId: string) {
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  await tapIn('Mobile Money');
  await userEvent.type(paying().getByLabelText('Transaction ID'), transactionId);
}

test('X-TYPE-36 C-049 R-CTR-24 a part with such an ID is added only when a person says that one transfer paid for both', async () => {
  const app = await showCounter({ rows });
  await payByMobileMoney('MP-7');
  await tapIn('Add another method');
  await userEvent.type(paying().getByLabelText('Amount by Mobile Money'), '3000');
  await tapIn('Add');
  expect(await paying().findByText(SENTENCE)).toBeTruthy();
  expect(paying().queryByRole('list', { name: 'Paid so far' })).toBeNull();
  expect(paying().getByLabelText<HTMLInputElement>('Amount by Mobile Money').value).toBe('3000');
  await tapIn('One payment for both sales');
  await tapIn('Add');
  expect((await paying().findByRole('list', { name: 'Paid so far' })).textContent).toBe('Mobile Money · MP-7UGX 3,000');
  await tapIn('Exact');
  expect(await screen.findByText('Sale created')).toBeTruthy();
  expect(await soldBy(app)).toMatchObject([{ payments: [{ transactionId: 'MP-7' }, { paymentMethodName: 'Cash' }] }]);
});

test('X-TYPE-36 C-049 an ID that was accepted for one sale is asked about for the next', async () => {
  const app = await showCounter({ rows });
  for (const count of [1, 2]) {
    await payByMobileMoney('MP-7');
    await userEvent.click(await paying().findByRole('button', { name: 'One payment for both sales' }));
    await tapIn('Create sale');
    await waitFor(async () => expect(await soldBy(app)).toHaveLength(count));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(await soldBy(app)).toMatchObject([{ transactionId: 'MP-7' }, { transactionId: 'MP-7' }]);
});
