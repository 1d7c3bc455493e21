import type { SaleCancellation } from '../../../domain/sales/sale.ts';
import type { SalePayment } from '../../../domain/sales/sale-payment.ts';
import type { RowsByTable } from '../device/replica.ts';
import {
  businessRow,
  cashCountRow,
  customerRow,
  itemRow,
  NOON_MS,
  orderRow,
  purchaseRow,
  saleRow,
  supplierRow,
  USER_ID,
  userRow,
} from '../shop-rows.ts';
import { CASH, CREDIT, MOBILE_MONEY } from './sales-screens.tsx';

/*
 * A shop in the middle of a day, whose rows are in the states that change a screen most: sales paid, unpaid, overpaid
 * and cancelled, items low, sold out and oversold. Everything is sent: no change waits, and none is in conflict.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const matches = { id: 1, itemId: 101, itemName: 'Matches', quantityHundredths: 200, unitPriceMinor: 50_000 };
const SALE_LINE = {
  ...{ ...matches, totalMinor: 100_000, itemSku: null, itemUnit: 'pcs' },
  ...{ listPriceMinor: 50_000, discountMinor: 0, movesStock: true },
};
const RICE_LINE = {
  ...{ id: 2, itemId: 102, itemName: 'Rice', itemSku: 'RICE-1', itemUnit: 'Kilogram', quantityHundredths: 150 },
  ...{ unitPriceMinor: 400_000, listPriceMinor: 420_000, discountMinor: 50_000, totalMinor: 550_000, movesStock: true },
};
const payment = (id: number, amountMinor: number, fields: Partial<SalePayment> = {}): SalePayment => ({
  ...{ id, amountMinor, paymentMethodId: CASH.id, paymentMethodName: CASH.name, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS - HOUR_MS + id },
  ...fields,
});
const mobile = { paymentMethodId: MOBILE_MONEY.id, paymentMethodName: MOBILE_MONEY.name };
const sold = (id: number, hoursAgo: number) => ({
  ...{ id, lines: [SALE_LINE], totalMinor: 100_000, finalMinor: 100_000, createdAtMs: NOON_MS - hoursAgo * HOUR_MS },
  ...{ paymentMethodId: CASH.id, paymentMethodName: CASH.name },
});
const cancelled: SaleCancellation = { reason: 'Wrong item', byUserId: 71, atMs: NOON_MS - HOUR_MS };
const ASHA = { customerId: 301, customerName: 'Asha Nansubuga' };

const SALES = [
  saleRow({ ...sold(201, 1), payments: [payment(1, 100_000)] }),
  saleRow({
    ...{ ...sold(202, 2), ...ASHA, ...mobile, transactionId: 'MM-1', notes: 'Call first', payments: [] },
    ...{ lines: [SALE_LINE, RICE_LINE], totalMinor: 650_000, discountMinor: 60_000, taxMinor: 5_000 },
    ...{ finalMinor: 595_000, receiptPrint: { byUserId: USER_ID, atMs: NOON_MS - HOUR_MS } },
  }),
  saleRow({
    ...sold(203, 3),
    ...ASHA,
    status: 'pending',
    payments: [],
    paymentMethodId: null,
    paymentMethodName: null,
  }),
  saleRow({ ...sold(204, 4), ...ASHA, status: 'pending', payments: [payment(2, 40_000, mobile)] }),
  saleRow({ ...sold(205, 5), flags: ['overpaid'], payments: [payment(3, 100_000), payment(4, 100_000, mobile)] }),
  saleRow({ ...sold(206, 26), status: 'cancelled', cancellations: [cancelled], payments: [payment(5, 100_000)] }),
  saleRow({
    ...{
      ...sold(207, 27),
      ...ASHA,
      status: 'cancelled',
      cancellations: [cancelled, { ...cancelled, byUserId: USER_ID }],
    },
    ...{ payments: [payment(6, 100_000)], refunds: [{ ...payment(7, 100_000), way: 'kept' as const }] },
  }),
  saleRow({ ...sold(208, 50), orderId: 403, flags: ['oversold', 'price_changed', 'recount'], createdByUserId: 71 }),
  saleRow({ ...sold(209, 24 * 40), currency: 'KES', flags: ['clock_suspect'], deviceAtMs: 5 }),
];

/**
 * The best sellers come first by name too. The counter sorts by name when the sales are read late, so the order of its
 * tiles must not depend on that.
 */
const ITEMS = [
  itemRow({ id: 101, name: 'Matches', priceMinor: 50_000, costPriceMinor: 40_000, sku: '6001240100035' }),
  itemRow({
    ...{ id: 102, name: 'Rice', unitOfMeasure: 'Kilogram', priceMinor: 420_000, currentStockHundredths: 250 },
    ...{ category: 'Food', subCategory: 'Dry', reorderLevelHundredths: 500, description: 'Long grain' },
    ...{ isKauntaEnabled: true, costPriceMinor: 390_000 },
  }),
  itemRow({ id: 103, name: 'Soap', currentStockHundredths: 0, category: 'Hygiene' }),
  itemRow({ id: 104, name: 'Sewing', type: 'service', trackStock: false, unitOfMeasure: null, priceMinor: 0 }),
  itemRow({ id: 105, name: 'Old tin', isActive: false }),
  itemRow({ id: 106, name: 'Salt', currentStockHundredths: -300 }),
  itemRow({ id: 107, name: 'Torch', advancedEnabled: true, customFields: { Colour: 'Black' }, trackStock: false }),
];

