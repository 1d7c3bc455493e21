import { describe, expect, test } from 'vitest';
import { isOtherItem, OTHER_ITEM } from '../../../domain/items/other-item.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, itemRow } from '../../support/shop-rows.ts';
import {
  AMINA,
  BRIAN,
  CASH,
  ITEM,
  openTwoPhones,
  type Phone,
  type Shop,
  SUPPLIER,
  syncBoth,
  WALLET,
} from '../../support/device/two-phones.ts';

/** Both orders of arrival: whose acts reach the server first. */
const ORDERS = ['amina', 'brian'] as const;
const inOrder = (shop: Shop, first: (typeof ORDERS)[number]): [Phone, Phone] =>
  first === 'amina' ? [shop.amina, shop.brian] : [shop.brian, shop.amina];
const kinds = (shop: Shop, phone: Phone) => shop.outcomesOf(phone).map(({ kind }) => kind);
const newOther = (tools: { mintId(): number }) => ({
  ...{ id: tools.mintId(), openingMovementId: null, initialStockHundredths: 0, ...OTHER_ITEM, description: null },
  ...{ type: 'service' as const, priceMinor: 900, currency: 'UGX', costPriceMinor: null, trackStock: false },
  ...{ unitOfMeasure: null, itemCategoryId: null, category: null, subCategory: null, reorderLevelHundredths: null },
  ...{ advancedEnabled: false, customFields: {} },
});
const sugar = itemRow({ id: ITEM, name: 'Sugar' });

