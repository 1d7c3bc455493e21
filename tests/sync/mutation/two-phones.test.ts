import { describe, expect, test } from 'vitest';
import { customerArgs, saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, itemRow } from '../../support/shop-rows.ts';
import {
  CUSTOMER,
  ITEM,
  openTwoPhones,
  type Phone,
  type Shop,
  SUPPLIER,
  syncBoth,
} from '../../support/device/two-phones.ts';

/** Both orders of arrival: whose acts reach the server first. */
const ORDERS = ['amina', 'brian'] as const;
const inOrder = (shop: Shop, first: (typeof ORDERS)[number]): [Phone, Phone] =>
  first === 'amina' ? [shop.amina, shop.brian] : [shop.brian, shop.amina];
const kinds = (shop: Shop, phone: Phone) => shop.outcomesOf(phone).map(({ kind }) => kind);
const sugar = itemRow({ id: ITEM, name: 'Sugar' });

describe.each(ORDERS)('%s reaches the server first', (first) => {
  test('M13 M21 M34 different fields of one row merge in silence, and each stands on both phones', async () => {
    const shop = await openTwoPhones('admin');
    const { amina, brian } = shop;
    await amina.edit('item', ITEM, { name: 'Brown sugar' });
    await brian.edit('item', ITEM, { description: 'From Kakira' });
    await amina.edit('customer', CUSTOMER, { phone: '0772' });
    await brian.edit('customer', CUSTOMER, { notes: 'Pays on Fridays' });
    await amina.edit('business', BUSINESS_ID, { description: 'Sweet things' });
    await brian.edit('business', BUSINESS_ID, { address: 'Main Street 5', country: 'KE' });
    await syncBoth(...inOrder(shop, first));
    for (const phone of [amina, brian]) {
      expect(phone.row('item', ITEM)).toMatchObject({ name: 'Brown sugar', description: 'From Kakira' });
      expect(phone.row('customer', CUSTOMER)).toMatchObject({ phone: '0772', notes: 'Pays on Fridays' });
      expect(phone.row('business', BUSINESS_ID)).toMatchObject({ description: 'Sweet things', country: 'KE' });
      expect(phone.conflicts()).toEqual([]);
      expect(kinds(shop, phone)).toEqual(['applied', 'applied', 'applied']);
    }
  });

  test('M13 M34 the same field on both: the first stands, and both phones show both values, who and when', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { priceMinor: 1_000 });
    await two.edit('item', ITEM, { priceMinor: 2_000, currency: 'UGX' });
    await one.edit('business', BUSINESS_ID, { phone: '0700 1' });
    await two.edit('business', BUSINESS_ID, { phone: '0700 2' });
    await syncBoth(one, two);
    expect(kinds(shop, two)).toEqual(['conflict', 'conflict']);
    for (const phone of [one, two]) {
      expect(phone.row('item', ITEM)?.priceMinor).toBe(1_000);
      expect(phone.row('business', BUSINESS_ID)?.phone).toBe('0700 1');
      const over = (table: string) => phone.conflicts().find((conflict) => conflict.table === table);
      expect(over('business')).toMatchObject({
        group: 'phone',
        mine: { values: { phone: '0700 2' }, userId: two.userId, atMs: expect.any(Number) },
        theirs: { values: { phone: '0700 1' }, userId: one.userId, atMs: expect.any(Number) },
      });
      expect(over('item')).toMatchObject({
        group: 'price',
        mine: { values: { priceMinor: 2_000, currency: 'UGX' }, userId: two.userId },
        theirs: { values: { priceMinor: 1_000, currency: 'UGX' }, userId: one.userId },
      });
    }
    expect(one.conflicts()).toEqual(two.conflicts());
  });

  test('M13 the same value on both is no conflict', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { name: 'Brown sugar' });
    await two.edit('item', ITEM, { name: 'Brown sugar' });
    await syncBoth(one, two);
    expect(kinds(shop, two)).toEqual(['merged']);
    expect([one.conflicts(), two.conflicts()]).toEqual([[], []]);
  });

  test('M13 a later edit of one’s own joins the open conflict as the new mine', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { name: 'A' });
    await two.edit('item', ITEM, { name: 'B' });
    await two.edit('item', ITEM, { name: 'C' });
    await syncBoth(one, two);
    expect(one.conflicts()).toMatchObject([{ mine: { values: { name: 'C' } }, theirs: { values: { name: 'A' } } }]);
    await two.edit('item', ITEM, { name: 'D' });
    expect(two.conflicts()).toMatchObject([{ mine: { values: { name: 'D' } } }]);
    expect(two.row('item', ITEM)?.name).toBe('A');
    await syncBoth(two, one);
    expect(one.conflicts()).toMatchObject([{ mine: { values: { name: 'D' } } }]);
    await two.edit('item', ITEM, { name: 'A' });
    await syncBoth(two, one);
    expect([one.conflicts(), two.conflicts()]).toEqual([[], []]);
  });

  test('M13 G5 what joins a conflict with one more field of its group is shown beside what stands, and can be kept', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    await one.edit('business', BUSINESS_ID, { address: 'Main Street 5', country: 'KE' });
    await two.edit('business', BUSINESS_ID, { address: 'Hill Road 1' });
    await syncBoth(one, two);
    await two.edit('business', BUSINESS_ID, { country: 'TZ' });
    await syncBoth(two, one);
    for (const phone of [one, two])
      expect(phone.conflicts()).toMatchObject([
        {
          mine: { values: { address: 'Hill Road 1', country: 'TZ' }, userId: two.userId },
          theirs: { values: { address: 'Main Street 5', country: 'KE' }, userId: one.userId },
        },
      ]);
    await two.settle('mine');
    await syncBoth(two, one);
    expect(kinds(shop, two)).toEqual(['conflict', 'conflict', 'applied']);
    for (const phone of [one, two]) {
      expect(phone.conflicts()).toEqual([]);
      expect(phone.row('business', BUSINESS_ID)).toMatchObject({ address: 'Hill Road 1', country: 'TZ' });
    }
  });

  test('G5 Keep mine and Keep theirs reach both phones', async () => {
    for (const [keep, name] of [
      ['mine', 'B'],
      ['theirs', 'A'],
    ] as const) {
      const shop = await openTwoPhones();
      const [one, two] = inOrder(shop, first);
      await one.edit('item', ITEM, { name: 'A' });
      await two.edit('item', ITEM, { name: 'B' });
      await syncBoth(one, two);
      await one.settle(keep);
      expect(one.row('item', ITEM)?.name).toBe(name);
      await syncBoth(one, two);
      for (const phone of [one, two]) {
        expect(phone.row('item', ITEM)?.name).toBe(name);
        expect(phone.conflicts()).toEqual([]);
        expect(phone.rows('conflict')).toMatchObject([{ settled: { kept: keep, byUserId: one.userId } }]);
      }
    }
  });

  test('G5 settling twice is settling once: the second is told who was first', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { name: 'A' });
    await two.edit('item', ITEM, { name: 'B' });
    await syncBoth(one, two);
    await one.settle('theirs');
    await two.settle('mine');
    await syncBoth(one, two);
    expect(shop.outcomesOf(two).at(-1)).toMatchObject({ kind: 'superseded', detail: { byUserId: one.userId } });
    for (const phone of [one, two]) expect(phone.row('item', ITEM)?.name).toBe('A');
  });

  test('G5 what was edited since it was looked at stays open when mine would be written over it', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { name: 'A' });
    await two.edit('item', ITEM, { name: 'B' });
    await syncBoth(one, two);
    await one.edit('item', ITEM, { name: 'Again' });
    await two.settle('mine');
    await syncBoth(one, two);
    expect(shop.outcomesOf(two).at(-1)).toMatchObject({ kind: 'conflict', codes: ['name'] });
    for (const phone of [one, two]) {
      expect(phone.row('item', ITEM)?.name).toBe('Again');
      expect(phone.conflicts()).toMatchObject([
        { mine: { values: { name: 'B' } }, theirs: { values: { name: 'Again' }, userId: one.userId } },
      ]);
    }
    await two.settle('mine');
    await syncBoth(two, one);
    expect([one.row('item', ITEM)?.name, one.conflicts()]).toEqual(['B', []]);
  });

  test('G5 who keeps what somebody else meant has not taken back what they meant themselves', async () => {
    const shop = await openTwoPhones('admin');
    const [one, two] = inOrder(shop, first);
    await one.edit('item', ITEM, { name: 'A' });
    await two.edit('item', ITEM, { name: 'B' });
    await syncBoth(one, two);
    // The same person on another phone, which has none of this yet.
    await one.act('item.edit', () => ({ id: ITEM, base: { name: 'Sugar' }, change: { name: 'C' } }));
    await one.sync();
    await one.settle(
      'mine',
      one.conflicts().find(({ mine }) => mine.userId === two.userId),
    );
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(phone.row('item', ITEM)?.name).toBe('B');
      expect(phone.conflicts()).toMatchObject([
        { mine: { values: { name: 'C' }, userId: one.userId }, theirs: { values: { name: 'B' } } },
      ]);
    }
  });

  test('M21 what was edited and removed in one go is restored with that edit', async () => {
    const { amina, brian } = await openTwoPhones('admin');
    await amina.edit('supplier', SUPPLIER, { address: 'Main Street 5' });
    await amina.remove('supplier', SUPPLIER);
    await brian.edit('supplier', SUPPLIER, { phone: '0772' });
    await syncBoth(amina, brian);
    for (const phone of [amina, brian])
      expect(phone.row('supplier', SUPPLIER)).toMatchObject({ address: 'Main Street 5', phone: '0772' });
  });

  test('M15 M16 a switch has no conflict: the last to arrive stands', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    await one.act('item.setStore', () => ({ id: ITEM, isKauntaEnabled: true }));
    await two.act('item.setStore', () => ({ id: ITEM, isKauntaEnabled: false }));
    await one.act('item.setActive', () => ({ id: ITEM, isActive: false }));
    await two.act('item.setActive', () => ({ id: ITEM, isActive: true }));
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect(phone.row('item', ITEM)).toMatchObject({ isKauntaEnabled: false, isActive: true });
      expect(kinds(shop, phone)).toEqual(['applied', 'applied']);
    }
  });

  test('M5 M16 archived here, sold there: the sale stands and the item stays archived', async () => {
    const shop = await openTwoPhones();
    const { amina, brian } = shop;
    await amina.act('item.setActive', () => ({ id: ITEM, isActive: false }));
    const sale = await brian.act('sale.create', (tools) => saleArgs(tools, [sugar]));
    await syncBoth(...inOrder(shop, first));
    for (const phone of [amina, brian]) {
      expect(phone.row('item', ITEM)).toMatchObject({ isActive: false, currentStockHundredths: 800 });
      expect(phone.row('sale', sale.id)?.flags).toEqual(first === 'amina' ? ['item_archived'] : []);
    }
  });

  test('M20 two customers of one name both stand', async () => {
    const shop = await openTwoPhones();
    for (const phone of [shop.amina, shop.brian]) await phone.act('customer.create', (tools) => customerArgs(tools));
    await syncBoth(...inOrder(shop, first));
    for (const phone of [shop.amina, shop.brian])
      expect(phone.rows('customer').map(({ name }) => name)).toEqual(['Grace', 'Grace', 'Grace']);
  });

  test('M21 M23 edited here, deleted there: the edit wins in either order', async () => {
    const shop = await openTwoPhones();
    const { amina, brian } = shop;
    await amina.remove('customer', CUSTOMER);
    await amina.remove('supplier', SUPPLIER);
    expect([amina.row('customer', CUSTOMER), amina.row('supplier', SUPPLIER)]).toEqual([undefined, undefined]);
    await brian.edit('customer', CUSTOMER, { phone: '0772' });
    await brian.edit('supplier', SUPPLIER, { phone: '0773' });
    await syncBoth(...inOrder(shop, first));
    const isDeletedFirst = first === 'amina';
    expect(kinds(shop, brian)).toEqual(isDeletedFirst ? ['flagged', 'flagged'] : ['applied', 'applied']);
    if (isDeletedFirst) expect(shop.outcomesOf(brian)[0]?.codes).toEqual(['restored']);
    else expect(shop.outcomesOf(amina)[0]).toMatchObject({ kind: 'refused', codes: ['edited_since'] });
    for (const phone of [amina, brian]) {
      expect(phone.row('customer', CUSTOMER)).toMatchObject({ name: 'Grace', phone: '0772' });
      expect(phone.row('supplier', SUPPLIER)).toMatchObject({ name: 'Mukwano', phone: '0773' });
    }
  });

  test('M22 M24 what nobody touched leaves both phones, also when both delete it', async () => {
    const shop = await openTwoPhones();
    const [one, two] = inOrder(shop, first);
    for (const phone of [one, two]) {
      await phone.remove('customer', CUSTOMER);
      await phone.remove('supplier', SUPPLIER);
    }
    await syncBoth(one, two);
    for (const phone of [one, two]) {
      expect([phone.rows('customer'), phone.rows('supplier'), phone.outbox()]).toEqual([[], [], []]);
      expect(kinds(shop, phone)).toEqual(['applied', 'applied']);
    }
  });

  test('M5 M22 C-116 deleted here, sold to there: the sale wins in either order', async () => {
    const shop = await openTwoPhones();
    const { amina, brian } = shop;
    await amina.remove('customer', CUSTOMER);
    expect(amina.row('customer', CUSTOMER)).toBeUndefined();
    const sale = await brian.act('sale.create', (tools) =>
      saleArgs(tools, [sugar], { customerId: CUSTOMER, customerName: 'Grace' }),
    );
    await syncBoth(...inOrder(shop, first));
    expect(shop.outcomesOf(amina)).toMatchObject(
      first === 'amina' ? [{ kind: 'applied' }] : [{ kind: 'refused', codes: ['customer_in_use'] }],
    );
    for (const phone of [amina, brian]) {
      expect(phone.row('customer', CUSTOMER)?.name).toBe('Grace');
      expect(phone.row('sale', sale.id)?.flags).toEqual(first === 'amina' ? ['customer_deleted'] : []);
    }
    // The row is back at once; the refused act waits until a person has read the reason.
    expect(amina.outbox().map(({ state }) => state)).toEqual(first === 'amina' ? [] : ['refused']);
  });
});
