import { expect, test } from 'vitest';
import { reminderText, unpaidReport } from '../../../domain/sales/unpaid-report.ts';
import { NOON_MS, saleRow } from '../../support/shop-rows.ts';

const DAY_MS = 86_400_000;
const zone = 'Africa/Kampala';
const unpaid = (id: number, fields: Partial<Parameters<typeof saleRow>[0]> = {}) =>
  saleRow({ id, status: 'pending', finalMinor: 50_000, payments: [], ...fields });

test('R-REP-16 R-REP-17 what is owed and since when, the oldest first; nothing of what is cancelled or paid', () => {
  const payment = { ...{ id: 9, amountMinor: 20_000, atMs: NOON_MS, byUserId: 1, transactionId: null } };
  const part = { ...payment, paymentMethodId: null, paymentMethodName: null };
  const report = unpaidReport(
    [
      // Late in the evening of the day before.
      unpaid(1, { createdAtMs: NOON_MS - 13 * 3_600_000 }),
      unpaid(2, { createdAtMs: NOON_MS - 40 * DAY_MS, payments: [part] }),
      unpaid(3),
      unpaid(4, { status: 'cancelled' }),
      unpaid(5, { status: 'completed', payments: [{ ...part, id: 5, amountMinor: 50_000 }] }),
      unpaid(6, { currency: 'KES' }),
    ],
    { nowMs: NOON_MS, zone, currency: 'UGX' },
  );
  expect(report.sales.map(({ sale, balanceMinor, ageDays }) => [sale.id, balanceMinor, ageDays])).toEqual([
    [2, 30_000, 40],
    [1, 50_000, 1],
    [3, 50_000, 0],
    [6, 50_000, 0],
  ]);
  // Debts in another currency are listed but not summed up.
  expect([report.owedMinor, report.owedCount]).toEqual([130_000, 3]);
});

test('R-REP-16 a reminder names the shop, the sum, the day and the sale', () => {
  const sale = unpaid(7, { customerName: 'Grace', saleNumber: 'SALE-1750000000007' });
  const text = (fields: object) =>
    reminderText({ sale: { ...sale, ...fields }, balanceMinor: 30_000 }, { shopName: 'Mama Asha', zone });
  expect(text({})).toBe(
    'Hello Grace, this is Mama Asha. A reminder that UGX 300.00 is still unpaid for your purchase of 21 Nov 2026 (SALE-1750000000007). Thank you!',
  );
  expect(text({ customerName: null })).toMatch(/^Hello, this is Mama Asha\./);
});
