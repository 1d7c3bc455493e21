import { describe, expect, it, test } from 'vitest';
import { saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import {
  expectSame,
  fulfilment,
  lastOutcome,
  openShop,
  ORDER,
  ORDERS_OF_ARRIVAL,
  placeOrder,
} from '../../support/device/arrivals.ts';
import { BUSINESS_ID } from '../../support/shop-rows.ts';
import { balancesOf, openWithSales, paid, sellOnCredit, TOTAL_MINOR } from '../../support/device/customer-payments.ts';
import { syncBoth, WALLET } from '../../support/device/two-phones.ts';

/* A payment of a customer for several sales, on two phones that both know these sales. */

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  it('R-OWE-03 pays two sales in one act, with one author, method and time', async () => {
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

  it('R-OWE-04 M7 both take it: all is recorded, and the second names who took the first and when', async () => {
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

  it('R-OWE-04 M6 a sale that the other cancels stays cancelled, its part is due back, the other part counts', async () => {
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

  it('R-OWE-06 one transfer is no duplicate among its own sales; if another sale has it, each of them is flagged', async () => {
    const { shop, ids } = await openWithSales(arrival, 4);
    const halves = [ids.slice(0, 2), ids.slice(2)].map((some) => some.map((id): [number, number] => [id, TOTAL_MINOR]));
    await shop.first.act('customer.takePayment', paid(halves[0] ?? [], { transactionId: 'MP-7' }));
    await shop.first.sync();
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    await shop.second.act('customer.takePayment', paid(halves[1] ?? [], { transactionId: 'mp-7' }));
    await shop.second.sync();
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'flagged', codes: ['transaction_id_reused'] });
    expect(ids.map((id) => shop.server('sale', id)?.flags)).toEqual([
      [],
      [],
      ['transaction_id_reused'],
      ['transaction_id_reused'],
    ]);
  });
});

test.each([
  ['first', 0],
  ['last', 1],
])(
  'R-OWE-06 a transfer that the %s of its sales had already is used twice, on that sale alone',
  async (_which, had) => {
    const { shop, ids } = await openWithSales('Amina first', 2);
    const transfer = { transactionId: 'MP-7' };
    await shop.amina.act('customer.takePayment', paid([[ids[had] ?? 0, 1_000]], transfer));
    await shop.amina.sync();
    await shop.amina.act(
      'customer.takePayment',
      paid(
        ids.map((id) => [id, 2_000]),
        transfer,
      ),
    );
    await shop.amina.sync();
    expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'flagged', codes: ['transaction_id_reused'] });
    const flags = ids.map((id) => shop.server('sale', id)?.flags);
    expect(flags).toEqual(ids.map((_, index) => (index === had ? ['transaction_id_reused'] : [])));
  },
);

test('R-OWE-04 M29 a method that was removed meanwhile comes back, and each of the sales says so', async () => {
  const { shop, ids } = await openWithSales('Amina first', 2);
  await shop.amina.act('paymentMethod.remove', () => ({ businessId: BUSINESS_ID, id: WALLET }));
  await shop.amina.sync();
  const by = { paymentMethodId: WALLET, paymentMethodName: 'Wallet' };
  await shop.brian.act(
    'customer.takePayment',
    paid(
      ids.map((id) => [id, 1_000]),
      by,
    ),
  );
  await shop.brian.sync();
  expect(ids.map((id) => shop.server('sale', id)?.flags)).toEqual([['method_removed'], ['method_removed']]);
});

test('R-OWE-03 SYN-10 sold and paid with no signal: the payment follows its sales in the queue', async () => {
  const shop = await openShop('Amina first');
  const ids = [await sellOnCredit(shop.amina), await sellOnCredit(shop.amina)];
  await shop.amina.act('customer.takePayment', paid(ids.map((id) => [id, TOTAL_MINOR])));
  await syncBoth(shop.amina, shop.brian);
  expect(balancesOf(shop, ids)).toEqual([0, 0]);
  expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'applied' });
});

