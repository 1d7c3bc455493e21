import { describe, expect, it, test } from 'vitest';
import { saleBalanceMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { expectSame, lastOutcome, openShop, ORDERS_OF_ARRIVAL } from '../../support/device/arrivals.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { CUSTOMER, ITEM, type Phone, type Shop, syncBoth, WALLET } from '../../support/device/two-phones.ts';

/* A payment of a customer for several sales, on two phones that both know these sales. */

const PRICE_MINOR = 150_000;
const TOTAL_MINOR = 2 * PRICE_MINOR;

/** Rings up a sale of two pieces that is paid later; returns its id. */
async function sellOnCredit(phone: Phone): Promise<number> {
  const sugar = { id: ITEM, name: 'Sugar', priceMinor: PRICE_MINOR };
  const owed = { status: 'pending', customerId: CUSTOMER, customerName: 'Grace' } as const;
  const { id } = await phone.act('sale.create', (tools) => saleArgs(tools, [sugar], owed));
  return id;
}

async function openWithSales(arrival: (typeof ORDERS_OF_ARRIVAL)[number], count: number) {
  const shop = await openShop(arrival);
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await sellOnCredit(shop.amina));
  await syncBoth(shop.amina, shop.brian);
  return { shop, ids };
}

type Payment = MutationArgs<'customer.takePayment'>;

const paid = (parts: readonly [saleId: number, amountMinor: number][], fields: Partial<Payment> = {}) =>
  function build(tools: { mintId(): number }): Payment {
    return {
      customerId: CUSTOMER,
      parts: parts.map(([saleId, amountMinor]) => ({ id: tools.mintId(), saleId, orderId: null, amountMinor })),
      ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
      ...fields,
    };
  };

const balancesOf = (shop: Shop, ids: readonly number[]) =>
  ids.map((id) => {
    const sale = shop.server('sale', id);
    return sale && saleBalanceMinor(sale);
  });

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('R-DEBT-03 pays two sales in one act, with one author, method and time', async () => {
    const { shop, ids } = await openWithSales(arrival, 2);
    const [one = 0, two = 0] = ids;
    const how = { paymentMethodId: WALLET, paymentMethodName: 'Wallet', transactionId: 'MP-1' };
    await shop.first.act(
      'customer.takePayment',
      paid(
        [
          [one, TOTAL_MINOR],
          [two, 1_000],
        ],
        how,
      ),
    );
    expect(shop.first.row('sale', one)).toMatchObject({ status: 'completed' });
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(balancesOf(shop, ids)).toEqual([0, TOTAL_MINOR - 1_000]);
    const payments = ids.map((id) => shop.server('sale', id)?.payments?.[0]);
    expect(payments).toMatchObject([
      { ...how, byUserId: shop.first.userId, amountMinor: TOTAL_MINOR },
      { ...how, byUserId: shop.first.userId, amountMinor: 1_000 },
    ]);
    expect(payments[0]?.atMs).toBe(payments[1]?.atMs);
    for (const id of ids) expectSame(shop, 'sale', id);
  });

  it('R-DEBT-04 M7 both take it: all is recorded, and the second names who took the first and when', async () => {
    const { shop, ids } = await openWithSales(arrival, 2);
    const all = ids.map((id): [number, number] => [id, TOTAL_MINOR]);
    await shop.first.act('customer.takePayment', paid(all.slice(1)));
    await shop.second.act('customer.takePayment', paid(all));
    const taken = shop.first.row('sale', ids[1] ?? 0)?.payments?.[0];
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({
      kind: 'flagged',
      codes: ['overpaid'],
      detail: { byUserId: shop.first.userId, atMs: taken?.atMs },
    });
    const sales = ids.map((id) => shop.server('sale', id));
    expect(sales).toMatchObject([{ flags: [] }, { flags: ['overpaid'] }]);
    expect(sales.map((sale) => sale && saleRefundDueMinor(sale))).toEqual([0, TOTAL_MINOR]);
    for (const id of ids) expectSame(shop, 'sale', id);
  });

  it('R-DEBT-04 M6 a sale that the other cancels stays cancelled, its part is due back, the other part counts', async () => {
    const { shop, ids } = await openWithSales(arrival, 2);
    const [one = 0, two = 0] = ids;
    await shop.amina.act('customer.takePayment', paid(ids.map((id) => [id, TOTAL_MINOR])));
    await shop.brian.act('sale.cancel', () => ({ id: one, reason: 'brought back', refunds: [] }));
    await syncBoth(shop.first, shop.second);
    const cancelled = shop.server('sale', one);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(cancelled && saleRefundDueMinor(cancelled)).toBe(TOTAL_MINOR);
    expect(shop.server('sale', two)).toMatchObject({ status: 'completed', flags: [] });
    if (arrival === 'Brian first') expect(lastOutcome(shop, shop.amina)).toMatchObject({ codes: ['refund_due'] });
    expectSame(shop, 'sale', one);
  });

  it('R-DEBT-06 one transfer is no duplicate among its own sales, but of one that had it before', async () => {
    const { shop, ids } = await openWithSales(arrival, 3);
    const [one = 0, two = 0, three = 0] = ids;
    const transfer = { transactionId: 'MP-7' };
    await shop.first.act(
      'customer.takePayment',
      paid(
        [
          [one, TOTAL_MINOR],
          [two, TOTAL_MINOR],
        ],
        transfer,
      ),
    );
    await shop.first.sync();
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    await shop.second.act('customer.takePayment', paid([[three, 1_000]], { transactionId: 'mp-7' }));
    await shop.second.sync();
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'flagged', codes: ['transaction_id_reused'] });
    expect(ids.map((id) => shop.server('sale', id)?.flags)).toEqual([[], [], ['transaction_id_reused']]);
  });
});

test('R-DEBT-06 a transfer that one of its sales had already is used twice, on that sale', async () => {
  const { shop, ids } = await openWithSales('Amina first', 2);
  const [one = 0, two = 0] = ids;
  const transfer = { transactionId: 'MP-7' };
  for (let times = 0; times < 2; times += 1)
    await shop.amina.act(
      'customer.takePayment',
      paid(
        times === 0
          ? [[one, 1_000]]
          : [
              [one, 2_000],
              [two, 2_000],
            ],
        transfer,
      ),
    );
  await shop.amina.sync();
  expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'flagged', codes: ['transaction_id_reused'] });
  expect([one, two].map((id) => shop.server('sale', id)?.flags)).toEqual([['transaction_id_reused'], []]);
});

test('R-DEBT-03 SYN-10 sold and paid with no signal: the payment follows its sales in the queue', async () => {
  const shop = await openShop('Amina first');
  const ids = [await sellOnCredit(shop.amina), await sellOnCredit(shop.amina)];
  await shop.amina.act('customer.takePayment', paid(ids.map((id) => [id, TOTAL_MINOR])));
  await syncBoth(shop.amina, shop.brian);
  expect(balancesOf(shop, ids)).toEqual([0, 0]);
  expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'applied' });
});

test('R-DEBT-03 without one of its sales no part is recorded, and its author is told', async () => {
  const { shop, ids } = await openWithSales('Amina first', 1);
  const [one = 0] = ids;
  const missing = 999_999;
  const refused = await shop.amina.tryTo(
    'customer.takePayment',
    paid([
      [one, TOTAL_MINOR],
      [missing, 100],
    ]),
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(shop.amina.row('sale', one)).toMatchObject({ status: 'pending', payments: [] });
});
