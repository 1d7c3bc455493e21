import { describe, expect, it } from 'vitest';
import { saleBalanceMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { pullChanges } from '../../../sync/engine/pull-rows.ts';
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
import { CASH, type Phone, type Shop, syncBoth, WALLET } from '../../support/device/two-phones.ts';
import { BUSINESS_ID } from '../../support/shop-rows.ts';

/* Two phones fulfil one order with no signal. The order becomes one sale, and no money is lost (decisions/0063). */

const TOTAL_MINOR = 200_000;
const UNPAID = { status: 'pending' } as const;
const IN_CASH = { status: 'completed', paymentMethodId: CASH, paymentMethodName: 'Cash' } as const;
const BY_TRANSFER = {
  status: 'completed',
  paymentMethodId: WALLET,
  paymentMethodName: 'Wallet',
  transactionId: 'MP123',
} as const;

const fulfil = async (phone: Phone, how: Parameters<typeof fulfilment>[0]): Promise<number> =>
  (await phone.act('order.fulfill', fulfilment(how))).saleId;

/** Records a payment of the whole price for the sale of the order. */
const takePayment = (phone: Phone, saleId: number) =>
  phone.act('sale.takePayment', ({ mintId }) => ({
    ...{ id: mintId(), saleId, orderId: ORDER, amountMinor: TOTAL_MINOR },
    ...{ paymentMethodId: CASH, paymentMethodName: 'Cash', transactionId: null },
  }));

async function openOrder(arrival: (typeof ORDERS_OF_ARRIVAL)[number]) {
  const shop = await openShop(arrival);
  await placeOrder(shop, 'confirmed');
  return shop;
}

const sumsOf = (shop: Shop, id: number) => {
  const sale = shop.server('sale', id);
  return sale && { owed: saleBalanceMinor(sale), due: saleRefundDueMinor(sale), flags: sale.flags };
};

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('M10 one leaves it unpaid while the other is paid by a transfer: one sale, paid by the transfer', async () => {
    const shop = await openOrder(arrival);
    const unpaidId = await fulfil(shop.amina, UNPAID);
    const paidId = await fulfil(shop.brian, BY_TRANSFER);
    await syncBoth(shop.first, shop.second);
    const [standsId, goneId] = arrival === 'Amina first' ? [unpaidId, paidId] : [paidId, unpaidId];
    expect(shop.server('sale', standsId)).toMatchObject({
      status: 'completed',
      payments: [
        {
          ...{ id: paidId, amountMinor: TOTAL_MINOR, byUserId: shop.brian.userId },
          ...{ paymentMethodId: WALLET, paymentMethodName: 'Wallet', transactionId: 'MP123' },
        },
      ],
    });
    expect(sumsOf(shop, standsId)).toEqual({ owed: 0, due: 0, flags: [] });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      ...{ kind: 'superseded', codes: [] },
      detail: { byUserId: shop.first.userId },
    });
    expect(shop.server('sale', goneId)).toBeUndefined();
    for (const phone of [shop.amina, shop.brian]) expect(phone.row('sale', goneId)).toBeUndefined();
    expect(stockOf(shop)).toBe(800);
    expectSame(shop, 'sale', standsId);
  });

  it('M10 SYN-3 a phone that hears of the first sale before it has sent its own shows its payment there', async () => {
    const shop = await openOrder(arrival);
    const standsId = await fulfil(shop.first, UNPAID);
    const ownId = await fulfil(shop.second, BY_TRANSFER);
    await shop.first.sync();
    await pullChanges(shop.second.ports());
    expect(shop.second.row('sale', ownId)).toBeUndefined();
    const paid = { status: 'completed', payments: [{ id: ownId, amountMinor: TOTAL_MINOR, transactionId: 'MP123' }] };
    expect(shop.second.row('sale', standsId)).toMatchObject(paid);
    await syncBoth(shop.second, shop.first);
    expect(shop.server('sale', standsId)).toMatchObject(paid);
    expectSame(shop, 'sale', standsId);
  });

  it('M7 M10 the first was paid later on its own phone: both payments stand, and the second is flagged', async () => {
    const shop = await openOrder(arrival);
    const standsId = await fulfil(shop.first, UNPAID);
    await takePayment(shop.first, standsId);
    await fulfil(shop.second, BY_TRANSFER);
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      ...{ kind: 'superseded', codes: ['overpaid'] },
      detail: { byUserId: shop.first.userId },
    });
    expect(sumsOf(shop, standsId)).toEqual({ owed: 0, due: TOTAL_MINOR, flags: ['overpaid'] });
    for (const phone of [shop.amina, shop.brian])
      expect(await phone.database.read((tx) => tx.outbox.countAttention())).toBe(1);
    expectSame(shop, 'sale', standsId);
  });

  it('M10 both say that it was paid: they speak of the same money, whatever they entered', async () => {
    const shop = await openOrder(arrival);
    const standsId = await fulfil(shop.first, IN_CASH);
    await fulfil(shop.second, BY_TRANSFER);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', standsId)?.payments).toMatchObject([{ id: standsId, paymentMethodId: CASH }]);
    expect(sumsOf(shop, standsId)).toEqual({ owed: 0, due: 0, flags: [] });
    expectSame(shop, 'sale', standsId);
  });

  it('M6 M10 the first sale was cancelled before the paid fulfilment arrived: the money is due back', async () => {
    const shop = await openOrder(arrival);
    const standsId = await fulfil(shop.first, UNPAID);
    await shop.first.act('sale.cancel', () => ({ id: standsId, reason: 'brought back', refunds: [] }));
    await fulfil(shop.second, BY_TRANSFER);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', standsId)).toMatchObject({
      status: 'cancelled',
      payments: [{ transactionId: 'MP123' }],
    });
    expect(sumsOf(shop, standsId)).toMatchObject({ owed: 0, due: TOTAL_MINOR });
    expect(stockOf(shop)).toBe(1_000);
    expectSame(shop, 'sale', standsId);
  });

  it('M10 SYN-20 a copied phone brings the paid fulfilment again: the payment is added once', async () => {
    const shop = await openOrder(arrival);
    const standsId = await fulfil(shop.first, UNPAID);
    await fulfil(shop.second, BY_TRANSFER);
    const copy = shop.second.copy();
    await syncBoth(shop.first, shop.second);
    await copy.sync();
    expect(shop.server('sale', standsId)?.payments).toHaveLength(1);
    expect(copy.row('sale', standsId)).toMatchObject({ status: 'completed', payments: [{ transactionId: 'MP123' }] });
  });

  it('M10 of two fulfilments of a cancelled order the unpaid one is chosen: the money of the other is on its sale', async () => {
    const shop = await openOrder(arrival);
    const unpaidId = await fulfil(shop.first, UNPAID);
    await fulfil(shop.second, BY_TRANSFER);
    await shop.store.change(BUSINESS_ID, async (tx) => {
      const [order] = await tx.getMany('order', [ORDER]);
      if (!order) throw new Error('The order was placed');
      const cancelled = { ...order, status: 'cancelled' as const };
      await tx.writeRows([{ table: 'order', id: ORDER, before: order, after: cancelled }]);
    });
    await syncBoth(shop.first, shop.second);
    const unpaid = shop.first.conflicts().find(({ mine }) => mine.values['saleId'] === unpaidId);
    await shop.first.settle('mine', unpaid);
    expect(shop.first.row('sale', unpaidId)).toMatchObject({ status: 'completed', payments: [{}] });
    await syncBoth(shop.first, shop.second);
    expect(shop.server('sale', unpaidId)).toMatchObject({
      status: 'completed',
      payments: [{ transactionId: 'MP123', byUserId: shop.second.userId }],
    });
    for (const phone of [shop.first, shop.second]) expect(phone.conflicts()).toEqual([]);
    expectSame(shop, 'sale', unpaidId);
  });
});
