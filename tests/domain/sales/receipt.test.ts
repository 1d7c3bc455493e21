import { expect, test } from 'vitest';
import { receiptOf, type ReceiptSource } from '../../../domain/sales/receipt.ts';
import type { SalePayment } from '../../../domain/sales/sale-payment.ts';
import { businessRow, customerRow, saleRow, userRow } from '../../support/shop-rows.ts';

const SOURCE: ReceiptSource = {
  business: businessRow(),
  customer: customerRow({ id: 31, name: 'Asha' }),
  creator: userRow({ id: 70, firstName: 'Amina', lastName: 'Nakato' }),
  currency: 'UGX',
  unitsByItem: new Map([[12, 'Kilogram']]),
};
const line = {
  ...{ id: 1, itemId: 12, itemName: 'Rice', itemSku: null, quantityHundredths: 250, unitPriceMinor: 133_333 },
  ...{ listPriceMinor: 133_333, discountMinor: 0, totalMinor: 333_333, movesStock: true },
};
const payment = (id: number, amountMinor: number): SalePayment => ({
  ...{ id, amountMinor, paymentMethodId: null, paymentMethodName: 'Mobile Money', transactionId: null },
  ...{ byUserId: 70, atMs: id },
});

test('C-062 R-RCPT-08 R-RCPT-10 a sale read as a receipt keeps its figures, names and method', () => {
  const sale = saleRow({ id: 9, finalMinor: 333_333, lines: [line], notes: 'by Friday', paymentMethodName: 'Wallet' });
  expect(receiptOf(sale, SOURCE)).toMatchObject({
    ...{ id: 9, amountMinor: 333_333, isPaid: true, paymentMethod: 'Wallet', description: 'by Friday' },
    ...{ customer: 'Asha', creator: 'Amina Nakato', cancelled: false, cancellationReason: null, cancelledAtMs: null },
    items: [{ itemId: 12, name: 'Rice', quantityHundredths: 250, unit: 'Kilogram', salePriceMinor: 133_333 }],
    ...{ laterPayments: [], balanceMinor: 0, returnedMinor: 0 },
  });
});

test('G63 a line keeps the unit that it was sold in, whatever the item is sold in today; only an old row asks the item', () => {
  const unitOf = (fields: object) =>
    receiptOf(saleRow({ id: 9, lines: [{ ...line, ...fields }] }), SOURCE).items[0]?.unit;
  expect([unitOf({ itemUnit: 'Bag' }), unitOf({ itemUnit: null }), unitOf({})]).toEqual(['Bag', null, 'Kilogram']);
});

test('R-ENT-20 C-047 the method is the one of the sale; Cash only where it has none', () => {
  expect(receiptOf(saleRow({ id: 9, paymentMethodName: 'Credit' }), SOURCE).paymentMethod).toBe('Credit');
  expect(receiptOf(saleRow({ id: 9, paymentMethodName: null }), SOURCE).paymentMethod).toBe('Cash');
});

test('R-RCPT-07 R-RCPT-13 C-063 C-069 who and what is not known has neutral words, and nothing is invented', () => {
  const nobody = { ...SOURCE, business: undefined, customer: undefined, creator: undefined };
  const receipt = receiptOf(saleRow({ id: 9, lines: [{ ...line, itemName: '' }] }), nobody);
  expect(receipt).toMatchObject({
    business: { name: 'Your Store', address: null, phone: null, email: null },
    ...{ customer: 'Walk-in Customer', creator: 'Unknown User' },
    items: [{ name: 'Unknown Item' }],
  });
  const blank = { ...nobody, business: { name: ' ', address: '', phone: ' ', email: '' } };
  expect(receiptOf(saleRow({ id: 9 }), blank).business).toEqual({
    ...{ name: 'Your Store', address: null, phone: null, email: null },
  });
  expect(receiptOf(saleRow({ id: 9, customerName: 'Asha N.' }), nobody).customer).toBe('Asha N.');
});

test('R-RCPT-11 R-RCPT-12 G22 paid is what is completed; else what was taken and what is owed are told', () => {
  const owed = receiptOf(saleRow({ id: 9, status: 'pending', finalMinor: 500, payments: [payment(5, 200)] }), SOURCE);
  expect(owed).toMatchObject({
    ...{ isPaid: false, balanceMinor: 300 },
    laterPayments: [{ atMs: 5, method: 'Mobile Money', amountMinor: 200 }],
  });
  // What was paid as the sale was rung up has the sale's own id.
  const inPart = receiptOf(saleRow({ id: 9, status: 'pending', finalMinor: 500, payments: [payment(9, 200)] }), SOURCE);
  expect(inPart).toMatchObject({ balanceMinor: 300, laterPayments: [{ method: 'Mobile Money', amountMinor: 200 }] });
  const whole = receiptOf(saleRow({ id: 9, finalMinor: 500, payments: [payment(9, 500)] }), SOURCE);
  expect(whole.laterPayments).toEqual([]);
  expect(receiptOf(saleRow({ id: 9, status: 'pending', payments: [] }), SOURCE).isPaid).toBe(false);
  const refunds = [{ ...payment(7, 100), way: 'refunded' as const }];
  const both = receiptOf(
    saleRow({ id: 9, finalMinor: 500, payments: [payment(9, 500), payment(6, 100)], refunds }),
    SOURCE,
  );
  expect([both.laterPayments.length, both.returnedMinor, both.isPaid]).toEqual([2, 100, true]);
});

test('a cancelled one says why and when', () => {
  const cancellations = [{ reason: 'wrong item', byUserId: 70, atMs: 8 }];
  expect(receiptOf(saleRow({ id: 9, status: 'cancelled', cancellations }), SOURCE)).toMatchObject({
    ...{ cancelled: true, cancellationReason: 'wrong item', cancelledAtMs: 8, isPaid: false },
  });
});
