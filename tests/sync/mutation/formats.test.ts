import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readArgs } from '../../../sync/mutation/convert.ts';
import { type MutationName, MUTATIONS, mutationNamed } from '../../../sync/mutation/registry.ts';

/*
 * Arguments in every format that devices have written, as they may be in an outbox. These are never changed: a new
 * format of a mutation adds an example here and a step in its `convert`.
 */
const LINE = {
  id: 4,
  itemId: 7,
  itemName: 'Sugar',
  itemSku: null,
  quantityHundredths: 200,
  unitPriceMinor: 150_000,
  listPriceMinor: 150_000,
  discountMinor: 0,
  totalMinor: 300_000,
};
const WRITTEN: Partial<Record<MutationName, Record<number, unknown>>> = {
  'item.create': {
    1: {
      ...{ id: 7, openingMovementId: 8, initialStockHundredths: 1_000, name: 'Sugar', description: null },
      ...{ type: 'product', priceMinor: 150_000, currency: 'UGX', costPriceMinor: 100_000, trackStock: true },
      ...{ unitOfMeasure: null, itemCategoryId: null, category: null, subCategory: null },
      ...{ reorderLevelHundredths: null, advancedEnabled: false, sku: null, customFields: {} },
    },
  },
  'item.edit': { 1: { id: 7, base: { name: 'Sugar' }, change: { name: 'Brown sugar' } } },
  'export.note': { 1: { what: 'sales' } },
  'item.setStore': { 1: { id: 7, isKauntaEnabled: true } },
  'business.setImage': { 1: { id: 1_000, key: '00112233445566778899aabbccddeeff' } },
  'item.addImage': { 1: { id: 7, key: '00112233445566778899aabbccddeeff' } },
  'item.removeImage': { 1: { id: 7, key: '00112233445566778899aabbccddeeff' } },
  'item.orderImages': { 1: { id: 7, keys: ['00112233445566778899aabbccddeeff'] } },
  'customer.create': { 1: { id: 9, name: 'Grace', phone: null, address: null, notes: null } },
  'stock.add': { 1: { id: 5, itemId: 7, quantityHundredths: 500, costPriceMinor: null, batchId: 'batch-1' } },
  'stock.adjust': { 1: { id: 5, itemId: 7, quantityHundredths: -500, reason: 'damaged', notes: null } },
  'stock.buy': {
    1: {
      ...{ id: 5, isNewSupplier: true, supplierId: 6, supplierName: 'Default Supplier', purchaseDateMs: 1 },
      ...{ status: 'completed', totalMinor: 50_000, currency: 'UGX', invoiceNumber: null, invoiceDate: null },
      ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaidMinor: null, notes: null },
      lines: [
        {
          ...{ id: 4, itemId: 7, itemName: 'Sugar', quantityHundredths: 1_000, unitCostMinor: 5_000 },
          ...{ totalCostMinor: 50_000, batchNumber: 'batch-1', expiryDate: null, notes: null },
        },
      ],
    },
  },
  'stock.count': { 1: { id: 5, itemId: 7, countedHundredths: 1_200, expectedHundredths: 1_300, notes: null } },
  'sale.create': {
    1: {
      ...{ id: 3, saleNumber: 'SALE-1750000000001', status: 'completed', customerId: null, customerName: null },
      ...{ lines: [LINE], totalMinor: 300_000, discountMinor: 0, taxMinor: 0, finalMinor: 300_000, currency: 'UGX' },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null, notes: null },
    },
    2: {
      ...{ id: 3, saleNumber: 'SALE-1750000000001', status: 'pending', customerId: 9, customerName: 'Grace' },
      ...{ lines: [LINE], totalMinor: 300_000, discountMinor: 0, taxMinor: 0, finalMinor: 300_000, currency: 'UGX' },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null, notes: null },
      payments: [
        { id: 3, amountMinor: 100_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
        { id: 5, amountMinor: 100_000, paymentMethodId: 12, paymentMethodName: 'MTN', transactionId: 'M1' },
      ],
    },
  },
  'sale.cancel': {
    1: { id: 3, reason: 'Returned by the customer' },
    2: {
      ...{ id: 3, reason: 'Returned by the customer' },
      refunds: [{ id: 6, amountMinor: 300_000, paymentMethodId: 2, paymentMethodName: 'Cash' }],
    },
  },
  'sale.takePayment': {
    1: {
      ...{ id: 6, saleId: 3, orderId: null, amountMinor: 300_000 },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
    },
  },
  'customer.takePayment': {
    1: {
      customerId: 9,
      parts: [
        { id: 6, saleId: 3, orderId: null, amountMinor: 300_000 },
        { id: 10, saleId: 4, orderId: 11, amountMinor: 50_000 },
      ],
      ...{ paymentMethodId: 2, paymentMethodName: 'MTN', transactionId: 'M1' },
    },
  },
  'sale.settleRefund': {
    1: {
      ...{ id: 6, saleId: 3, orderId: null, amountMinor: 300_000, way: 'kept' },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
    },
  },
  'sale.printReceipt': { 1: { saleId: 3, orderId: null } },
  'cash.count': {
    1: {
      ...{ id: 13, day: '2026-11-21', drawer: 'device', deviceName: 'Chrome on Android', openingMinor: 1_000_000 },
      ...{ expectedMinor: 4_850_000, countedMinor: 4_800_000, currency: 'UGX', notes: null },
    },
  },
  'order.confirm': { 1: { id: 11 } },
  'order.cancel': { 1: { id: 11 } },
  'order.fulfill': {
    1: {
      ...{ id: 11, saleId: 3, saleNumber: 'SALE-1750000000002', status: 'completed' },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null, createdAtMs: null },
    },
  },
  'paymentMethod.create': { 1: { id: 12, name: 'Wallet', icon: 'Phone' } },
  'paymentMethod.setDefault': { 1: { businessId: 1, id: 12 } },
};