describe.each(ORDERS)('%s reaches the server first', (first) => {
  test('M23 M24 two suppliers of one name both stand; deleting one leaves what was bought', async () => {
    const shop = await openTwoPhones();
    const newSupplier = (name: string) => (tools: { mintId(): number }) => ({
      id: tools.mintId(),
      name,
      phone: null,
      email: null,
      address: null,
      notes: null,
    });
    const [one, two] = inOrder(shop, first);
    await one.act('supplier.create', newSupplier('Kakira'));
    await two.act('supplier.create', newSupplier('Kakira'));
    await one.remove('supplier', SUPPLIER);
    await two.remove('supplier', SUPPLIER);
    await syncBoth(one, two);
    expect(kinds(shop, two)).toEqual(['applied', 'applied']);
    for (const phone of [one, two])
      expect(phone.rows('supplier').map(({ name, aliasOfId }) => [name, aliasOfId])).toEqual([
        ['Kakira', null],
        ['Kakira', null],
      ]);
  });

  test('M18 C-112 two default suppliers of two phones are one', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const made = await Promise.all(
      [one, two].map((phone) =>
        phone.act('supplier.create', (tools) => ({
          id: tools.mintId(),
          name: 'Default Supplier',
          phone: null,
          email: null,
          address: null,
          notes: null,
        })),
      ),
    );
    await two.edit('supplier', made[1]?.id ?? 0, { phone: '0774' });
    await syncBoth(one, two);
    expect(kinds(shop, two)).toEqual(['merged', 'applied']);
    for (const phone of [one, two]) {
      expect(phone.row('supplier', made[1]?.id ?? 0)?.aliasOfId).toBe(made[0]?.id);
      expect(phone.row('supplier', made[0]?.id ?? 0)).toMatchObject({ aliasOfId: null, phone: '0774' });
    }
  });

  test('M18 M24 C-112 a deleted default supplier that another has followed is back as its alias', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const newDefault = (tools: { mintId(): number }) => ({
      ...{ id: tools.mintId(), name: 'Default Supplier', phone: null, email: null, address: null, notes: null },
    });
    const before = await one.act('supplier.create', newDefault);
    await syncBoth(one, two);
    await one.remove('supplier', before.id);
    const after = await one.act('supplier.create', newDefault);
    await two.edit('supplier', before.id, { phone: '0774' });
    await two.edit('supplier', before.id, { address: 'Main Street 5' });
    await syncBoth(one, two);
    const latest = await two.act('supplier.create', newDefault);
    await syncBoth(two, one);
    for (const phone of [one, two]) {
      expect(phone.row('supplier', before.id)?.aliasOfId).toBe(after.id);
      expect(phone.row('supplier', after.id)).toMatchObject({ phone: '0774', address: 'Main Street 5' });
      expect(phone.row('supplier', latest.id)?.aliasOfId).toBe(after.id);
    }
  });

  test('M18 M24 a deleted default supplier that was given a name of its own is back as itself', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const newDefault = (tools: { mintId(): number }) => ({
      ...{ id: tools.mintId(), name: 'Default Supplier', phone: null, email: null, address: null, notes: null },
    });
    const before = await one.act('supplier.create', newDefault);
    await syncBoth(one, two);
    await one.remove('supplier', before.id);
    const after = await one.act('supplier.create', newDefault);
    await two.edit('supplier', before.id, { name: 'Kakira' });
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(phone.row('supplier', before.id)).toMatchObject({ name: 'Kakira', aliasOfId: null });
      expect(phone.row('supplier', after.id)).toMatchObject({ name: 'Default Supplier', aliasOfId: null });
    }
  });

  test('R-CTR-09 M12 of two items Other of two phones one stays on sale; the lines and sales of both stand', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    const made: { other: { id: number }; sale: { id: number } }[] = [];
    for (const phone of [one, two]) {
      const other = await phone.act('item.create', newOther);
      const sale = await phone.act('sale.create', (tools) => saleArgs(tools, [itemRow({ ...other, priceMinor: 900 })]));
      made.push({ other, sale });
    }
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      const others = phone.rows('item').filter(isOtherItem);
      expect(others.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([made[0]?.other.id]);
      expect(others).toHaveLength(2);
      for (const { other, sale } of made)
        expect(phone.row('sale', sale.id)).toMatchObject({ lines: [{ itemId: other.id }] });
    }
    // A basket that was begun with the second item is sold normally.
    const late = await two.act('sale.create', (tools) =>
      saleArgs(tools, [itemRow({ id: made[1]?.other.id ?? 0, priceMinor: 900 })]),
    );
    await syncBoth(one, two);
    expect(shop.outcomesOf(two).at(-1)?.codes).not.toContain('item_archived');
    expect(one.row('sale', late.id)?.flags).not.toContain('item_archived');
  });

  test('R-CTR-09 where the first was archived by somebody, the next use has one of its own', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    const before = await one.act('item.create', newOther);
    await one.act('item.setActive', () => ({ id: before.id, isActive: false }));
    await syncBoth(one, two);
    const after = await two.act('item.create', newOther);
    await syncBoth(two, one);
    expect(one.row('item', before.id)?.isActive).toBe(false);
    expect(one.row('item', after.id)?.isActive).toBe(true);
  });

  test('M28 two methods of one name are one, and an archived one is back', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    await one.act('paymentMethod.setArchived', () => ({ businessId: BUSINESS_ID, id: WALLET, isArchived: true }));
    await two.act('paymentMethod.create', (tools) => ({ id: tools.mintId(), name: 'WALLET', icon: 'Phone' }));
    await syncBoth(one, two);
    expect(kinds(shop, two)).toEqual(['merged']);
    for (const phone of [one, two]) expect(phone.row('paymentMethod', WALLET)?.isArchived).toBe(false);
  });

  test('M5 M29 removed here, used there: use beats remove in either order', async () => {
    const shop = await openTwoPhones();
    const { amina, brian } = shop;
    await amina.act('paymentMethod.remove', () => ({ businessId: BUSINESS_ID, id: WALLET }));
    const sale = await brian.act('sale.create', (tools) =>
      saleArgs(tools, [sugar], { paymentMethodId: WALLET, paymentMethodName: 'Wallet' }),
    );
    await syncBoth(...inOrder(shop, first));
    expect(shop.outcomesOf(amina)).toMatchObject(
      first === 'amina' ? [{ kind: 'applied' }] : [{ kind: 'refused', codes: ['method_in_use'] }],
    );
    for (const phone of [amina, brian]) {
      expect(phone.row('paymentMethod', WALLET)?.name).toBe('Wallet');
      expect(phone.row('sale', sale.id)?.flags).toEqual(first === 'amina' ? ['method_removed'] : []);
    }
  });

  test('M30 two defaults: the last to arrive, and exactly one', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    await one.act('paymentMethod.setDefault', () => ({ businessId: BUSINESS_ID, id: WALLET }));
    await two.act('paymentMethod.setDefault', () => ({ businessId: BUSINESS_ID, id: CASH }));
    await syncBoth(one, two);
    for (const phone of [one, two]) expect(phone.row('business', BUSINESS_ID)?.defaultPaymentMethodId).toBe(CASH);
  });

  test('G28 what both counted of the same drawer is kept, and neither count changes the other', async () => {
    const shop = await openTwoPhones();
    for (const [phone, countedMinor] of [
      [shop.amina, 4_800_000],
      [shop.brian, 4_850_000],
    ] as const)
      await phone.act('cash.count', (tools) => ({
        ...{ id: tools.mintId(), day: '2026-11-21', drawer: 'shop', deviceName: 'Chrome on Android' },
        ...{ openingMinor: 0, expectedMinor: 4_850_000, countedMinor, currency: 'UGX', notes: null },
      }));
    await syncBoth(...inOrder(shop, first));
    for (const phone of [shop.amina, shop.brian])
      expect(
        phone.rows('cashCount').map(({ createdByUserId, countedMinor }) => [createdByUserId, countedMinor]),
      ).toEqual(
        expect.arrayContaining([
          [AMINA, 4_800_000],
          [BRIAN, 4_850_000],
        ]),
      );
  });

  test('M40 what both say of Kaunta arrives', async () => {
    const shop = await openTwoPhones();
    for (const phone of [shop.amina, shop.brian])
      await phone.act('feedback.send', (tools) => ({ id: tools.mintId(), rating: 5, message: 'Good' }));
    await syncBoth(...inOrder(shop, first));
    expect(shop.amina.rows('feedback').map(({ createdByUserId }) => createdByUserId)).toEqual(
      expect.arrayContaining([AMINA, BRIAN]),
    );
  });
});

test.each(ORDERS)('M7 M29 removed here, a debt paid with it there: use beats remove, %s first', async (first) => {
  const shop = await openTwoPhones();
  const { amina, brian } = shop;
  const sale = await brian.act('sale.create', (tools) => saleArgs(tools, [sugar], { status: 'pending' }));
  await syncBoth(amina, brian);
  await amina.act('paymentMethod.remove', () => ({ businessId: BUSINESS_ID, id: WALLET }));
  await brian.act('sale.takePayment', (tools) => ({
    id: tools.mintId(),
    saleId: sale.id,
    orderId: null,
    amountMinor: 1_000,
    paymentMethodId: WALLET,
    paymentMethodName: 'Wallet',
    transactionId: null,
  }));
  await syncBoth(...inOrder(shop, first));
  if (first === 'amina')
    expect(shop.outcomesOf(brian).at(-1)).toMatchObject({ kind: 'flagged', codes: ['method_removed'] });
  else expect(shop.outcomesOf(amina).at(-1)).toMatchObject({ kind: 'refused', codes: ['method_in_use'] });
  for (const phone of [amina, brian]) expect(phone.row('paymentMethod', WALLET)?.name).toBe('Wallet');
});
