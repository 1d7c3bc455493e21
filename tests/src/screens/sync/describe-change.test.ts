import { expect, test } from 'vitest';
import { purchaseOfStock } from '../../../../domain/items/stock-purchase.ts';
import { describeChange, type KnownNames, nameOfRow } from '../../../../src/screens/sync/describe-change.ts';
import { mutationNamed, MUTATIONS } from '../../../../sync/mutation/registry.ts';
import { customerArgs, itemArgs, saleArgs } from '../../../support/device/replica.ts';

const KEY = 'a'.repeat(32);
const NAMES: KnownNames = {
  items: new Map([[8, 'Soap']]),
  saleNumbers: new Map([[1, 'SALE-1']]),
  orderNumbers: new Map([[5, 'ORD-100']]),
  paymentMethods: new Map([[3, 'Mobile Money']]),
  customers: new Map([[4, 'Grace']]),
  suppliers: new Map([[5, 'Mukwano']]),
  purchases: new Map([[7, 'Mukwano']]),
  saleCurrencies: new Map([[1, 'KES']]),
  currency: 'UGX',
};
const NO_NAMES: KnownNames = {
  items: new Map(),
  saleNumbers: new Map(),
  orderNumbers: new Map(),
  paymentMethods: new Map(),
  customers: new Map(),
  suppliers: new Map(),
  purchases: new Map(),
  saleCurrencies: new Map(),
  currency: 'UGX',
};
const tools = { mintId: () => 77, nextStampMs: () => 1, businessId: 7, endsDraft: () => undefined };
const addition = { id: 77, itemId: 8, quantityHundredths: 250, costPriceMinor: null, batchId: null };

const NO_DETAILS = { phone: null, address: null, notes: null };

