import { expect, test } from 'vitest';
import { cashDifferenceMinor, cashMovedBy, expectedCashMinor } from '../../../domain/sales/cash-count.ts';
import { saleRow } from '../../support/shop-rows.ts';

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
    toGiveBackMinor: 0,
  });
  expect(cashMovedBy([sale], { ...all, isOurs: (id) => id >= 90 })).toEqual({
    ...{ takenMinor: 7, returnedMinor: 0, toGiveBackMinor: 0 },
  });
});

test('G28 R-REP-20 M6 what is to be given back of a cancelled sale still lies in the drawer, and is a line of its own', () => {
  const all = { range, currency: 'UGX', isOurs: () => true };
  const cancelled = saleRow({
    ...{ id: 3, status: 'cancelled', finalMinor: 500 },
    payments: [payment(1, 300, 1_100), payment(2, 200, 1_200, 'Mobile Money')],
  });
  const held = cashMovedBy([cancelled], all);
  expect(held).toEqual({ takenMinor: 0, returnedMinor: 0, toGiveBackMinor: 300 });
  expect(expectedCashMinor(1_000, held)).toBe(1_300);
  const refunds = [{ ...payment(5, 300, 1_500), way: 'refunded' as const }];
  const given = cashMovedBy([{ ...cancelled, refunds }], all);
  expect(given).toEqual({ takenMinor: 300, returnedMinor: 300, toGiveBackMinor: 0 });
  expect(expectedCashMinor(1_000, given)).toBe(1_000);
  // Given back on the next day, so it was still in the drawer the day before.
  const later = [{ ...payment(5, 300, 2_500), way: 'refunded' as const }];
  expect(expectedCashMinor(0, cashMovedBy([{ ...cancelled, refunds: later }], all))).toBe(300);
});

test('G28 too much is above zero, too little below', () => {
  expect(cashDifferenceMinor({ countedMinor: 5, expectedMinor: 7 })).toBe(-2);
  expect(cashDifferenceMinor({ countedMinor: 5, expectedMinor: -2 })).toBe(7);
});
