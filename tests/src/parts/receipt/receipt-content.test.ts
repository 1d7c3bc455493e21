import { expect, test } from 'vitest';
import { receiptOf } from '../../../../domain/sales/receipt.ts';
import type { Sale, SaleLine } from '../../../../domain/sales/sale.ts';
import { LINK_CHARS_MAX, receiptContent, receiptText } from '../../../../src/parts/receipt/receipt-content.ts';
import { businessRow, saleRow, userRow } from '../../../support/shop-rows.ts';

const line = (fields: Partial<SaleLine> = {}): SaleLine => ({
  ...{ id: 1, itemId: 11, itemName: 'Sugar', itemSku: null, quantityHundredths: 200, unitPriceMinor: 250_000 },
  ...{ listPriceMinor: 250_000, discountMinor: 0, totalMinor: 500_000, movesStock: true },
  ...fields,
});
const contentOf = (sale: Partial<Sale>) => {
  const source = {
    business: businessRow(),
    customer: undefined,
    creator: userRow({ id: 70, firstName: 'Amina', lastName: 'Nakato' }),
    currency: 'UGX',
    unitsByItem: new Map([[12, 'Kilogram']]),
  };
  const row = saleRow({ id: 9, saleNumber: 'SALE-1795251600900', finalMinor: 500_000, lines: [line()], ...sale });
  return receiptContent(receiptOf(row, source), 'Africa/Kampala');
};

test("R-RCPT-15 the message tells the whole sale and ends 'Thank you for your business!'", () => {
  const text = receiptText(contentOf({ transactionId: 'MP-77', paymentMethodName: 'Mobile Money' }));
  expect(text.split('\n')).toEqual([
    ...['Mama Asha', 'Market Street 1', '0700000000', 'asha@example.com', ''],
    ...['Receipt: #SALE-1795251600900', 'Date: 21 Nov 2026, 12:00'],
    ...['Customer: Walk-in Customer', 'Served by: Amina Nakato', ''],
    ...['Sugar', '  2 × 2,500.00 = 5,000.00', ''],
    ...['Total: UGX 5,000.00', 'Payment method: Mobile Money', 'Transaction ID: MP-77', 'Paid', ''],
    'Thank you for your business!',
  ]);
});

test('SYN-23 R-LIM-02 a receipt tells what the clock of the device said where that cannot be', () => {
  const dated = (deviceAtMs?: number) =>
    contentOf(deviceAtMs === undefined ? {} : { deviceAtMs }).facts.filter(({ name }) => /Date|Clock/.test(name));
  expect(dated()).toEqual([{ name: 'Date', value: '21 Nov 2026, 12:00' }]);
  expect(dated(0)).toEqual([
    { name: 'Date', value: '21 Nov 2026, 12:00' },
    { name: 'Clock of the device', value: '1 Jan 1970, 03:00' },
  ]);
});

test('G20 a discount leads from the lines to the total', () => {
  expect(contentOf({}).steps).toEqual([]);
  expect(contentOf({ discountMinor: 50_000, taxMinor: 1, finalMinor: 450_001 }).steps).toEqual([
    { name: 'Subtotal', value: '5,000.00' },
    { name: 'Discount', value: '-500.00' },
    { name: 'Tax', value: '0.01' },
  ]);
});

test('G22 what is owed stands after what was taken', () => {
  const taken = { paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: 70 };
  const payments = [{ id: 5, amountMinor: 200_000, ...taken, atMs: Date.UTC(2026, 10, 22, 6) }];
  const { payment, marker } = contentOf({ status: 'pending', paymentMethodName: 'Credit', payments });
  expect(payment).toEqual([
    { name: 'Payment method', value: 'Credit' },
    { name: 'Paid by Cash, 22 Nov 2026, 09:00', value: '2,000.00' },
    { name: 'Balance', value: 'UGX 3,000.00' },
  ]);
  expect(marker).toBe('Unpaid');
});

test('R-RCPT-15 a message is never longer than it may be, however many items there are and however long their names', () => {
  const bare = receiptText(contentOf({ lines: [] })).length;
  for (const count of [1, 2, 7, 40])
    for (const words of [0, 3, 12]) {
      const lines = Array.from({ length: count }, (_, id) =>
        line({ id, itemName: `Item ${id}${' long'.repeat(words)}` }),
      );
      const whole = receiptText(contentOf({ lines })).length;
      for (let charsMax = bare + 30; charsMax <= whole + 50; charsMax += 1) {
        const text = receiptText(contentOf({ lines }), charsMax);
        expect(text.length).toBeLessThanOrEqual(charsMax);
        expect(text.includes('more item')).toBe(charsMax < whole);
        expect(text.endsWith('Thank you for your business!')).toBe(true);
      }
    }
});

test('R-RCPT-15 a message that would be too long for a link keeps its total and its end, and says what it left out', () => {
  const lines = Array.from({ length: 200 }, (_, id) => line({ id, itemName: `Item ${id} ${'long '.repeat(20)}` }));
  const text = receiptText(contentOf({ lines }), LINK_CHARS_MAX);
  expect(text.length).toBeLessThanOrEqual(3_000);
  expect(text).toMatch(/… and \d+ more items\n\nTotal: UGX 5,000\.00\n/);
  expect(text.endsWith('Thank you for your business!')).toBe(true);
  // A receipt that fits is complete.
  expect(receiptText(contentOf({ lines: lines.slice(0, 10) }), LINK_CHARS_MAX)).not.toContain('more items');
});

test("R-SLIST-40 where nothing was paid the receipt says 'Not paid yet', whatever method was meant; also as a message", () => {
  const unpaid = contentOf({ status: 'pending', paymentMethodName: 'Cash' });
  expect(unpaid.payment[0]).toEqual({ name: 'Payment method', value: 'Not paid yet' });
  expect(receiptText(unpaid)).toContain('Payment method: Not paid yet\nBalance: UGX 5,000.00\nUnpaid');
  expect(contentOf({ status: 'cancelled', paymentMethodName: 'Wallet' }).payment[0]?.value).toBe('Wallet');
});