describe('of a sale that does not exist', () => {
  const MISSING = 999_999;

  test('R-OWE-04 the part goes to the last of the others, and what is too much is due back there', async () => {
    const { shop, ids } = await openWithSales('Amina first', 2);
    const [one = 0, two = 0] = ids;
    const parts: [number, number][] = [
      [one, TOTAL_MINOR],
      [MISSING, 700],
      [two, TOTAL_MINOR],
    ];
    await shop.amina.act('customer.takePayment', paid(parts));
    await syncBoth(shop.amina, shop.brian);
    expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'flagged', codes: ['overpaid'] });
    expect(ids.map((id) => shop.server('sale', id)?.payments?.map(({ amountMinor }) => amountMinor))).toEqual([
      [TOTAL_MINOR],
      [TOTAL_MINOR + 700],
    ]);
    const last = shop.server('sale', two);
    expect(last && saleRefundDueMinor(last)).toBe(700);
    for (const id of ids) expectSame(shop, 'sale', id);
  });

  test.each([
    ['was paid in part, nobody is named who took too much', 1_000, TOTAL_MINOR - 1_000, undefined],
    ['another device has paid meanwhile, who took it is named', TOTAL_MINOR, TOTAL_MINOR, 'Brian'],
  ])('R-OWE-04 M7 of a moved part whose sale %s', async (_which, before, amountMinor, named) => {
    const { shop, ids } = await openWithSales('Amina first', 1);
    const [one = 0] = ids;
    await shop.brian.act('customer.takePayment', paid([[one, before]]));
    await shop.brian.sync();
    await shop.amina.act(
      'customer.takePayment',
      paid([
        [one, amountMinor],
        [MISSING, 700],
      ]),
    );
    await shop.amina.sync();
    const outcome = lastOutcome(shop, shop.amina);
    expect(outcome).toMatchObject({ kind: 'flagged', codes: ['overpaid'] });
    expect(outcome?.detail?.byUserId).toBe(named && shop.brian.userId);
  });

  test('R-OWE-04 the part pays what is left of the last of the others', async () => {
    const { shop, ids } = await openWithSales('Amina first', 1);
    await shop.amina.act(
      'customer.takePayment',
      paid([
        [ids[0] ?? 0, 1_000],
        [MISSING, 700],
      ]),
    );
    await shop.amina.sync();
    expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'applied' });
    expect(balancesOf(shop, ids)).toEqual([TOTAL_MINOR - 1_700]);
  });

  test('R-OWE-03 without any of its sales it is refused', async () => {
    const { shop } = await openWithSales('Amina first', 1);
    const refused = await shop.amina.tryTo(
      'customer.takePayment',
      paid([
        [MISSING, 100],
        [MISSING + 1, 100],
      ]),
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});

test('R-OWE-04 M10 two parts that belong to one sale are one payment of it', async () => {
  const { shop, ids } = await openWithSales('Amina first', 1);
  const [one = 0] = ids;
  await placeOrder(shop, 'confirmed');
  const { saleId } = await shop.amina.act('order.fulfill', fulfilment({ status: 'pending' }));
  await syncBoth(shop.amina, shop.brian);
  const build = paid([
    [one, 500],
    [saleId, 500],
    [888_888, 250],
  ]);
  await shop.brian.act('customer.takePayment', (tools) => {
    const args = build(tools);
    // The sale of a second fulfilment, which the server did not make.
    return { ...args, parts: args.parts.map((part) => (part.saleId === 888_888 ? { ...part, orderId: ORDER } : part)) };
  });
  await shop.brian.sync();
  expect(shop.server('sale', saleId)?.payments?.map(({ amountMinor }) => amountMinor)).toEqual([750]);
  expect(lastOutcome(shop, shop.brian)).toMatchObject({ kind: 'applied' });
});
