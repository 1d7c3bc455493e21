import { describe, expect, it } from 'vitest';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { discardAct } from '../../../sync/replica/decide.ts';
import {
  expectSame,
  fulfilment,
  lastOutcome,
  openShop,
  ORDER,
  ORDERS_OF_ARRIVAL,
  placeOrder,
  stockOf,
} from '../../support/device/arrivals.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, itemRow } from '../../support/shop-rows.ts';
import { BRIAN, CUSTOMER, ITEM, type Phone, SUPPLIER, syncBoth } from '../../support/device/two-phones.ts';

/*
 * The cases of the table of docs/spec/offline.md that the other files in this folder do not have: two phones without
 * each other's acts, in both orders of arrival.
 */

const sugar = itemRow({ id: ITEM, name: 'Sugar' });
const sell = (phone: Phone, fields: Partial<MutationArgs<'sale.create'>> = {}) =>
  phone.act('sale.create', (tools) => saleArgs(tools, [sugar], fields));

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('M5 sold here at the price that was changed there: the sale stands at the price charged, flagged where it came later', async () => {
    const shop = await openShop(arrival);
    await shop.amina.edit('item', ITEM, { priceMinor: 200_000 });
    const sale = await sell(shop.brian);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', sale.id)).toMatchObject({
      finalMinor: sale.finalMinor,
      flags: arrival === 'Amina first' ? ['price_changed'] : [],
    });
    expect(shop.server('item', ITEM)?.priceMinor).toBe(200_000);
    expectSame(shop, 'sale', sale.id);
  });

  it('M5 two sales bear the same number: both stand', async () => {
    const shop = await openShop(arrival);
    const saleNumber = 'SALE-1750000000000';
    const sales = [await sell(shop.first, { saleNumber }), await sell(shop.second, { saleNumber })];
    await syncBoth(shop.first, shop.second);
    for (const { id } of sales) {
      expect(shop.server('sale', id)).toMatchObject({ saleNumber, status: 'completed' });
      expectSame(shop, 'sale', id);
    }
    expect(stockOf(shop)).toBe(600);
  });

  it('M6 a sale that is cancelled before it was sent: both acts arrive in their order, and what the other sold stays sold', async () => {
    const shop = await openShop(arrival);
    const cancelled = await sell(shop.amina);
    await shop.amina.act('sale.cancel', () => ({ id: cancelled.id, reason: 'Wrong item', refunds: [] }));
    const kept = await sell(shop.brian);
    expect(shop.amina.row('item', ITEM)?.currentStockHundredths).toBe(1_000);
    await syncBoth(shop.first, shop.second);
    expect(shop.outcomesOf(shop.amina).map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect(shop.server('sale', cancelled.id)?.status).toBe('cancelled');
    expect(shop.server('sale', kept.id)?.status).toBe('completed');
    expect(stockOf(shop)).toBe(800);
    expectSame(shop, 'item', ITEM);
  });

  it('M10 fulfilled here, the last ones sold there: both stand, and whoever came second is told that it oversold', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const fulfilled = await shop.amina.act('order.fulfill', fulfilment());
    const all = { quantityHundredths: 1_000, totalMinor: 10 * sugar.priceMinor };
    const sold = await shop.brian.act('sale.create', (tools) => {
      const { lines, ...args } = saleArgs(tools, [sugar], { totalMinor: all.totalMinor, finalMinor: all.totalMinor });
      return { ...args, lines: lines.map((line) => ({ ...line, ...all })) };
    });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'flagged', codes: ['oversold'] });
    expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled' });
    for (const id of [fulfilled.saleId, sold.id]) expect(shop.server('sale', id)?.status).toBe('completed');
    expect(stockOf(shop)).toBe(-200);
    expectSame(shop, 'order', ORDER);
  });

  it('M12 M38 two items of one name and SKU: both are kept, each with the sales of its phone', async () => {
    const shop = await openShop(arrival);
    const made = [];
    for (const phone of [shop.first, shop.second]) {
      const item = await phone.act('item.create', (tools) => itemArgs(tools, { name: 'Salt', sku: 'S-1' }));
      await phone.act('sale.create', (tools) => saleArgs(tools, [item]));
      made.push(item.id);
    }
    await syncBoth(shop.first, shop.second);
    for (const id of made) {
      expect(shop.server('item', id)).toMatchObject({ name: 'Salt', sku: 'S-1', currentStockHundredths: 800 });
      expectSame(shop, 'item', id);
    }
  });

  it('M13 M16 edited here, archived there: both stand', async () => {
    const shop = await openShop(arrival);
    await shop.amina.edit('item', ITEM, { name: 'Brown sugar' });
    await shop.brian.act('item.setActive', () => ({ id: ITEM, isActive: false }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('item', ITEM)).toMatchObject({ name: 'Brown sugar', isActive: false });
    expectSame(shop, 'item', ITEM);
    expect([shop.amina.conflicts(), shop.brian.conflicts()]).toEqual([[], []]);
  });

  it('M21 M23 the same field of a customer and of a supplier: the first stands, and a person settles each', async () => {
    const shop = await openShop(arrival);
    const { first, second } = shop;
    for (const [phone, words] of [
      [first, 'of the first'],
      [second, 'of the second'],
    ] as const) {
      await phone.edit('customer', CUSTOMER, { notes: words });
      await phone.edit('supplier', SUPPLIER, { notes: words });
    }
    await syncBoth(first, second);
    for (const phone of [first, second]) {
      expect(phone.row('customer', CUSTOMER)?.notes).toBe('of the first');
      expect(phone.row('supplier', SUPPLIER)?.notes).toBe('of the first');
      expect(
        phone
          .conflicts()
          .map(({ table }) => table)
          .toSorted(),
      ).toEqual(['customer', 'supplier']);
    }
    const over = (table: string) => first.conflicts().find((conflict) => conflict.table === table);
    await first.settle('mine', over('customer'));
    await first.settle('theirs', over('supplier'));
    await syncBoth(first, second);
    for (const phone of [first, second]) {
      expect(phone.row('customer', CUSTOMER)?.notes).toBe('of the second');
      expect(phone.row('supplier', SUPPLIER)?.notes).toBe('of the first');
      expect(phone.conflicts()).toEqual([]);
    }
  });

  it('M28 both add a method of one name, in any case, and sell by it: one method, and every sale is its', async () => {
    const shop = await openShop(arrival, 'admin');
    const made = [];
    for (const [phone, name] of [
      [shop.first, 'Bank'],
      [shop.second, 'BANK'],
    ] as const) {
      const method = await phone.act('paymentMethod.create', ({ mintId }) => ({
        id: mintId(),
        name,
        icon: 'Building',
      }));
      const sale = await sell(phone, { paymentMethodId: method.id, paymentMethodName: name });
      made.push({ methodId: method.id, saleId: sale.id });
    }
    await syncBoth(shop.first, shop.second);
    expect(shop.outcomesOf(shop.second).map(({ kind }) => kind)).toEqual(['merged', 'applied']);
    for (const phone of [shop.first, shop.second]) {
      const methods = phone.rows('paymentMethod').filter(({ name }) => name.toLowerCase() === 'bank');
      expect(methods.filter(({ aliasOfId }) => aliasOfId === null).map(({ id }) => id)).toEqual([made[0]?.methodId]);
      expect(phone.row('paymentMethod', made[1]?.methodId ?? 0)?.aliasOfId).toBe(made[0]?.methodId);
      for (const { saleId } of made) expect(phone.row('sale', saleId)?.status).toBe('completed');
    }
  });

  it('M33 what an admin did is refused when it arrives after the role was taken away, and stands when it came before', async () => {
    const shop = await openShop(arrival, 'admin');
    const demote = async () => {
      const user = shop.server('user', BRIAN);
      await shop.store.change(BUSINESS_ID, (tx) =>
        tx.writeRows([{ table: 'user', id: BRIAN, before: user, after: user && { ...user, role: 'staff' } }]),
      );
    };
    const { id } = await shop.brian.act('paymentMethod.create', ({ mintId }) => ({
      id: mintId(),
      name: 'Bank',
      icon: 'Building',
    }));
    const sale = await sell(shop.brian);
    const isFirst = arrival === 'Brian first';
    if (isFirst) await shop.brian.sync();
    await demote();
    await syncBoth(shop.first, shop.second);
    await shop.brian.sync();
    expect(shop.outcomesOf(shop.brian)).toMatchObject(
      isFirst ? [{ kind: 'applied' }, { kind: 'applied' }] : [{ kind: 'refused', codes: ['not_permitted'] }, {}],
    );
    expect(shop.server('paymentMethod', id)?.name).toBe(isFirst ? 'Bank' : undefined);
    expect(shop.brian.outbox().map(({ state }) => state)).toEqual(isFirst ? [] : ['refused']);
    // The sale stays, and the phone no longer has costs.
    expect(shop.server('sale', sale.id)?.status).toBe('completed');
    expect(shop.brian.row('item', ITEM)?.costPriceMinor).toBeUndefined();
    expect(shop.amina.row('item', ITEM)?.costPriceMinor).toBe(100_000);
  });

  it('M42 what one phone discards leaves the other as it was', async () => {
    const shop = await openShop(arrival);
    await shop.amina.edit('customer', CUSTOMER, { phone: '0772' });
    await shop.amina.sync();
    // This phone has not seen that edit.
    await shop.brian.remove('customer', CUSTOMER);
    await shop.brian.sync();
    const [refused] = shop.brian.outbox();
    expect(refused).toMatchObject({ state: 'refused', outcome: { codes: ['edited_since'] } });
    const discarded = await shop.brian.database.write((tx) => discardAct(tx, refused?.seq ?? 0, 0));
    expect(discarded).toEqual({ ok: true, others: 0 });
    await syncBoth(shop.first, shop.second);
    for (const phone of [shop.amina, shop.brian]) {
      expect(phone.row('customer', CUSTOMER)).toMatchObject({ name: 'Grace', phone: '0772' });
      expect(phone.outbox()).toEqual([]);
    }
  });
});
