import { expect, test } from 'vitest';
import { orderCurrency, orderDecimals } from '../../../../src/screens/orders/order-words.ts';

const line = (unitPriceMinor: number, totalMinor: number) => ({
  ...{ id: 1, itemId: 2, itemName: 'Sugar', quantityHundredths: 100, unitPriceMinor, totalMinor },
});

test.each([
  ['whole amounts', 0, { lines: [line(100, 200)], totalMinor: 200 }],
  ['a price with cents', 2, { lines: [line(150, 300)], totalMinor: 300 }],
  ['a line with cents', 2, { lines: [line(100, 150)], totalMinor: 200 }],
  ['a total with cents', 2, { lines: [line(100, 200)], totalMinor: 201 }],
])('C-039 of %s all amounts of an order have %i decimals', (_what, decimals, order) => {
  expect(orderDecimals(order)).toBe(decimals);
});

test('C-043 R-ORD-19 the currency is the order’s, else the shop’s, else UGX', () => {
  const shop = (currency: string | null) => ({ currency }) as Parameters<typeof orderCurrency>[1];
  expect(orderCurrency({ currency: 'KES' }, shop('TZS'))).toBe('KES');
  expect(orderCurrency({ currency: '' }, shop('TZS'))).toBe('TZS');
  expect(orderCurrency({ currency: '' }, shop(null))).toBe('UGX');
});