const CHANGES: [string, unknown, string, string?][] = [
  [
    'sale.create',
    { ...saleArgs(tools, 8, 200), saleNumber: 'SALE-1795255200000' },
    'Sale #SALE-1795255200000 UGX 3,000.00',
  ],
  [
    'sale.cancel',
    { id: 1, reason: 'Wrong item', refunds: [] },
    'Cancellation of sale #SALE-1',
    'Cancellation of sale #1',
  ],
  ['item.create', itemArgs(tools), 'New item Matches'],
  ['item.edit', { id: 8, base: {}, change: {} }, 'Changes to Soap', 'Changes to item 8'],
  [
    'item.setStore',
    { id: 8, isKauntaEnabled: true },
    'Soap shown on the Kaunta Store',
    'item 8 shown on the Kaunta Store',
  ],
  [
    'item.setStore',
    { id: 8, isKauntaEnabled: false },
    'Soap taken off the Kaunta Store',
    'item 8 taken off the Kaunta Store',
  ],
  ['customer.create', customerArgs(tools), 'New customer Asha'],
  ['stock.add', addition, '2.5 added to the stock of Soap', '2.5 added to the stock of item 8'],
  [
    'stock.adjust',
    { id: 77, itemId: 8, quantityHundredths: -150, reason: 'damaged', notes: null },
    'Stock of Soap adjusted by -1.5',
    'Stock of item 8 adjusted by -1.5',
  ],
  [
    'stock.count',
    { id: 77, itemId: 8, countedHundredths: 1_200, expectedHundredths: 1_300, notes: null },
    '12 of Soap counted',
    '12 of item 8 counted',
  ],
  [
    'sale.takePayment',
    {
      id: 77,
      saleId: 1,
      orderId: null,
      amountMinor: 500,
      paymentMethodId: null,
      paymentMethodName: null,
      transactionId: null,
    },
    'Payment of KES 5.00 for sale #SALE-1',
    'Payment of UGX 5.00 for sale #1',
  ],
  ...(['1 sale', '2 sales'] as const).map((sales, index): [string, unknown, string, string] => [
    'customer.takePayment',
    {
      customerId: 4,
      parts: [1, 2].slice(0, index + 1).map((saleId) => ({ id: 76 + saleId, saleId, orderId: null, amountMinor: 500 })),
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
    },
    `Payment of KES ${index === 0 ? 5 : 10}.00 by Grace for ${sales}`,
    `Payment of UGX ${index === 0 ? 5 : 10}.00 by customer 4 for ${sales}`,
  ]),
  ...(['refunded', 'kept'] as const).map((way): [string, unknown, string, string] => [
    'sale.settleRefund',
    {
      ...{ id: 77, saleId: 1, orderId: null, amountMinor: 500, way },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
    },
    `${way === 'kept' ? 'Credit' : 'Refund'} of KES 5.00 for sale #SALE-1`,
    `${way === 'kept' ? 'Credit' : 'Refund'} of UGX 5.00 for sale #1`,
  ]),
  ['sale.printReceipt', { saleId: 1, orderId: null }, 'Receipt of sale #SALE-1 printed', 'Receipt of sale #1 printed'],
  [
    'stock.buy',
    {
      ...purchaseOfStock(
        {
          ...{ item: { id: 8, name: 'Soap' }, quantityHundredths: 250, purchaseAmountMinor: 500, costPriceMinor: null },
          ...{ batchId: null, invoiceNumber: null, currency: 'UGX', atMs: 0 },
        },
        { purchaseId: 77, lineId: 78, supplierId: 6 },
      ),
      isNewSupplier: true,
    },
    '2.5 of Soap bought',
    '2.5 of item 8 bought',
  ],
  [
    'purchase.create',
    {
      id: 77,
      supplierId: 6,
      supplierName: 'Mukwano',
      purchaseDateMs: 0,
      status: 'completed',
      lines: [
        {
          id: 78,
          itemId: 8,
          itemName: 'Soap',
          quantityHundredths: 100,
          unitCostMinor: 500,
          totalCostMinor: 500,
          batchNumber: null,
          expiryDate: null,
          notes: null,
        },
      ],
      totalMinor: 500,
      currency: 'UGX',
      invoiceNumber: null,
      invoiceDate: null,
      paymentMethod: 'cash',
      paymentStatus: 'paid',
      amountPaidMinor: null,
      notes: null,
    },
    'Purchase from Mukwano UGX 5.00',
  ],
  [
    'purchase.edit',
    { id: 7, change: {}, isCancelled: false },
    'Changes to the purchase from Mukwano',
    'Changes to purchase 7',
  ],
  ['purchase.receive', { id: 7 }, 'Goods of the purchase from Mukwano received', 'Goods of purchase 7 received'],
  ['purchase.remove', { id: 7 }, 'Deletion of the purchase from Mukwano', 'Deletion of purchase 7'],
  ['order.confirm', { id: 5 }, 'Order #ORD-100 confirmed', 'Order #5 confirmed'],
  ['order.cancel', { id: 5 }, 'Order #ORD-100 cancelled', 'Order #5 cancelled'],
  [
    'order.fulfill',
    {
      id: 5,
      saleId: 77,
      saleNumber: 'SALE-1795255200000',
      status: 'completed',
      paymentMethodId: null,
      paymentMethodName: null,
      transactionId: null,
      createdAtMs: null,
    },
    'Order #ORD-100 fulfilled',
    'Order #5 fulfilled',
  ],
  ['paymentMethod.create', { id: 3, name: 'Airtel Money', icon: 'Phone' }, 'New payment method Airtel Money'],
  [
    'paymentMethod.setDefault',
    { businessId: 7, id: 3 },
    'Default payment method Mobile Money',
    'Default payment method 3',
  ],
  ['item.setActive', { id: 8, isActive: false }, 'Soap archived', 'item 8 archived'],
  ['item.setActive', { id: 8, isActive: true }, 'Soap restored', 'item 8 restored'],
  ['item.addImage', { id: 8, key: KEY }, 'New image of Soap', 'New image of item 8'],
  ['item.removeImage', { id: 8, key: KEY }, 'Removal of an image of Soap', 'Removal of an image of item 8'],
  ['item.orderImages', { id: 8, keys: [KEY] }, 'Order of the images of Soap', 'Order of the images of item 8'],
  ['customer.edit', { id: 4, base: {}, change: {} }, 'Changes to Grace', 'Changes to customer 4'],
  ['customer.remove', { id: 4, base: {} }, 'Deletion of Grace', 'Deletion of customer 4'],
  ['supplier.create', { id: 5, name: 'Kakira', ...NO_DETAILS, email: null }, 'New supplier Kakira'],
  ['supplier.edit', { id: 5, base: {}, change: {} }, 'Changes to Mukwano', 'Changes to supplier 5'],
  ['supplier.remove', { id: 5, base: {} }, 'Deletion of Mukwano', 'Deletion of supplier 5'],
  [
    'paymentMethod.setArchived',
    { businessId: 7, id: 3, isArchived: true },
    'Payment method Mobile Money archived',
    'Payment method 3 archived',
  ],
  [
    'paymentMethod.setArchived',
    { businessId: 7, id: 3, isArchived: false },
    'Payment method Mobile Money restored',
    'Payment method 3 restored',
  ],
  [
    'paymentMethod.remove',
    { businessId: 7, id: 3 },
    'Removal of payment method Mobile Money',
    'Removal of payment method 3',
  ],
  ['business.edit', { id: 7, base: {}, change: {} }, 'Changes to the business details'],
  ['business.setImage', { id: 7, key: KEY }, 'New business image'],
  ['business.setImage', { id: 7, key: null }, 'Removal of the business image'],
  ['conflict.settle', { id: 9, keep: 'mine', mine: {}, theirs: {} }, 'Conflict settled: keep mine'],
  ['conflict.settle', { id: 9, keep: 'theirs', mine: {}, theirs: {} }, 'Conflict settled: keep theirs'],
  ['feedback.send', { id: 9, rating: 5, message: null }, 'Feedback about Kaunta'],
  ['export.note', { what: 'sales' }, 'Note that sales left as a file'],
  [
    'cash.count',
    {
      ...{ id: 9, day: '2026-11-21', drawer: 'shop', deviceName: '', openingMinor: 0, expectedMinor: 5 },
      ...{ countedMinor: 1_200_000, currency: 'UGX', notes: null },
    },
    'Cash of 21 Nov 2026: UGX 12,000.00 counted',
  ],
];

