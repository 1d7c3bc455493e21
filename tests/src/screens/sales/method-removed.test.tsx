import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { actsOf, ASHA, CASH, MOBILE_MONEY, SHOP_ROWS, showSales } from '../../../support/screens/sales-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { BUSINESS_ID, NOON_MS, saleRow, USER_ID } from '../../../support/shop-rows.ts';

const OWED: Partial<Sale> = { status: 'pending', customerId: ASHA.id, customerName: ASHA.name, payments: [] };
const PAID = {
  ...{ id: 1, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS },
};
const CANCELLED: Partial<Sale> = {
  ...{ status: 'cancelled', payments: [PAID] },
  cancellations: [{ reason: 'wrong item', byUserId: USER_ID, atMs: NOON_MS }],
};

test.each([
  ['Record payment', 'Record payment', OWED, 'sale.takePayment'],
  ['Settle refund', 'Record refund', CANCELLED, 'sale.settleRefund'],
])(
  'C-049 M29 %s: a method that another device removed meanwhile is not saved as Cash; what was typed stays, another one is chosen',
  async (opens, submits, fields, act) => {
    const sale = saleRow({ id: 900, finalMinor: 500_000, ...fields });
    const { shop } = await showSales('/sales/900', { rows: { ...SHOP_ROWS, sale: [sale] } });
    await userEvent.click(await screen.findByRole('button', { name: opens }));
    await screen.findByRole('dialog', { name: opens });
    const method = () => dialog().getByLabelText<HTMLSelectElement>('Payment method');
    await userEvent.selectOptions(method(), 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), 'MP-77');
    const before = (await actsOf(shop)).length;
    await meanwhile(() => shop.run('paymentMethod.remove', () => ({ id: MOBILE_MONEY.id, businessId: BUSINESS_ID })));
    expect(await dialog().findByText('This payment method was removed. Choose another')).toBeTruthy();
    expect(method().selectedOptions[0]?.textContent).toBe('Choose a payment method');
    await userEvent.click(dialog().getByRole('button', { name: submits }));
    expect(dialog().getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('MP-77');
    expect(await actsOf(shop)).toHaveLength(before + 1);
    await userEvent.selectOptions(method(), 'Cash');
    expect(dialog().queryByText('This payment method was removed. Choose another')).toBeNull();
    await userEvent.click(dialog().getByRole('button', { name: submits }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await actsOf(shop)).at(-1)).toMatchObject({
      name: act,
      args: { paymentMethodId: CASH.id, paymentMethodName: 'Cash', transactionId: null },
    });
  },
);
