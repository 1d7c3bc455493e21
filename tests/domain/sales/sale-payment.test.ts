import { expect, test } from 'vitest';
import { property, assert, array, integer, constantFrom, record } from 'fast-check';
import {
  saleBalanceMinor,
  saleCreditMinor,
  salePaidMinor,
  salePayments,
  saleRefundDueMinor,
  saleRefundedMinor,
  transactionKeysOf,
  type SalePayment,
  type SaleRefund,
} from '../../../domain/sales/sale-payment.ts';
import { saleRow } from '../../support/shop-rows.ts';

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

const refund = (way: SaleRefund['way'], amountMinor: number): SaleRefund => ({ ...payment(amountMinor), way });

test('M6 M7 what was given back is no longer due, what is kept is credit, and what was given twice is owed', () => {
  const sumsOf = (status: 'completed' | 'cancelled', refunds: SaleRefund[]) => {
    const sale = saleRow({ id: 9, status, finalMinor: 500, payments: [payment(500), payment(500)], refunds });
    return [saleRefundDueMinor(sale), saleCreditMinor(sale), saleBalanceMinor(sale)];
  };
  expect(sumsOf('completed', [refund('refunded', 200)])).toEqual([300, 0, 0]);
  expect(sumsOf('completed', [refund('refunded', 200), refund('kept', 300)])).toEqual([0, 300, 0]);
  // One till kept the money and another gave it back: it is gone.
  expect(sumsOf('completed', [refund('kept', 500), refund('refunded', 400)])).toEqual([0, 100, 0]);
  expect(sumsOf('completed', [refund('refunded', 500), refund('refunded', 500)])).toEqual([0, 0, 500]);
  expect(sumsOf('cancelled', [refund('refunded', 600), refund('refunded', 600)])).toEqual([0, 0, 200]);
});

test('M6 M7 what is held is the price, less what is owed, plus what is due back or kept; never owed both ways', () => {
  const amounts = array(integer({ min: 1, max: 1_000 }), { maxLength: 5 });
  const refunds = array(
    record({ way: constantFrom('refunded' as const, 'kept' as const), amountMinor: integer({ min: 1, max: 1_000 }) }),
    {
      maxLength: 4,
    },
  );
  const statuses = constantFrom('pending' as const, 'completed' as const, 'cancelled' as const);
  assert(
    property(amounts, refunds, integer({ min: 0, max: 3_000 }), statuses, (paid, back, finalMinor, status) => {
      const payments = paid.map((amount) => payment(amount));
      const given = back.map(({ way, amountMinor }) => refund(way, amountMinor));
      const sale = saleRow({ id: 9, status, finalMinor, payments, refunds: given });
      const held = salePaidMinor(sale) - saleRefundedMinor(sale);
      const [owed, due, credit] = [saleBalanceMinor(sale), saleRefundDueMinor(sale), saleCreditMinor(sale)];
      expect(held).toBe((status === 'cancelled' ? 0 : finalMinor) - owed + due + credit);
      expect(Math.min(owed, due, credit)).toBe(0);
      expect(owed === 0 || due + credit === 0).toBe(true);
    }),
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
