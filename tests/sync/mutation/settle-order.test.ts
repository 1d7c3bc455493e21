import { describe, expect, it } from 'vitest';
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
import { BUSINESS_ID } from '../../support/shop-rows.ts';
import { ITEM, type Phone, syncBoth } from '../../support/device/two-phones.ts';

/* The fulfilment of a cancelled order is a conflict that a person decides once. */

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  /** Makes the conflict: Brian fulfilled an order that Amina had cancelled. Both phones show it. */
  async function openQuestion() {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const { saleId } = await shop.brian.act('order.fulfill', fulfilment({ status: 'pending' }));
    await shop.amina.act('order.cancel', () => ({ id: ORDER }));
    await syncBoth(shop.amina, shop.brian);
    return { shop, saleId };
  }

  const settle = (phone: Phone, keep: 'mine' | 'theirs') => {
    const [conflict] = phone.conflicts();
    if (!conflict) throw new Error('The phone shows no conflict');
    const { id, mine, theirs } = conflict;
    return phone.act('conflict.settle', () => ({ id, keep, mine: mine.values, theirs: theirs.values }));
  };

  it('M10 Keep cancelled: the order stays so on both phones, and nothing was sold', async () => {
    const { shop, saleId } = await openQuestion();
    await settle(shop.first, 'theirs');
    expect(shop.first.conflicts()).toEqual([]);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('order', ORDER)).toMatchObject({ status: 'cancelled', saleId: null });
    expect(shop.server('sale', saleId)).toBeUndefined();
    expect(stockOf(shop)).toBe(1_000);
    for (const phone of [shop.first, shop.second]) expect(phone.conflicts()).toEqual([]);
    expectSame(shop, 'order', ORDER);
  });

  it('M10 Fulfil anyway: the one sale of who handed the goods over, offline too, and settling twice is once', async () => {
    const { shop, saleId } = await openQuestion();
    const [conflict] = shop.first.conflicts();
    for (const phone of [shop.first, shop.second]) {
      await settle(phone, 'mine');
      expect(phone.row('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId });
      expect(phone.row('sale', saleId)).toMatchObject({ orderId: ORDER, finalMinor: 200_000, status: 'pending' });
      expect(phone.row('item', ITEM)?.currentStockHundredths).toBe(800);
    }
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expect(shop.server('sale', saleId)).toMatchObject({
      createdByUserId: shop.brian.userId,
      createdAtMs: conflict?.mine.atMs,
    });
    expect(shop.server('order', ORDER)?.statusChanges.at(-1)).toMatchObject({ byUserId: shop.first.userId });
    expect(stockOf(shop)).toBe(800);
    for (const table of ['order', 'sale', 'item'] as const)
      expectSame(shop, table, { order: ORDER, sale: saleId, item: ITEM }[table]);
    for (const phone of [shop.first, shop.second]) expect(phone.conflicts()).toEqual([]);
  });

  it('M10 one keeps it cancelled while the other fulfils it anyway: the first to arrive has decided', async () => {
    const { shop, saleId } = await openQuestion();
    await settle(shop.amina, 'theirs');
    await settle(shop.brian, 'mine');
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    const isCancelled = arrival === 'Amina first';
    expect(shop.server('order', ORDER)?.status).toBe(isCancelled ? 'cancelled' : 'fulfilled');
    expect(stockOf(shop)).toBe(isCancelled ? 1_000 : 800);
    for (const phone of [shop.first, shop.second]) expect(phone.row('sale', saleId) === undefined).toBe(isCancelled);
    expectSame(shop, 'order', ORDER);
    expectSame(shop, 'item', ITEM);
  });

  it('M10 two fulfilments of one cancelled order: one sale, and with it both questions are over', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    for (const phone of [shop.first, shop.second]) await phone.act('order.fulfill', fulfilment());
    await shop.store.change(BUSINESS_ID, async (tx) => {
      const [order] = await tx.getMany('order', [ORDER]);
      if (!order) throw new Error('The order was placed');
      const cancelled = { ...order, status: 'cancelled' as const };
      await tx.writeRows([{ table: 'order', id: ORDER, before: order, after: cancelled }]);
    });
    await syncBoth(shop.first, shop.second);
    const questions = shop.first.conflicts();
    expect(new Set(questions.map(({ mine }) => mine.userId))).toEqual(new Set([shop.amina.userId, shop.brian.userId]));
    const [one, two] = questions;
    for (const [phone, question] of [
      [shop.first, one],
      [shop.second, two],
    ] as const) {
      if (!question) throw new Error('There are two');
      const { id, mine, theirs } = question;
      await phone.act('conflict.settle', () => ({ id, keep: 'mine', mine: mine.values, theirs: theirs.values }));
    }
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'superseded' });
    expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId: one?.mine.values['saleId'] });
    expect(stockOf(shop)).toBe(800);
    for (const phone of [shop.first, shop.second]) {
      expect(phone.conflicts()).toEqual([]);
      expect(phone.rows('sale')).toHaveLength(1);
    }
    expectSame(shop, 'order', ORDER);
    expectSame(shop, 'item', ITEM);
  });
});