const PURCHASE_LINE = {
  ...{ id: 1, itemId: 101, itemName: 'Matches', quantityHundredths: 1_000, unitCostMinor: 40_000 },
  ...{ totalCostMinor: 400_000, batchNumber: null, expiryDate: null, notes: null, movesStock: true },
};
const bought = (id: number) => ({ id, lines: [PURCHASE_LINE], totalMinor: 400_000 });
const changed = (action: string, changedFields = {}) => ({
  ...{ action, changedFields, atMs: NOON_MS - HOUR_MS, byUserId: USER_ID, notes: null },
});

const PURCHASES = [
  purchaseRow({ ...bought(501), supplierId: 601, supplierName: 'Bidco' }),
  purchaseRow({
    ...{ ...bought(502), supplierId: 601, supplierName: 'Bidco', invoiceNumber: 'INV-7', invoiceDate: '2026-11-19' },
    ...{ status: 'pending', paymentMethod: 'mobileMoney', paymentStatus: 'partial', amountPaidMinor: 150_000 },
    ...{ notes: 'Two boxes torn', attachmentUrl: 'https://example.com/7.pdf', flags: ['same_invoice'] },
    lines: [{ ...PURCHASE_LINE, batchNumber: 'B1', expiryDate: '2027-01-31', notes: 'Top shelf' }],
    history: [changed('created'), changed('updated', { notes: { from: null, to: 'Two boxes torn' } })],
  }),
  purchaseRow({
    ...bought(503),
    supplierId: 602,
    status: 'cancelled',
    paymentStatus: 'pending',
    history: [changed('cancelled')],
  }),
];

const ordered = (id: number) => ({
  id,
  lines: [matches].map((line) => ({ ...line, totalMinor: 100_000 })),
  totalMinor: 100_000,
});
const became = (status: 'confirmed' | 'fulfilled' | 'cancelled') => [
  { status, byUserId: USER_ID, atMs: NOON_MS - HOUR_MS },
];
const ORDERS = [
  orderRow({
    ...ordered(401),
    customer: { name: 'Okello', phone: '0772 123456', address: 'Plot 4' },
    notes: 'Ring twice',
  }),
  orderRow({ ...ordered(402), status: 'confirmed', statusChanges: became('confirmed') }),
  orderRow({ ...ordered(403), status: 'fulfilled', saleId: 208, statusChanges: became('fulfilled') }),
  orderRow({
    ...ordered(404),
    status: 'cancelled',
    customerId: 301,
    statusChanges: became('cancelled'),
    currency: 'KES',
  }),
];

export const BUSY_SHOP: RowsByTable = {
  business: [businessRow({ defaultPaymentMethodId: CASH.id })],
  paymentMethod: [CASH, MOBILE_MONEY, { ...CREDIT, isArchived: true }],
  item: ITEMS,
  sale: SALES,
  order: ORDERS,
  customer: [
    customerRow({
      id: 301,
      name: 'Asha Nansubuga',
      phone: '+256772000111',
      address: 'Market',
      notes: 'Pays on Fridays',
    }),
    customerRow({ id: 302, name: 'Okello' }),
  ],
  supplier: [
    supplierRow({ id: 601, name: 'Bidco', phone: '+256772000222', email: 'bidco@example.com', address: 'Jinja' }),
    supplierRow({ id: 602, name: 'Mukwano' }),
  ],
  purchase: PURCHASES,
  user: [
    userRow({ id: USER_ID, role: 'admin', isBusinessOwner: true, firstName: 'Amina', lastName: 'Nakato' }),
    userRow({ id: 71 }),
    userRow({ id: 72, isActive: false, role: 'admin' }),
  ],
  cashCount: [
    cashCountRow({ id: 701, openingMinor: 50_000, expectedMinor: 150_000, countedMinor: 140_000, notes: 'Bread' }),
    cashCountRow({ id: 702, day: '2026-11-20', drawer: 'shop', createdAtMs: NOON_MS - DAY_MS }),
  ],
};

const TABLE_AT = {
  sales: 'sale',
  orders: 'order',
  items: 'item',
  customers: 'customer',
  suppliers: 'supplier',
  purchases: 'purchase',
} as const;

/** Returns the addresses that a path stands for: with an id, one for each row. */
export function addressesOf(path: string): string[] {
  if (!path.includes(':id')) return [path];
  const noun = path.split('/', 2)[1] as keyof typeof TABLE_AT;
  return (BUSY_SHOP[TABLE_AT[noun]] ?? []).map(({ id }) => path.replace(':id', String(id)));
}
