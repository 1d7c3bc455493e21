import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saleOfOrder } from '../../../domain/sales/fulfilment.ts';
import type { Order } from '../../../domain/sales/order.ts';
import { type OrderRequest, placedOrder } from '../../../domain/sales/order-request.ts';
import { lineTotalMinor, sumMinor } from '../../../domain/money.ts';
import { itemRow, NOON_MS } from '../../support/shop-rows.ts';

const SUGAR = itemRow({ id: 1, name: 'Sugar', priceMinor: 450_000, unitOfMeasure: null, isKauntaEnabled: true });
const RICE = itemRow({ id: 2, name: 'Rice', priceMinor: 333_333, unitOfMeasure: 'Kilogram', isKauntaEnabled: true });
const ITEMS = new Map([SUGAR, RICE].map((item) => [item.id, item]));
const FACTS = { id: 9, lineIds: [91, 92], customerId: 7, currency: 'UGX', createdAtMs: NOON_MS, offsetMinutes: 180 };

const request = (fields: Partial<OrderRequest> = {}): OrderRequest => ({
  ...{ name: 'Grace', phone: '0772 900 100', address: null, notes: null, totalMinor: null },
  lines: [{ itemId: 1, quantityHundredths: 200 }],
  ...fields,
});

test('G36 C-044 C-088 R-ENT-11 an order is at the shop’s prices, its total the sum of its rounded lines, and pending', () => {
  const quantity = fc.integer({ min: 100, max: 100_000 });
  const line = fc.record({ itemId: fc.constantFrom(1, 2), quantityHundredths: quantity });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), (lines) => {
      const placed = placedOrder(request({ lines }), ITEMS, FACTS);
      if (!placed.ok) throw new Error('It was refused');
      const totals = lines.map(({ itemId, quantityHundredths }) =>
        lineTotalMinor(quantityHundredths, ITEMS.get(itemId)?.priceMinor ?? 0),
      );
      expect(placed.value.lines.map((each) => each.totalMinor)).toEqual(totals);
      expect(placed.value).toMatchObject({
        ...{ status: 'pending', orderNumber: `ORD-${NOON_MS}`, saleId: null, statusChanges: [] },
        totalMinor: sumMinor(totals),
      });
    }),
  );
});

test('G63 an order keeps the units of its items, and the sale that it becomes has them', () => {
  const lines = [1, 2].map((itemId) => ({ itemId, quantityHundredths: 200 }));
  const placed = placedOrder(request({ lines }), ITEMS, FACTS);
  if (!placed.ok) throw new Error('It was refused');
  const method = { paymentMethodId: null, paymentMethodName: null, transactionId: null, createdAtMs: null };
  const fulfilment = { id: 9, saleId: 10, saleNumber: 'SALE-1', status: 'completed', ...method } as const;
  const unitsOf = (order: Order) => saleOfOrder(order, fulfilment).lines.map(({ itemUnit }) => itemUnit);
  expect(unitsOf(placed.value)).toEqual([null, 'Kilogram']);
  // An order of an older build has no units.
  const older = placed.value.lines.map(({ itemUnit: _unit, ...line }) => line);
  expect(unitsOf({ ...placed.value, lines: older })).toEqual([undefined, undefined]);
});

test.each([
  ['C-105', { isActive: false }, 'This item is no longer in the store'],
  ['C-025', { isKauntaEnabled: false }, 'This item is no longer in the store'],
  ['C-114', { currentStockHundredths: 0 }, 'Out of stock'],
  ['C-114 C-066', { currentStockHundredths: -200 }, 'Out of stock'],
])('%s nothing is ordered of an item with %j', (_ids, fields, message) => {
  expect(placedOrder(request(), new Map([[1, { ...SUGAR, ...fields }]]), FACTS)).toEqual({
    ok: false,
    error: { code: 'line', index: 0, message },
  });
});

test.each([
  ['M11 more than there is in stock', { ...SUGAR, currentStockHundredths: 100 }],
  ['C-114 a service', { ...SUGAR, type: 'service' as const, currentStockHundredths: 0 }],
  ['C-114 what is not counted', { ...SUGAR, trackStock: false, currentStockHundredths: 0 }],
])('%s can be ordered', (_what, item) => {
  expect(placedOrder(request(), new Map([[1, item]]), FACTS).ok).toBe(true);
});

test('C-055 half of what is counted cannot be ordered, half a kilogram can', () => {
  const half = (itemId: number) => placedOrder(request({ lines: [{ itemId, quantityHundredths: 50 }] }), ITEMS, FACTS);
  expect(half(1)).toMatchObject({ ok: false, error: { message: 'Quantity must be at least 1' } });
  expect(half(2).ok).toBe(true);
});

test('G36 who was shown another total is told, not charged', () => {
  expect(placedOrder(request({ totalMinor: 900_000 }), ITEMS, FACTS).ok).toBe(true);
  expect(placedOrder(request({ totalMinor: 899_999 }), ITEMS, FACTS)).toEqual({
    ok: false,
    error: { code: 'total_differs' },
  });
});
