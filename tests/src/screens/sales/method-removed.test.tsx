import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { OrderDetail } from '../../../../src/screens/orders/order-detail.tsx';
import { freshCounter, paying, showCounter, SOAP, tapIn, tile } from '../../../support/screens/counter-screen.tsx';
import {
  actsOf,
  ASHA,
  CASH,
  form,
  MOBILE_MONEY,
  SHOP_ROWS,
  showSales,
} from '../../../support/screens/sales-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { BUSINESS_ID, NOON_MS, orderRow, saleRow, USER_ID } from '../../../support/shop-rows.ts';

beforeEach(freshCounter);

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

test('C-049 M29 the form of a sale does not save a removed method as Cash, and keeps the transaction ID', async () => {
  const { shop } = await showSales('/sales/new', { rows: SHOP_ROWS, told: { currency: 'UGX' } });
  await form.opened();
  await form.choose(1, 'Sugar');
  await form.pay('Mobile Money');
  await userEvent.type(screen.getByLabelText('Transaction ID'), 'MP-77');
  await meanwhile(() => shop.run('paymentMethod.remove', () => ({ id: MOBILE_MONEY.id, businessId: BUSINESS_ID })));
  expect(await screen.findByText('This payment method was removed. Choose another')).toBeTruthy();
  await form.save();
  expect((await actsOf(shop)).map(({ name }) => name)).toEqual(['paymentMethod.remove']);
  expect(screen.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('MP-77');
  await form.pay('Cash');
  await form.save();
  await screen.findByText('Sale created');
  expect((await actsOf(shop)).at(-1)?.args).toMatchObject({ paymentMethodName: 'Cash', transactionId: null });
});

test('C-049 M29 the counter says it over the methods, none of which is chosen then, and saves nothing', async () => {
  const { shop } = await showCounter({ rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP] } });
  await userEvent.click(tile('Sugar'));
  await userEvent.click(screen.getByRole('button', { name: /^Charge / }));
  await tapIn('Mobile Money');
  await meanwhile(() => shop.run('paymentMethod.remove', () => ({ id: MOBILE_MONEY.id, businessId: BUSINESS_ID })));
  expect((await paying().findByRole('alert')).textContent).toBe('This payment method was removed. Choose another');
  expect(paying().getByRole('button', { name: 'Cash' }).getAttribute('aria-pressed')).toBe('false');
  await tapIn('Create sale');
  expect((await actsOf(shop)).map(({ name }) => name)).toEqual(['paymentMethod.remove']);
  await tapIn('Cash');
  await tapIn('Exact');
  await waitFor(async () => expect((await actsOf(shop)).at(-1)?.name).toBe('sale.create'));
});

test('C-049 M29 an order is not fulfilled by a method that was removed', async () => {
  const order = orderRow({ id: 77, status: 'confirmed', totalMinor: 250_000 });
  const opened = await openShop({ rows: { ...SHOP_ROWS, order: [order] } });
  renderShop(opened, [{ path: '/orders/:id', element: <OrderDetail /> }], '/orders/77');
  await userEvent.click(await screen.findByRole('button', { name: 'Fulfill' }));
  await screen.findByRole('dialog');
  await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
  await meanwhile(() =>
    opened.shop.run('paymentMethod.remove', () => ({ id: MOBILE_MONEY.id, businessId: BUSINESS_ID })),
  );
  expect(await dialog().findByText('This payment method was removed. Choose another')).toBeTruthy();
  await userEvent.click(dialog().getByRole('button', { name: 'Fulfill order' }));
  expect((await actsOf(opened.shop)).map(({ name }) => name)).toEqual(['paymentMethod.remove']);
});
