import { describe, expect, test } from 'vitest';
import { purchaseOfStock } from '../../../domain/items/stock-purchase.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, itemRow, NOON_MS } from '../../support/shop-rows.ts';
import {
  AMINA,
  CUSTOMER,
  ITEM,
  openTwoPhones,
  type Phone,
  type Shop,
  SUPPLIER,
  syncBoth,
  WALLET,
} from '../../support/device/two-phones.ts';

const ORDERS = ['amina', 'brian'] as const;
const inOrder = (shop: Shop, first: (typeof ORDERS)[number]): [Phone, Phone] =>
  first === 'amina' ? [shop.amina, shop.brian] : [shop.brian, shop.amina];

/** The arguments of a purchase of five at 1,000 on a phone with this default supplier, or none. */
const fiveBought = (knownSupplierId: number | null) => (tools: ArgumentTools) => ({
  ...purchaseOfStock(
    {
      item: { id: ITEM, name: 'Sugar' },
      quantityHundredths: 500,
      purchaseAmountMinor: 1_000,
      costPriceMinor: null,
      batchId: 'B-1',
      invoiceNumber: null,
      currency: 'UGX',
      atMs: NOON_MS,
    },
    { purchaseId: tools.mintId(), lineId: tools.mintId(), supplierId: knownSupplierId ?? tools.mintId() },
  ),
  isNewSupplier: knownSupplierId === null,
});
const newDefault = (tools: ArgumentTools) => ({
  ...{ id: tools.mintId(), name: 'Default Supplier', phone: null, email: null, address: null, notes: null },
});
const defaults = (phone: Phone) =>
  phone.rows('supplier').filter(({ name, aliasOfId }) => name === 'Default Supplier' && aliasOfId === null);
const stockOf = (phone: Phone) => phone.row('item', ITEM)?.currentStockHundredths;

describe.each(ORDERS)('%s reaches the server first', (first) => {
  test('M18 C-110 C-112 two phones that know of no default supplier bring one: both deliveries stand, each once', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const before = stockOf(one) ?? 0;
    const bought = [await one.act('stock.buy', fiveBought(null)), await two.act('stock.buy', fiveBought(null))];
    for (const phone of [one, two]) expect([stockOf(phone), defaults(phone).length]).toEqual([before + 500, 1]);
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(stockOf(phone)).toBe(before + 1_000);
      expect(defaults(phone).map(({ id }) => id)).toEqual([bought[0]?.supplierId]);
      expect(phone.row('supplier', bought[1]?.supplierId ?? 0)?.aliasOfId).toBe(bought[0]?.supplierId);
      // The second purchase belongs to the supplier that is left.
      for (const { id } of bought)
        expect(phone.row('purchase', id)).toMatchObject({
          supplierId: bought[0]?.supplierId,
          ...{ supplierName: 'Default Supplier', status: 'completed', paymentMethod: 'cash', paymentStatus: 'paid' },
        });
      expect(phone.rows('stockMovement')).toEqual([]);
    }
    expect([...shop.outcomesOf(one), ...shop.outcomesOf(two)].map(({ kind }) => kind)).toEqual(['applied', 'applied']);
  });

  test('M18 M24 a default supplier that was deleted meanwhile is back with the purchase', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const { id } = await one.act('supplier.create', newDefault);
    await syncBoth(one, two);
    await one.remove('supplier', id);
    const purchase = await two.act('stock.buy', fiveBought(id));
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(defaults(phone).map((each) => each.id)).toEqual([id]);
      expect(phone.row('purchase', purchase.id)?.supplierId).toBe(id);
    }
  });

  test('C-112 M23 two suppliers that two phones gave the default name are one', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const { id: other } = await one.act('supplier.create', (tools) => ({ ...newDefault(tools), name: 'Kakira' }));
    await syncBoth(one, two);
    await one.edit('supplier', SUPPLIER, { name: 'Default Supplier' });
    await two.edit('supplier', other, { name: 'Default Supplier' });
    await syncBoth(one, two);
    expect(shop.outcomesOf(two).at(-1)?.kind).toBe('merged');
    for (const phone of [one, two]) {
      expect(defaults(phone).map(({ id }) => id)).toEqual([SUPPLIER]);
      expect(phone.row('supplier', other)?.aliasOfId).toBe(SUPPLIER);
    }
    // An edit of the alias changes the supplier that it names.
    await two.edit('supplier', other, { phone: '0774' });
    await syncBoth(two, one);
    for (const phone of [one, two]) expect(phone.row('supplier', SUPPLIER)?.phone).toBe('0774');
  });

  test('C-112 one that becomes an alias takes those along that stood for it', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const made = [await one.act('supplier.create', newDefault), await two.act('supplier.create', newDefault)];
    await syncBoth(one, two);
    const [main = { id: 0 }, alias = { id: 0 }] = made;
    await one.edit('supplier', main.id, { name: 'Kakira' });
    await one.edit('supplier', SUPPLIER, { name: 'Default Supplier' });
    await one.edit('supplier', main.id, { name: 'Default Supplier' });
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(defaults(phone).map(({ id }) => id)).toEqual([SUPPLIER]);
      expect([phone.row('supplier', main.id)?.aliasOfId, phone.row('supplier', alias.id)?.aliasOfId]).toEqual([
        SUPPLIER,
        SUPPLIER,
      ]);
    }
  });
});

