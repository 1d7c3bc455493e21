import { expect, test } from 'vitest';
import { customerBalance, customerBalances } from '../../../domain/people/customer-balance.ts';
import { saleRow } from '../../support/shop-rows.ts';

const money = (amountMinor: number) => ({
  id: 1,
  amountMinor,
  paymentMethodId: null,
  paymentMethodName: null,
  transactionId: null,
  byUserId: 70,
  atMs: 5,
});

test('G23 a customer owes what is open of all their sales, in one currency, and has what is kept of them', () => {
  const owing = saleRow({ id: 1, status: 'pending', finalMinor: 500, payments: [money(200)] });
  const keptMoney = { payments: [money(900)], refunds: [{ ...money(400), way: 'kept' as const }] };
  const sales = [
    owing,
    saleRow({ id: 2, status: 'pending', finalMinor: 700, payments: [] }),
    saleRow({ id: 3, finalMinor: 500, ...keptMoney }),
    saleRow({ id: 4, status: 'pending', finalMinor: 900, payments: [], currency: 'KES' }),
    saleRow({ id: 5, status: 'cancelled', finalMinor: 900, payments: [] }),
  ];
  expect(customerBalance(sales, 'UGX')).toEqual({ owedMinor: 1_000, creditMinor: 400, unpaidCount: 2 });
  expect(customerBalance([], 'UGX')).toEqual({ owedMinor: 0, creditMinor: 0, unpaidCount: 0 });
});

test('G23 C-043 what is open is told apart by currency, and where nothing is open there is nothing to tell', () => {
  const owing = { status: 'pending' as const, payments: [] };
  const sales = [
    saleRow({ id: 1, finalMinor: 500 }),
    saleRow({ id: 2, finalMinor: 900, currency: 'KES', ...owing }),
    saleRow({ id: 3, finalMinor: 300, currency: 'UGX', ...owing }),
    saleRow({ id: 4, finalMinor: 900, currency: 'USD' }),
    saleRow({ id: 5, finalMinor: 200, currency: 'UGX', ...owing }),
  ];
  expect(customerBalances(sales)).toEqual([
    { currency: 'UGX', owedMinor: 500, creditMinor: 0, unpaidCount: 2 },
    { currency: 'KES', owedMinor: 900, creditMinor: 0, unpaidCount: 1 },
  ]);
});
