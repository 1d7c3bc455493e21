import { describe, expect, it } from 'vitest';
import {
  cancelRefundsOf,
  type PaidSale,
  paymentsToGiveBack,
  saleBalanceMinor,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import { expectSame, lastOutcome, openShop, ORDERS_OF_ARRIVAL } from '../../support/device/arrivals.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { CASH, ITEM, type Phone, type Shop, syncBoth, WALLET } from '../../support/device/two-phones.ts';

/* Cancelling a paid sale and giving its money back is one act (decisions/0018), on two phones with no signal. */

const TOTAL_MINOR = 300_000;

async function sellInCash(shop: Shop): Promise<number> {
  const sugar = { id: ITEM, name: 'Sugar', priceMinor: TOTAL_MINOR / 2 };
  const by = { paymentMethodId: CASH, paymentMethodName: 'Cash' };
  const { id } = await shop.amina.act('sale.create', (tools) => saleArgs(tools, [sugar], by));
  await syncBoth(shop.amina, shop.brian);
  return id;
}

/** Cancels as the dialog does: gives back what this phone shows as paid, or nothing. */
async function cancel(phone: Phone, id: number, isGivenBack: boolean): Promise<void> {
  const sale = phone.row('sale', id);
  if (!sale) throw new Error('The phone does not know the sale');
  await phone.act('sale.cancel', ({ mintId }) => ({
    ...{ id, reason: 'typed wrong' },
    refunds: isGivenBack ? cancelRefundsOf(sale, mintId) : [],
  }));
}

const sumsOf = (shop: Shop, id: number) => {
  const sale = shop.server('sale', id);
  return sale && { due: saleRefundDueMinor(sale), owed: saleBalanceMinor(sale), refunds: sale.refunds?.length ?? 0 };
};

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('M6 one cancels and gives back: one act, one refund, nothing due', async () => {
    const shop = await openShop(arrival);
    const id = await sellInCash(shop);
    await cancel(shop.first, id, true);
    expect(shop.first.row('sale', id)).toMatchObject({
      status: 'cancelled',
      refunds: [{ way: 'refunded', amountMinor: TOTAL_MINOR, paymentMethodId: CASH, byUserId: shop.first.userId }],
    });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)?.kind).toBe('applied');
    expect(sumsOf(shop, id)).toEqual({ due: 0, owed: 0, refunds: 1 });
    expect(shop.server('sale', id)?.flags).toEqual([]);
    expectSame(shop, 'sale', id);
  });

  it('M6 both cancel, and one of them gave the money back: one refund, whoever is first', async () => {
    const shop = await openShop(arrival);
    const id = await sellInCash(shop);
    await cancel(shop.amina, id, true);
    await cancel(shop.brian, id, false);
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'superseded',
      detail: { byUserId: shop.first.userId },
    });
    expect(sumsOf(shop, id)).toEqual({ due: 0, owed: 0, refunds: 1 });
    expect(shop.server('sale', id)?.flags).toEqual([]);
    expectSame(shop, 'sale', id);
  });

  it('M6 M7 both cancel and both gave the money back: both are recorded, the second is flagged and names the first', async () => {
    const shop = await openShop(arrival);
    const id = await sellInCash(shop);
    for (const phone of [shop.amina, shop.brian]) await cancel(phone, id, true);
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      ...{ kind: 'flagged', codes: ['over_refunded'] },
      detail: { byUserId: shop.first.userId },
    });
    expect(sumsOf(shop, id)).toEqual({ due: 0, owed: TOTAL_MINOR, refunds: 2 });
    expect(shop.server('sale', id)).toMatchObject({ status: 'cancelled', flags: ['over_refunded'] });
    expectSame(shop, 'sale', id);
  });

  it('M6 one cancels and gives back while the other takes a payment of the same sale: that is due', async () => {
    const shop = await openShop(arrival);
    const id = await sellInCash(shop);
    await cancel(shop.amina, id, true);
    await shop.brian.act('sale.takePayment', ({ mintId }) => ({
      ...{ id: mintId(), saleId: id, orderId: null, amountMinor: TOTAL_MINOR },
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
    }));
    await syncBoth(shop.first, shop.second);
    expect(sumsOf(shop, id)).toEqual({ due: TOTAL_MINOR, owed: 0, refunds: 1 });
    expectSame(shop, 'sale', id);
  });

  it('M6 goods come back once, however often it is cancelled', async () => {
    const shop = await openShop(arrival);
    const before = shop.server('item', ITEM)?.currentStockHundredths;
    const id = await sellInCash(shop);
    for (const phone of [shop.amina, shop.brian]) await cancel(phone, id, true);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('item', ITEM)?.currentStockHundredths).toBe(before);
  });
});

describe('what is given back', () => {
  const payment = (id: number, amountMinor: number, paymentMethodId: number) => ({
    ...{ id, amountMinor, paymentMethodId, paymentMethodName: `Method ${paymentMethodId}` },
    ...{ transactionId: null, byUserId: 1, atMs: id },
  });
  const paid: PaidSale = {
    ...{ id: 1, status: 'completed', finalMinor: 600, paymentMethodId: null, paymentMethodName: null },
    ...{ transactionId: null, createdByUserId: 1, createdAtMs: 1 },
    payments: [payment(1, 100, CASH), payment(2, 300, WALLET), payment(3, 200, CASH)],
  };
  const counter = () => {
    let last = 10;
    return () => (last += 1);
  };

  it('M6 is given back by the methods by which it was paid, each once', () => {
    expect(cancelRefundsOf(paid, counter())).toEqual([
      { id: 11, amountMinor: 300, paymentMethodId: CASH, paymentMethodName: `Method ${CASH}` },
      { id: 12, amountMinor: 300, paymentMethodId: WALLET, paymentMethodName: `Method ${WALLET}` },
    ]);
  });

  it('M6 is never more than what was paid and not given back before', () => {
    const refunds = [{ ...payment(4, 150, CASH), way: 'refunded' as const }];
    const left = cancelRefundsOf({ ...paid, refunds }, counter());
    expect(left.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(450);
    expect(cancelRefundsOf({ ...paid, payments: [], status: 'pending' }, counter())).toEqual([]);
  });

  it('M6 what is left to give back lies with the newest payments, and none of a sale that stands is', () => {
    expect(paymentsToGiveBack(paid)).toEqual([]);
    const refunds = [{ ...payment(4, 150, CASH), way: 'refunded' as const }];
    expect(
      paymentsToGiveBack({ ...paid, refunds, status: 'cancelled' }).map((held) => [held.payment.id, held.amountMinor]),
    ).toEqual([
      [2, 250],
      [3, 200],
    ]);
  });
});
