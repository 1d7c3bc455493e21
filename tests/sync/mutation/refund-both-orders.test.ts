import { describe, expect, it } from 'vitest';
import { saleBalanceMinor, saleCreditMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import {
  expectSame,
  fulfilment,
  lastOutcome,
  openShop,
  ORDER,
  ORDERS_OF_ARRIVAL,
  placeOrder,
} from '../../support/device/arrivals.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { CASH, CUSTOMER, ITEM, type Phone, type Shop, syncBoth, WALLET } from '../../support/device/two-phones.ts';

/* Two people handle the same refund without each other's acts. Each test sets which one reaches the server first. */

const PRICE_MINOR = 150_000;
const TOTAL_MINOR = 2 * PRICE_MINOR;

interface Minter {
  mintId(): number;
}

const money = (tools: Minter, saleId: number) => ({
  ...{ id: tools.mintId(), saleId, orderId: null, amountMinor: TOTAL_MINOR },
  ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
});

type Refund = MutationArgs<'sale.settleRefund'>;

const settle = (phone: Phone, saleId: number, fields: Partial<Refund> = {}): Promise<Refund> =>
  phone.act('sale.settleRefund', (tools) => ({ ...money(tools, saleId), way: 'refunded', ...fields }));

const sell = async (shop: Shop, status: 'pending' | 'completed'): Promise<number> => {
  const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
  const named = { customerId: CUSTOMER, customerName: 'Grace' };
  const { id } = await shop.amina.act('sale.create', (tools) => saleArgs(tools, [sugar], { status, ...named }));
  await syncBoth(shop.amina, shop.brian);
  return id;
};

/** Makes a sale that was paid at both tills; both phones have it. */
async function sellPaidTwice(shop: Shop): Promise<number> {
  const id = await sell(shop, 'pending');
  for (const phone of [shop.amina, shop.brian]) await phone.act('sale.takePayment', (tools) => money(tools, id));
  await syncBoth(shop.amina, shop.brian);
  return id;
}

const sumsOf = (shop: Shop, id: number) => {
  const sale = shop.server('sale', id);
  return sale && { due: saleRefundDueMinor(sale), credit: saleCreditMinor(sale), owed: saleBalanceMinor(sale) };
};

/** Expects these flags on each phone, and the sale among what needs attention only if there are any. */
async function expectFlags(shop: Shop, id: number, flags: string[]): Promise<void> {
  expect(shop.server('sale', id)?.flags).toEqual(flags);
  for (const phone of [shop.amina, shop.brian]) {
    expect(phone.row('sale', id)?.flags).toEqual(flags);
    expect(await phone.database.read((tx) => tx.outbox.countAttention())).toBe(flags.length === 0 ? 0 : 1);
  }
}

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('M7 the flag stays on every phone until a person notes the refund, and goes at once where it is noted', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    await expectFlags(shop, id, ['overpaid']);
    await settle(shop.first, id, { amountMinor: 100_000 });
    await syncBoth(shop.first, shop.second);
    await expectFlags(shop, id, ['overpaid']);
    expect(sumsOf(shop, id)).toEqual({ due: 200_000, credit: 0, owed: 0 });
    await settle(shop.first, id, { amountMinor: 200_000 });
    expect(shop.first.row('sale', id)?.flags).toEqual([]);
    await syncBoth(shop.first, shop.second);
    await expectFlags(shop, id, []);
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: 0 });
    expect(shop.server('sale', id)?.status).toBe('completed');
    expectSame(shop, 'sale', id);
  });

  it('M7 both give the money back: both are recorded, the second names the first, and the customer owes it', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    for (const phone of [shop.amina, shop.brian]) await settle(phone, id);
    const first = shop.first.row('sale', id)?.refunds?.[0];
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)?.refunds?.map(({ byUserId }) => byUserId)).toEqual([
      shop.first.userId,
      shop.second.userId,
    ]);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'flagged',
      codes: ['over_refunded'],
      detail: { byUserId: shop.first.userId, atMs: first?.atMs },
    });
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: TOTAL_MINOR });
    expect(shop.server('sale', id)?.status).toBe('pending');
    await expectFlags(shop, id, ['over_refunded']);
    // The customer pays again.
    await shop.first.act('sale.takePayment', (tools) => money(tools, id));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)?.status).toBe('completed');
    await expectFlags(shop, id, []);
    expectSame(shop, 'sale', id);
  });

  it('M6 M7 once the sale is cancelled, nothing is owed of what was given back too much, and nobody is asked for it', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    for (const phone of [shop.amina, shop.brian]) await settle(phone, id);
    await syncBoth(shop.first, shop.second);
    await expectFlags(shop, id, ['over_refunded']);
    await shop.second.act('sale.cancel', () => ({ id, reason: 'Brought back', refunds: [] }));
    await syncBoth(shop.second, shop.first);
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: 0 });
    await expectFlags(shop, id, []);
    expectSame(shop, 'sale', id);
  });

  it('M7 both keep it as credit: it is kept once, and the second agrees with the first', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    for (const phone of [shop.amina, shop.brian]) await settle(phone, id, { way: 'kept' });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expect(shop.server('sale', id)?.refunds).toMatchObject([{ way: 'kept', byUserId: shop.first.userId }]);
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: TOTAL_MINOR, owed: 0 });
    await expectFlags(shop, id, []);
    expectSame(shop, 'sale', id);
  });

  it('M7 one gives it back while the other keeps it: the money is gone, so there is no credit', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    await settle(shop.amina, id);
    await settle(shop.brian, id, { way: 'kept' });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.brian)?.kind).toBe(arrival === 'Amina first' ? 'superseded' : 'applied');
    expect(lastOutcome(shop, shop.amina)?.kind).toBe('applied');
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: 0 });
    await expectFlags(shop, id, []);
    expectSame(shop, 'sale', id);
  });

  it('M7 what is kept is never more than was left when it arrived', async () => {
    const shop = await openShop(arrival);
    const id = await sellPaidTwice(shop);
    await settle(shop.first, id, { amountMinor: 250_000 });
    await settle(shop.second, id, { way: 'kept' });
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)?.refunds).toMatchObject([{ amountMinor: 250_000 }, { amountMinor: 50_000 }]);
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 50_000, owed: 0 });
    // A third till took the payment too; nothing is decided about that money.
    await shop.second.act('sale.takePayment', (tools) => money(tools, id));
    await syncBoth(shop.second, shop.first);
    expect(sumsOf(shop, id)).toEqual({ due: TOTAL_MINOR, credit: 50_000, owed: 0 });
    await expectFlags(shop, id, ['overpaid']);
  });

  it('M6 a cancelled sale is refunded on one phone while the other cancels it too', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop, 'completed');
    await shop.amina.act('sale.cancel', () => ({ id, reason: 'brought back', refunds: [] }));
    await settle(shop.amina, id, { paymentMethodId: CASH, paymentMethodName: 'Cash' });
    await shop.brian.act('sale.cancel', () => ({ id, reason: 'of Brian', refunds: [] }));
    await syncBoth(shop.first, shop.second);
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: 0 });
    expect(shop.server('sale', id)).toMatchObject({ status: 'cancelled', flags: [] });
    expectSame(shop, 'sale', id);
  });

  it('M6 M7 both give back what was paid for a cancelled sale: it stays cancelled, and is flagged', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop, 'completed');
    for (const phone of [shop.amina, shop.brian]) {
      await phone.act('sale.cancel', () => ({ id, reason: 'brought back', refunds: [] }));
      await settle(phone, id);
    }
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({ codes: ['over_refunded'] });
    expect(shop.server('sale', id)?.status).toBe('cancelled');
    expect(sumsOf(shop, id)).toEqual({ due: 0, credit: 0, owed: TOTAL_MINOR });
    expectSame(shop, 'sale', id);
  });

  it('M10 what the second gave back for its own sale of an order counts for the one that stands', async () => {
    const shop = await openShop(arrival);
    await placeOrder(shop, 'confirmed');
    const { saleId } = await shop.first.act('order.fulfill', fulfilment());
    const own = await shop.second.act('order.fulfill', fulfilment());
    await shop.second.act('sale.takePayment', (tools) => ({ ...money(tools, own.saleId), orderId: ORDER }));
    await settle(shop.second, own.saleId, { orderId: ORDER });
    await shop.second.act('sale.printReceipt', () => ({ saleId: own.saleId, orderId: ORDER }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', saleId)?.refunds).toMatchObject([{ byUserId: shop.second.userId }]);
    expect(sumsOf(shop, saleId)).toEqual({ due: 0, credit: 0, owed: 0 });
    expect(shop.server('sale', saleId)?.receiptPrint?.byUserId).toBe(shop.second.userId);
    expectSame(shop, 'sale', saleId);
  });

  it('G44 both print the receipt: whoever arrives first is remembered, and both phones know of it', async () => {
    const shop = await openShop(arrival);
    const id = await sell(shop, 'completed');
    for (const phone of [shop.amina, shop.brian])
      await phone.act('sale.printReceipt', () => ({ saleId: id, orderId: null }));
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', id)?.receiptPrint?.byUserId).toBe(shop.first.userId);
    for (const phone of [shop.amina, shop.brian]) expect(lastOutcome(shop, phone)).toMatchObject({ kind: 'applied' });
    expectSame(shop, 'sale', id);
  });
});

it('M29 a method that was removed meanwhile is back when money was given back by it', async () => {
  const shop = await openShop('Amina first');
  const id = await sellPaidTwice(shop);
  await shop.amina.act('paymentMethod.remove', ({ businessId }) => ({ businessId, id: WALLET }));
  await settle(shop.brian, id, { paymentMethodId: WALLET, paymentMethodName: 'Wallet' });
  await syncBoth(shop.amina, shop.brian);
  expect(lastOutcome(shop, shop.brian)?.codes).toEqual(['method_removed']);
  expect(shop.server('paymentMethod', WALLET)).toMatchObject({ name: 'Wallet' });
});
