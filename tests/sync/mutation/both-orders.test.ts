import { describe, expect, it } from 'vitest';
import { saleBalanceMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { runMutation } from '../../../sync/replica/run-mutation.ts';
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
import { saleArgs } from '../../support/mutation-args.ts';
import { NOON_MS } from '../../support/shop-rows.ts';
import { CUSTOMER, ITEM, type Phone, type Shop, syncBoth } from '../../support/device/two-phones.ts';

/* Two phones change the same row without each other's changes. Each test sets which one reaches the server first. */

const PRICE_MINOR = 150_000;
const TOTAL_MINOR = 2 * PRICE_MINOR;

/** Makes a sale of two pieces that both phones have, by default to be paid later. */
async function sell(shop: Shop, fields: Partial<MutationArgs<'sale.create'>> = {}): Promise<number> {
  const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
  const owed = { status: 'pending', customerId: CUSTOMER, customerName: 'Grace' } as const;
  const { id } = await shop.amina.act('sale.create', (tools) => saleArgs(tools, [sugar], { ...owed, ...fields }));
  await syncBoth(shop.amina, shop.brian);
  return id;
}

const payment = (saleId: number, fields: Partial<MutationArgs<'sale.takePayment'>> = {}) =>
  function build(tools: { mintId(): number }): MutationArgs<'sale.takePayment'> {
    return {
      id: tools.mintId(),
      saleId,
      orderId: null,
      amountMinor: TOTAL_MINOR,
      paymentMethodId: null,
      paymentMethodName: null,
      transactionId: null,
      ...fields,
    };
  };

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('M5 C-066 both sell the last ones: both sales stand, and the second is told that it oversold', async () => {
    const shop = await openShop(arrival);
    const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
    for (const phone of [shop.amina, shop.brian])
      await phone.act('sale.create', (tools) => {
        const args = saleArgs(tools, [sugar]);
        return {
          ...args,
          lines: args.lines.map((line) => ({ ...line, quantityHundredths: 800, totalMinor: 8 * PRICE_MINOR })),
          totalMinor: 8 * PRICE_MINOR,
          finalMinor: 8 * PRICE_MINOR,
        };
      });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'flagged', codes: ['oversold'] });
    expect(stockOf(shop)).toBe(-600);
    expectSame(shop, 'item', ITEM);
  });

  it('M6 both cancel: the first reason counts, the second is kept, the stock comes back once', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    await shop.first.act('sale.cancel', () => ({ id, reason: 'of the first', refunds: [] }));
    await shop.second.act('sale.cancel', () => ({ id, reason: 'of the second', refunds: [] }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)?.cancellations.map(({ reason }) => reason)).toEqual([
      'of the first',
      'of the second',
    ]);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expect(stockOf(shop)).toBe(1_000);
    expectSame(shop, 'sale', id);
  });

  it('M6 one takes the payment while the other cancels: cancelled wins, and the refund is due', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    await shop.amina.act('sale.takePayment', payment(id));
    await shop.brian.act('sale.cancel', () => ({ id, reason: 'brought back', refunds: [] }));
    await syncBoth(shop.first, shop.second);
    const sale = shop.server('sale', id);
    expect(sale).toMatchObject({ status: 'cancelled', payments: [{ amountMinor: TOTAL_MINOR }] });
    expect(sale && [saleBalanceMinor(sale), saleRefundDueMinor(sale)]).toEqual([0, TOTAL_MINOR]);
    if (arrival === 'Brian first')
      expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'flagged', codes: ['refund_due'] });
    expect(stockOf(shop)).toBe(1_000);
    expectSame(shop, 'sale', id);
  });

  it('M7 both take the payment: both are recorded, and the second names who took the first and when', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    await shop.amina.act('sale.takePayment', payment(id));
    await shop.brian.act('sale.takePayment', payment(id));
    const taken = shop.first.row('sale', id)?.payments?.[0];
    await syncBoth(shop.first, shop.second);
    const sale = shop.server('sale', id);
    expect(sale).toMatchObject({ status: 'completed', flags: ['overpaid'] });
    expect(sale?.payments?.map(({ byUserId }) => byUserId)).toEqual([shop.first.userId, shop.second.userId]);
    expect(sale && saleRefundDueMinor(sale)).toBe(TOTAL_MINOR);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'flagged',
      codes: ['overpaid'],
      detail: { byUserId: shop.first.userId, atMs: taken?.atMs },
    });
    expectSame(shop, 'sale', id);
  });

  it('M7 G22 two parts of one debt complete it, in either order', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    await shop.amina.act('sale.takePayment', payment(id, { amountMinor: 100_000 }));
    await shop.brian.act('sale.takePayment', payment(id, { amountMinor: TOTAL_MINOR - 100_000 }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)).toMatchObject({ status: 'completed', flags: [] });
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'applied' });
    expectSame(shop, 'sale', id);
  });

  it('M7 SYN-20 one transfer typed in on two copies of a phone is flagged too, though both payments have one id', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    const copy = shop.amina.copy();
    const phones = shop.first === shop.amina ? ([shop.amina, copy] as const) : ([copy, shop.amina] as const);
    const typed = payment(id, { amountMinor: 1_000, transactionId: 'MP-1' });
    const [first, second] = phones;
    const taken = await first.act('sale.takePayment', typed);
    // The id that two copies of the build before have made.
    await second.act('sale.takePayment', (tools) => ({ ...typed(tools), id: taken.id }));
    for (const phone of phones) await phone.sync();
    expect(shop.server('sale', id)).toMatchObject({ flags: ['transaction_id_reused'], payments: [{}, {}] });
  });

  it('M7 one transfer typed in at both tills is flagged as used twice', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop);
    await shop.amina.act('sale.takePayment', payment(id, { amountMinor: 1_000, transactionId: 'MP-1' }));
    await shop.brian.act('sale.takePayment', payment(id, { amountMinor: 1_000, transactionId: 'mp-1' }));
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({ codes: ['transaction_id_reused'] });
  });

  it('M8 both confirm: the second silently agrees', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'pending');
    for (const phone of [shop.amina, shop.brian]) await phone.act('order.confirm', () => ({ id: ORDER }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('order', ORDER)).toMatchObject({
      status: 'confirmed',
      statusChanges: [{ status: 'confirmed', byUserId: shop.first.userId }],
    });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expectSame(shop, 'order', ORDER);
  });

  it('M8 one confirms while the other cancels: cancelled wins, because the customer was told', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'pending');
    await shop.amina.act('order.confirm', () => ({ id: ORDER }));
    await shop.brian.act('order.cancel', () => ({ id: ORDER }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('order', ORDER)?.status).toBe('cancelled');
    for (const phone of [shop.amina, shop.brian]) expect(phone.row('order', ORDER)?.status).toBe('cancelled');
    expect(lastOutcome(shop, shop.amina)).toMatchObject(
      arrival === 'Amina first'
        ? { kind: 'applied' }
        : { kind: 'refused', codes: ['order_cancelled'], detail: { byUserId: shop.brian.userId } },
    );
  });

  it('M9 both cancel: the second silently agrees', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    for (const phone of [shop.amina, shop.brian]) await phone.act('order.cancel', () => ({ id: ORDER }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('order', ORDER)?.statusChanges).toHaveLength(1);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expectSame(shop, 'order', ORDER);
  });

  it('M10 both fulfil: one sale, that of the first; the second’s own sale and its stock go', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const of = async (phone: Phone) => (await phone.act('order.fulfill', fulfilment())).saleId;
    const [firsts, seconds] = [await of(shop.first), await of(shop.second)];
    expect(shop.second.row('sale', seconds)).toMatchObject({ orderId: ORDER, finalMinor: 200_000 });
    expect(shop.second.row('item', ITEM)?.currentStockHundredths).toBe(800);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId: firsts });
    expect(shop.server('sale', seconds)).toBeUndefined();
    expect(shop.second.row('sale', seconds)).toBeUndefined();
    expect(shop.second.row('sale', firsts)).toMatchObject({ orderId: ORDER, customerName: 'Grace' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expect(stockOf(shop)).toBe(800);
    for (const table of ['order', 'item'] as const) expectSame(shop, table, table === 'order' ? ORDER : ITEM);
  });

  it('M10 what the second was paid for its own sale belongs to the one that stands', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const { saleId } = await shop.first.act('order.fulfill', fulfilment({ status: 'pending' }));
    const own = await shop.second.act('order.fulfill', fulfilment({ status: 'pending' }));
    await shop.second.act('sale.takePayment', payment(own.saleId, { orderId: ORDER, amountMinor: 200_000 }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', saleId)).toMatchObject({
      status: 'completed',
      payments: [{ amountMinor: 200_000, byUserId: shop.second.userId }],
    });
    expectSame(shop, 'sale', saleId);
  });

  it('M9 M10 one fulfils while the other cancels: fulfilled first wins, cancelled first is a person’s to decide', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const { saleId } = await shop.amina.act('order.fulfill', fulfilment());
    await shop.brian.act('order.cancel', () => ({ id: ORDER }));
    await syncBoth(shop.first, shop.second);
    if (arrival === 'Amina first') {
      expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId });
      expect(lastOutcome(shop, shop.brian)).toMatchObject({ kind: 'refused', codes: ['order_fulfilled'] });
      expect(stockOf(shop)).toBe(800);
      return;
    }
    expect(shop.server('order', ORDER)).toMatchObject({ status: 'cancelled', saleId: null });
    expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'conflict', codes: ['status'] });
    expect(stockOf(shop)).toBe(1_000);
    for (const phone of [shop.amina, shop.brian]) {
      expect(phone.row('sale', saleId)).toBeUndefined();
      expect(phone.rows('conflict')).toMatchObject([
        {
          table: 'order',
          rowId: ORDER,
          status: 'open',
          mine: { values: { saleId } },
          theirs: { userId: shop.brian.userId },
        },
      ]);
    }
  });

  it('M17 both add the same delivery: both count', async () => {
    const shop = await openShop(arrival);
    for (const phone of [shop.amina, shop.brian])
      await phone.act('stock.add', (tools) => ({
        id: tools.mintId(),
        itemId: ITEM,
        quantityHundredths: 500,
        costPriceMinor: null,
        batchId: null,
      }));
    await syncBoth(shop.first, shop.second);
    expect(stockOf(shop)).toBe(2_000);
    expectSame(shop, 'item', ITEM);
  });

  it('M19 G17 corrections of both add up', async () => {
    const shop = await openShop(arrival);
    for (const [phone, quantityHundredths] of [
      [shop.amina, -300],
      [shop.brian, 50],
    ] as const)
      await phone.act('stock.adjust', (tools) => ({
        id: tools.mintId(),
        itemId: ITEM,
        quantityHundredths,
        reason: 'damaged',
        notes: null,
      }));
    await syncBoth(shop.first, shop.second);
    expect(stockOf(shop)).toBe(750);
    expectSame(shop, 'item', ITEM);
  });

  it('M19 a sale from before a count that the counting phone did not know still subtracts, and puts the count in doubt', async () => {
    const shop = await openShop(arrival);
    const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
    await shop.brian.act('sale.create', (tools) => saleArgs(tools, [sugar]));
    const { id: movementId } = await shop.amina.act('stock.count', (tools) => ({
      id: tools.mintId(),
      itemId: ITEM,
      countedHundredths: 800,
      expectedHundredths: 1_000,
      notes: null,
    }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('item', ITEM)).toMatchObject({
      currentStockHundredths: 600,
      lastCount: { movementId, isInDoubt: true },
    });
    expect(lastOutcome(shop, shop.brian)?.codes).toEqual(arrival === 'Amina first' ? ['recount'] : []);
    expect(shop.server('stockMovement', movementId)).toMatchObject({ type: 'count', quantityHundredths: -200 });
    expect(shop.server('item', ITEM)?.lastCount?.atMs).toBeGreaterThan(NOON_MS);
    expectSame(shop, 'item', ITEM);
  });

  it('M19 SYN-23 a phone whose clock is two hours slow ends the doubt that its count has raised, by counting again', async () => {
    const shop = await openShop(arrival);
    const slow = { nowMs: () => NOON_MS - 2 * 60 * 60_000, offsetMinutes: () => 180 };
    const count = async (phone: typeof shop.amina, countedHundredths: number, expectedHundredths: number) => {
      const clock = phone === shop.brian ? slow : phone.ports().clock;
      const counted = await runMutation(
        { database: phone.database, clock, acts: phone.acts },
        'stock.count',
        (tools) => ({
          ...{ id: tools.mintId(), itemId: ITEM, countedHundredths, expectedHundredths, notes: null },
        }),
      );
      expect(counted.ok).toBe(true);
      await syncBoth(shop.first, shop.second);
    };
    await count(shop.amina, 1_000, 1_000);
    const countedAtMs = shop.server('item', ITEM)?.lastCount?.atMs;
    await count(shop.brian, 800, 1_000);
    // Amina's later count did not see it.
    expect(shop.server('item', ITEM)).toMatchObject({ currentStockHundredths: 800, lastCount: { isInDoubt: true } });
    await count(shop.brian, 800, 800);
    expect(shop.server('item', ITEM)).toMatchObject({
      currentStockHundredths: 800,
      // What was sold before Amina's count and arrives later still raises the doubt again.
      lastCount: { isInDoubt: false, atMs: countedAtMs },
    });
    expectSame(shop, 'item', ITEM);
  });

  it('M19 two counts of one shelf by phones that did not know of each other are in doubt; the next one ends that', async () => {
    const shop = await openShop(arrival);
    const count = (phone: typeof shop.amina, expectedHundredths: number) =>
      phone.act('stock.count', (tools) => ({
        ...{ id: tools.mintId(), itemId: ITEM, countedHundredths: 800 },
        ...{ expectedHundredths, notes: null },
      }));
    await count(shop.amina, 1_000);
    await count(shop.brian, 1_000);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('item', ITEM)).toMatchObject({ currentStockHundredths: 600, lastCount: { isInDoubt: true } });
    await count(shop.amina, 600);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('item', ITEM)).toMatchObject({ currentStockHundredths: 800, lastCount: { isInDoubt: false } });
    expectSame(shop, 'item', ITEM);
  });
});