describe('what older builds have written', () => {
  test.each(Object.keys(MUTATIONS) as MutationName[])(
    'SYN-5 %s is understood in every format from the first on',
    (name) => {
      const mutation = mutationNamed(name);
      if (!mutation) throw new Error('Every name of the registry has a mutation');
      const written = WRITTEN[name] ?? {};
      // A mutation needs no example until its arguments change for the first time.
      const formats = Object.keys(written).map(Number);
      if (mutation.format > 1 || formats.length > 0)
        expect(formats).toEqual(Array.from({ length: mutation.format }, (_, index) => index + 1));
      for (const format of formats) expect(readArgs(mutation, format, written[format])).toMatchObject({ ok: true });
    },
  );

  const third = {
    format: 3,
    schema: v.object({ id: v.number(), name: v.string(), phones: v.array(v.string()) }),
    convert: {
      1: (args: unknown) => ({ ...(args as object), phone: '' }),
      2(args: unknown) {
        const { phone, ...rest } = args as { phone: string };
        return { ...rest, phones: phone === '' ? [] : [phone] };
      },
    },
  };

  test('SYN-5 SYN-5b an old format is converted step by step, the current one is read as it is', () => {
    expect(readArgs(third, 1, { id: 1, name: 'A' })).toEqual({ ok: true, args: { id: 1, name: 'A', phones: [] } });
    expect(readArgs(third, 2, { id: 1, name: 'A', phone: '07' })).toEqual({
      ok: true,
      args: { id: 1, name: 'A', phones: ['07'] },
    });
    expect(readArgs(third, 3, { id: 1, name: 'A', phones: ['1', '2'] })).toMatchObject({ ok: true });
  });

  test('SYN-10 a newer format is told from arguments that no build has written', () => {
    expect(readArgs(third, 4, { id: 1 })).toMatchObject({ ok: false, why: 'newer_format' });
    expect(readArgs(third, 3, { id: 'x' })).toMatchObject({ ok: false, why: 'invalid' });
    expect(readArgs({ ...third, convert: {} }, 1, { id: 1 })).toMatchObject({ ok: false, why: 'invalid' });
  });
});
