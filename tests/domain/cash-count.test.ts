import { expect, test } from 'vitest';
import { cashDifferenceMinor, cashMovedBy } from '../../domain/cash-count.ts';
import { saleRow } from '../support/shop-rows.ts';

const range = { fromMs: 1_000, toMs: 2_000 };
const payment = (id: number, amountMinor: number, atMs: number, paymentMethodName: string | null = 'Cash') => ({
  ...{ id, amountMinor, atMs, paymentMethodName, paymentMethodId: null, transactionId: null, byUserId: 1 },
});
const sale = saleRow({
  id: 1,
  payments: [
    payment(1, 100, 1_000),
    payment(2, 20, 1_999, null),
    payment(3, 3_000, 1_500, 'Mobile Money'),
    payment(4, 40_000, 999),
    payment(5, 40_000, 2_000),
    payment(90, 7, 1_500, ' cash'),
  ],
  refunds: [
    { ...payment(6, 11, 1_500), way: 'refunded' },
    { ...payment(7, 500, 1_500), way: 'kept' },
    { ...payment(8, 500, 1_500, 'Bank'), way: 'refunded' },
  ],
});

test('G28 C-052 the cash of a day: what came and went in it, in cash, whatever it was for', () => {
  const all = { range, currency: 'UGX', isOurs: () => true };
  expect(cashMovedBy([sale, saleRow({ ...sale, id: 2, currency: 'KES' })], all)).toEqual({
    takenMinor: 127,
    returnedMinor: 11,
  });
  expect(cashMovedBy([sale], { ...all, isOurs: (id) => id >= 90 })).toEqual({ takenMinor: 7, returnedMinor: 0 });
});

test('G28 too much is above zero, too little below', () => {
  expect(cashDifferenceMinor({ countedMinor: 5, expectedMinor: 7 })).toBe(-2);
  expect(cashDifferenceMinor({ countedMinor: 5, expectedMinor: -2 })).toBe(7);
});
