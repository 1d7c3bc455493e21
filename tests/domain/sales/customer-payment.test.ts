import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  newCustomerPaymentSchema,
  PAID_SALES_MAX,
  partsOf,
  salesToPay,
  tooMuchOf,
} from '../../../domain/sales/customer-payment.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleRow } from '../../support/shop-rows.ts';

const owed = (id: number, finalMinor: number, fields: Partial<Sale> = {}): Sale =>
  saleRow({ id, status: 'pending', payments: [], finalMinor, createdAtMs: id, currency: 'UGX', ...fields });
const payment = (amountMinor: number) => ({
  ...{ id: 77, amountMinor, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: 1, atMs: 5 },
});
const idsOf = ({ sales }: { sales: readonly Sale[] }) => sales.map(({ id }) => id);

describe('the sales that a payment can pay', () => {
  test('R-OWE-02 are those with a balance, the oldest first, and of one instant by their id', () => {
    const sales = [
      owed(30, 100),
      owed(10, 100),
      saleRow({ id: 11, status: 'completed', finalMinor: 100 }),
      owed(12, 100, { status: 'cancelled' }),
      owed(21, 100, { createdAtMs: 15 }),
      owed(20, 100, { createdAtMs: 15 }),
    ];
    expect(idsOf(salesToPay(sales, 'UGX'))).toEqual([10, 20, 21, 30]);
  });

  test('R-OWE-01 are of one currency', () => {
    const sales = [owed(1, 100), owed(2, 100, { currency: 'KES' })];
    expect(idsOf(salesToPay(sales, 'KES'))).toEqual([2]);
  });

  test('R-OWE-01 a cancelled sale of which too much was given back is among them', () => {
    const given = { ...payment(150), way: 'refunded' as const };
    const sales = [owed(1, 100, { status: 'cancelled', payments: [payment(100)], refunds: [given] })];
    expect(salesToPay(sales, 'UGX')).toMatchObject({ owedMinor: 50, unpaidCount: 1 });
  });

  test('R-OWE-05 are at most a hundred; the sentence about too much then says so', () => {
    const owing = (count: number) =>
      salesToPay(
        Array.from({ length: count }, (_, index) => owed(index + 1, 100)),
        'UGX',
      );
    const some = owing(PAID_SALES_MAX + 1);
    expect([some.sales.length, some.sales.at(-1)?.id, some.owedMinor, some.unpaidCount]).toEqual([
      100, 100, 10_000, 101,
    ]);
    expect(tooMuchOf(some)).toBe(
      'One payment pays at most 100 sales. Record what is owed for the oldest 100 first, then the rest',
    );
    expect(tooMuchOf(owing(PAID_SALES_MAX))).toBe('The amount is larger than what is owed');
  });
});

describe('an amount', () => {
  const sales = [owed(1, 100), owed(2, 250, { payments: [payment(50)] }), owed(3, 300)];

  test.each([
    [1, [[1, 1]]],
    [100, [[1, 100]]],
    [
      101,
      [
        [1, 100],
        [2, 1],
      ],
    ],
    [
      300,
      [
        [1, 100],
        [2, 200],
      ],
    ],
    [
      600,
      [
        [1, 100],
        [2, 200],
        [3, 300],
      ],
    ],
  ])('R-OWE-02 of %i pays each sale in full before the next', (amountMinor, expected) => {
    const parts = partsOf(sales, amountMinor);
    expect(parts.map(({ sale, amountMinor: partMinor }) => [sale.id, partMinor])).toEqual(expected);
  });
});

describe('the arguments', () => {
  const part = (id: number, saleId = id) => ({ id, saleId, orderId: null, amountMinor: 100 });
  const parsed = (parts: unknown[]) =>
    v.safeParse(newCustomerPaymentSchema, {
      ...{ customerId: 5, parts, paymentMethodId: null, paymentMethodName: null, transactionId: null },
    });
  const parts = (count: number) => Array.from({ length: count }, (_, index) => part(index + 1));

  test('R-OWE-03 have a part for at least one sale and at most a hundred', () => {
    expect([1, 100].map((count) => parsed(parts(count)).success)).toEqual([true, true]);
    expect([0, 101].map((count) => parsed(parts(count)).issues?.[0].message)).toEqual([
      'A payment pays at least one sale',
      'A payment pays at most 100 sales',
    ]);
  });

  test('R-OWE-03 name each sale once, and pay something for it', () => {
    expect(parsed([part(1, 9), part(2, 9)]).issues?.[0].message).toBe('A payment pays each sale once');
    expect(parsed([{ ...part(1), amountMinor: 0 }]).issues?.[0].message).toBe('Amount must be a positive number');
  });
});