test.each(CHANGES)('G5 %s is told in words', (name, args, expected, withoutNames) => {
  const format = mutationNamed(name)?.format ?? 1;
  const told = (names: KnownNames) => describeChange({ name, args, format }, names).replaceAll('\u00a0', ' ');
  expect(told(NAMES)).toBe(expected);
  expect(told(NO_NAMES)).toBe(withoutNames ?? expected);
});

test('G5 SYN-5 what an older build wrote, and what waits since, is told in the same words', () => {
  const wire = { name: 'sale.cancel', args: { id: 1, reason: 'Wrong item' }, format: 1 };
  expect(describeChange(wire, NAMES)).toBe('Cancellation of sale #SALE-1');
});

test('G5 none of them has no words', () => {
  expect([...new Set(CHANGES.map(([name]) => name))].toSorted()).toEqual(Object.keys(MUTATIONS).toSorted());
});

test.each([
  ['one that a newer build wrote', 'sale.fly', {}],
  ['one that is broken', 'item.setStore', { id: 'x' }],
  ['one without anything', 'sale.create', undefined],
])('%s is shown too', (_what, name, args) => {
  expect(describeChange({ name, args, format: 1 }, NAMES)).toBe('A change that this version cannot read');
});

test('SYN-13 one whose arguments went with its author’s role says so', () => {
  expect(describeChange({ name: 'item.create', args: null, format: 1 }, NAMES)).toBe(
    'A change that you made as an admin',
  );
});

test.each([
  ['item', 8, 'Soap', 'item 8'],
  ['customer', 4, 'Grace', 'customer 4'],
  ['supplier', 5, 'Mukwano', 'supplier 5'],
  ['order', 5, 'Order #ORD-100', 'Order #5'],
  ['business', 7, 'Business details', 'Business details'],
  ['sale', 1, 'A record', 'A record'],
] as const)('G5 M13 a card about a row of %s says which one it is', (table, id, name, nameless) => {
  expect(nameOfRow({ table, id }, NAMES)).toBe(name);
  expect(nameOfRow({ table, id }, NO_NAMES)).toBe(nameless);
});