test('C-112 M23 a settled conflict makes an alias of a supplier, and itself again', async () => {
  const shop = await openTwoPhones();
  const { amina, brian } = shop;
  const { id: first } = await amina.act('supplier.create', newDefault);
  await syncBoth(amina, brian);
  const nowOf = (phone: Phone) => {
    const { name, aliasOfId } = phone.row('supplier', SUPPLIER) ?? {};
    return [name, aliasOfId];
  };
  // Amina's name comes first. Brian's, the default name, is kept in a conflict.
  await amina.edit('supplier', SUPPLIER, { name: 'Kakira' });
  await brian.edit('supplier', SUPPLIER, { name: 'Default Supplier' });
  await syncBoth(amina, brian);
  expect(nowOf(amina)).toEqual(['Kakira', null]);
  await brian.settle('mine');
  await syncBoth(brian, amina);
  for (const phone of [amina, brian]) expect(nowOf(phone)).toEqual(['Default Supplier', first]);

  // A conflict from before is decided now and gives it another name.
  const open = await openTwoPhones();
  await open.amina.edit('supplier', SUPPLIER, { name: 'Kakira' });
  await open.brian.edit('supplier', SUPPLIER, { name: 'Madhvani' });
  await syncBoth(open.amina, open.brian);
  await open.amina.act('supplier.create', newDefault);
  await open.amina.edit('supplier', SUPPLIER, { name: 'Default Supplier' });
  await syncBoth(open.amina, open.brian);
  expect(nowOf(open.brian)[0]).toBe('Default Supplier');
  await open.brian.settle('mine');
  await syncBoth(open.brian, open.amina);
  for (const phone of [open.amina, open.brian]) expect(nowOf(phone)).toEqual(['Madhvani', null]);
});

test('C-112 M24 what two people made of a supplier is no question any more once it left with the one that it stood for', async () => {
  const shop = await openTwoPhones();
  const { amina, brian } = shop;
  const { id: main } = await amina.act('supplier.create', newDefault);
  await syncBoth(amina, brian);
  await amina.edit('supplier', SUPPLIER, { phone: '0771' });
  await brian.edit('supplier', SUPPLIER, { phone: '0772' });
  await syncBoth(amina, brian);
  await amina.edit('supplier', SUPPLIER, { name: 'Default Supplier' });
  await syncBoth(amina, brian);
  expect(brian.row('supplier', SUPPLIER)?.aliasOfId).toBe(main);

  await amina.remove('supplier', main);
  await syncBoth(amina, brian);
  for (const phone of [amina, brian]) {
    expect(phone.row('supplier', SUPPLIER)).toBeUndefined();
    expect(phone.rows('conflict').map(({ status }) => status)).toEqual(['settled']);
  }
});

test('M29 R-PAY-17 a method by which only a payment was made is used: on the phone that knows, and on the server', async () => {
  const shop = await openTwoPhones();
  const { amina, brian } = shop;
  const sugar = itemRow({ id: ITEM, name: 'Sugar' });
  const sale = await amina.act('sale.create', (tools) =>
    saleArgs(tools, [sugar], { status: 'pending', customerId: CUSTOMER, customerName: 'Grace' }),
  );
  await syncBoth(amina, brian);
  await brian.act('sale.takePayment', (tools) => ({
    ...{ id: tools.mintId(), saleId: sale.id, orderId: null, amountMinor: 100 },
    ...{ paymentMethodId: WALLET, paymentMethodName: 'Wallet', transactionId: null },
  }));
  await brian.sync();
  // Amina's phone does not have the payment yet.
  await amina.act('paymentMethod.remove', () => ({ businessId: BUSINESS_ID, id: WALLET }));
  await amina.sync();
  expect(shop.outcomesOf(amina).at(-1)).toMatchObject({ kind: 'refused', codes: ['method_in_use'] });
  await syncBoth(amina, brian);
  expect(amina.row('paymentMethod', WALLET)?.createdByUserId).not.toBe(AMINA);
  const again = await amina.tryTo('paymentMethod.remove', () => ({ businessId: BUSINESS_ID, id: WALLET }));
  expect(again).toEqual({ ok: false, error: { code: 'method_in_use' } });
});
