import { expect, test } from 'vitest';
import { property, assert, array, integer, constantFrom } from 'fast-check';
import {
  saleBalanceMinor,
  salePaidMinor,
  salePayments,
  saleRefundDueMinor,
  transactionKeysOf,
  type SalePayment,
} from '../../domain/sale-payment.ts';
import { saleRow } from '../support/shop-rows.ts';

const payment = (amountMinor: number, fields: Partial<SalePayment> = {}): SalePayment => ({
  id: 1,
  amountMinor,
  paymentMethodId: null,
  paymentMethodName: null,
  transactionId: null,
  byUserId: 70,
  atMs: 5,
  ...fields,
});

test('C-048 a row without payments was paid when it was rung up, unless it is pending', () => {
  const completed = saleRow({ id: 9, finalMinor: 500, paymentMethodName: 'Cash', transactionId: 'T' });
  expect(salePayments(completed)).toMatchObject([
    { id: 9, amountMinor: 500, paymentMethodName: 'Cash', transactionId: 'T' },
  ]);
  expect(saleBalanceMinor(completed)).toBe(0);
  expect(salePayments(saleRow({ id: 9, status: 'pending', finalMinor: 500 }))).toEqual([]);
  expect(saleRefundDueMinor(saleRow({ id: 9, status: 'cancelled', finalMinor: 500 }))).toBe(0);
});

test('M6 M7 G22 what is owed and what is due back follow from the payments', () => {
  const sale = (status: 'pending' | 'completed' | 'cancelled', amounts: number[]) =>
    saleRow({ id: 9, status, finalMinor: 500, payments: amounts.map((amount) => payment(amount)) });
  expect([saleBalanceMinor(sale('pending', [200])), saleRefundDueMinor(sale('pending', [200]))]).toEqual([300, 0]);
  expect([saleBalanceMinor(sale('completed', [500, 500])), saleRefundDueMinor(sale('completed', [500, 500]))]).toEqual([
    0, 500,
  ]);
  expect([saleBalanceMinor(sale('cancelled', [200])), saleRefundDueMinor(sale('cancelled', [200]))]).toEqual([0, 200]);
});

test('M6 M7 paid − refund due + balance is the price of every sale that stands, and 0 of every other', () => {
  assert(
    property(
      array(integer({ min: 1, max: 1_000 }), { maxLength: 5 }),
      integer({ min: 0, max: 3_000 }),
      constantFrom('pending' as const, 'completed' as const, 'cancelled' as const),
      (amounts, finalMinor, status) => {
        const sale = saleRow({ id: 9, status, finalMinor, payments: amounts.map((amount) => payment(amount)) });
        const kept = salePaidMinor(sale) - saleRefundDueMinor(sale) + saleBalanceMinor(sale);
        expect(kept).toBe(status === 'cancelled' ? 0 : finalMinor);
      },
    ),
  );
});

test('the transactions of a sale are compared without case and outer blanks', () => {
  const sale = saleRow({
    id: 9,
    transactionId: ' Tx-1 ',
    payments: [payment(1, { transactionId: 'TX-1' }), payment(1, { transactionId: 'tx-2' }), payment(1)],
  });
  expect(transactionKeysOf(sale)).toEqual(['tx-1', 'tx-2']);
});
