import { describe, expect, it } from 'vitest';
import { carried } from '../../../domain/sales/seen-order.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import {
  fulfilment,
  lastOutcome,
  openShop,
  ORDER,
  ORDERS_OF_ARRIVAL,
  placeOrder,
} from '../../support/device/arrivals.ts';
import {
  BRIAN,
  CASH,
  CUSTOMER,
  ITEM,
  openTwoPhones,
  type Phone,
  type Shop,
  syncBoth,
} from '../../support/device/two-phones.ts';
import { changeUser, meet } from '../../support/device/two-phones-people.ts';
import { itemArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, customerRow, orderRow } from '../../support/shop-rows.ts';

/* The server is restored to a backup from before an order of the storefront (decisions/0065). */

const seenOn = (phone: Phone) => {
  const order = phone.row('order', ORDER);
  if (!order) throw new Error('The phone has the order');
  return { id: ORDER, ...carried(order, phone.row('customer', order.customerId ?? 0)) };
};
const confirm = (phone: Phone) => phone.act('order.confirm', () => seenOn(phone));
const cancel = (phone: Phone) => phone.act('order.cancel', () => seenOn(phone));
const fulfil = async (phone: Phone, how: Parameters<typeof fulfilment>[0] = {}): Promise<number> =>
  (await phone.act('order.fulfill', fulfilment({ ...seenOn(phone), ...how }))).saleId;

const waitingOn = ({ amina, brian }: Shop) => [amina, brian].map((phone) => phone.outbox().map(({ state }) => state));

describe('a restored server that lacks an order', () => {
  it.each(ORDERS_OF_ARRIVAL)(
    'SYN-21 M10 gets the sale back, with its lines, its stock and what another phone was paid: %s',
    async (arrival) => {
      const shop = await openShop(arrival);
      const backup = shop.store.backup(BUSINESS_ID);
      await placeOrder(shop, 'pending');
      await confirm(shop.amina);
      const saleId = await fulfil(shop.amina, { status: 'pending' });
      await syncBoth(shop.amina, shop.brian);
      await shop.brian.act('sale.takePayment', ({ mintId }) => ({
        ...{ id: mintId(), saleId, orderId: ORDER, amountMinor: 200_000 },
        ...{ paymentMethodId: CASH, paymentMethodName: 'Cash', transactionId: null },
      }));
      await syncBoth(shop.amina, shop.brian);
      const before = { sale: shop.server('sale', saleId), item: shop.server('item', ITEM) };

      shop.store.restore(BUSINESS_ID, backup, 'another epoch');
      await syncBoth(shop.first, shop.second);
      // The one who waited for the sale of the other goes on now.
      await syncBoth(shop.first, shop.second);

      const { version: _version, ...sale } = { ...before.sale };
      expect(shop.server('sale', saleId)).toMatchObject({ ...sale, orderId: ORDER, status: 'completed' });
      expect(shop.server('item', ITEM)?.currentStockHundredths).toBe(before.item?.currentStockHundredths);
      expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId, orderNumber: `ORDER-${ORDER}` });
      for (const phone of [shop.amina, shop.brian]) {
        const shown = phone.row('sale', saleId);
        expect([shown?.lines.length, shown && saleBalanceMinor(shown)]).toEqual([1, 0]);
      }
      expect(waitingOn(shop)).toEqual([[], []]);
    },
  );

  it.each(ORDERS_OF_ARRIVAL)('SYN-21 M8 M9 has it again as it was left, without a sale: %s', async (arrival) => {
    for (const [claim, status] of [
      [confirm, 'confirmed'],
      [cancel, 'cancelled'],
    ] as const) {
      const shop = await openShop(arrival);
      const backup = shop.store.backup(BUSINESS_ID);
      await placeOrder(shop, 'pending');
      await claim(shop.brian);
      await syncBoth(shop.first, shop.second);
      const before = shop.server('order', ORDER);
      shop.store.restore(BUSINESS_ID, backup, 'another epoch');
      await syncBoth(shop.first, shop.second);
      const { version: _version, ...order } = { ...before };
      expect(shop.server('order', ORDER)).toMatchObject({ ...order, status, saleId: null });
      for (const phone of [shop.amina, shop.brian]) expect(phone.row('order', ORDER)).toMatchObject(order);
      expect(waitingOn(shop)).toEqual([[], []]);
    }
  });

  it('SYN-21 M10 makes one sale of two fulfilments', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await placeOrder(shop, 'confirmed');
    const saleId = await fulfil(shop.amina);
    await fulfil(shop.brian);
    await syncBoth(shop.amina, shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await syncBoth(shop.amina, shop.brian);
    const { rows } = shop.store.committed(BUSINESS_ID);
    expect(rows.filter(({ table }) => table === 'sale').map(({ id }) => id)).toEqual([saleId]);
    expect(waitingOn(shop)).toEqual([[], []]);
  });

  it('SYN-21 C-087 has the customer again who came with the order', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await placeOrder(shop, 'confirmed', { id: 950, name: 'Grace', phone: '+256772000111', createdByUserId: null });
    const saleId = await fulfil(shop.brian, { status: 'pending' });
    await syncBoth(shop.amina, shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await syncBoth(shop.amina, shop.brian);
    expect(shop.server('customer', 950)).toMatchObject({
      name: 'Grace',
      phone: '+256772000111',
      createdByUserId: null,
    });
    expect(shop.server('sale', saleId)).toMatchObject({ customerId: 950, flags: [] });
    expect(shop.amina.row('customer', 950)?.name).toBe('Grace');
  });

  it('SYN-21 SYN-2 leaves a customer whom a phone made to that phone', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    const { id } = await meet(shop.amina, 'Joan');
    await syncBoth(shop.amina, shop.brian);
    await placeOrder(shop, 'pending', shop.server('customer', id));
    await confirm(shop.brian);
    const saleId = await fulfil(shop.brian);
    await syncBoth(shop.amina, shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await syncBoth(shop.brian, shop.amina);
    expect(shop.server('customer', id)).toMatchObject({ name: 'Joan', createdByUserId: shop.amina.userId });
    expect(shop.server('sale', saleId)).toMatchObject({ customerId: id, flags: [] });
    expect(waitingOn(shop)).toEqual([[], []]);
  });

  it('SYN-21 SYN-21d waits with a sale for the items that another phone brings back, so that it moves their stock', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    const { id: itemId } = await shop.amina.act('item.create', (tools) => ({
      ...itemArgs(tools),
      initialStockHundredths: 1_000,
    }));
    await syncBoth(shop.amina, shop.brian);
    await placeOrder(shop, 'confirmed', undefined, itemId);
    const saleId = await fulfil(shop.brian);
    await syncBoth(shop.amina, shop.brian);
    const before = shop.server('item', itemId)?.currentStockHundredths;
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await syncBoth(shop.brian, shop.amina);
    expect(shop.server('sale', saleId)).toMatchObject({ flags: [], lines: [{ itemId, movesStock: true }] });
    expect([before, shop.server('item', itemId)?.currentStockHundredths]).toEqual([800, 800]);
    expect(waitingOn(shop)).toEqual([[], []]);
  });

  it.each(ORDERS_OF_ARRIVAL)(
    'SYN-21 M10 makes the sale of an order whose confirmation it lacks: %s',
    async (arrival) => {
      const shop = await openShop(arrival);
      await placeOrder(shop, 'pending');
      const backup = shop.store.backup(BUSINESS_ID);
      await confirm(shop.amina);
      await syncBoth(shop.amina, shop.brian);
      const saleId = await fulfil(shop.brian);
      await syncBoth(shop.amina, shop.brian);
      shop.store.restore(BUSINESS_ID, backup, 'another epoch');
      await syncBoth(shop.first, shop.second);
      expect(shop.server('order', ORDER)).toMatchObject({ status: 'fulfilled', saleId });
      for (const phone of [shop.amina, shop.brian]) expect(phone.row('sale', saleId)?.lines).toHaveLength(1);
      expect(waitingOn(shop)).toEqual([[], []]);
    },
  );

  it('SYN-21 SYN-25 has no order and no customer of a confirmation that it refuses to a dismissed person', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await placeOrder(shop, 'pending', { id: 950, name: 'Grace', phone: null, createdByUserId: null });
    await confirm(shop.brian);
    await syncBoth(shop.amina, shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await changeUser(shop, BRIAN, { isActive: false });
    await shop.brian.sync();
    expect(lastOutcome(shop, shop.brian)).toMatchObject({ kind: 'refused', codes: ['actor_disabled'] });
    expect([shop.server('order', ORDER), shop.server('customer', 950)]).toEqual([undefined, undefined]);
  });

  it('SYN-21 SYN-23a has an order with an impossible time as if it had been placed when it was claimed', async () => {
    const shop = await openTwoPhones();
    await placeOrder(shop, 'pending');
    const { order } = seenOn(shop.amina);
    if (!order) throw new Error('The order fits');
    const id = ORDER + 50;
    await shop.amina.act('order.confirm', () => ({ id, order: { ...order, createdAtMs: order.createdAtMs * 2 } }));
    await shop.amina.sync();
    const confirmedMs = shop.server('order', id)?.statusChanges[0]?.atMs ?? 0;
    expect(confirmedMs).toBeGreaterThanOrEqual(order.createdAtMs);
    expect(Math.abs((shop.server('order', id)?.createdAtMs ?? 0) - confirmedMs)).toBeLessThan(60_000);
  });

  it('SYN-21c refuses a claim that an older build wrote without its order, in view', async () => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await placeOrder(shop, 'pending');
    await shop.amina.act('order.confirm', () => ({ id: ORDER }));
    await shop.amina.sync();
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await shop.amina.sync();
    expect(waitingOn(shop)).toEqual([['pending'], []]);
    shop.pass(11 * 60_000);
    // With the first answer the phone learns that the time is over.
    for (let turn = 1; turn <= 2; turn += 1) await shop.amina.sync();
    expect(lastOutcome(shop, shop.amina)).toMatchObject({ kind: 'refused', codes: ['not_found'] });
    expect(waitingOn(shop)).toEqual([['refused'], []]);
  });
});

describe('the order that a claim carries', () => {
  const order = orderRow({
    ...{ id: ORDER, customerId: CUSTOMER, status: 'confirmed', currency: '', totalMinor: 200_000 },
    lines: [
      {
        id: 901,
        itemId: ITEM,
        itemName: 'Sugar',
        quantityHundredths: 200,
        unitPriceMinor: 100_000,
        totalMinor: 200_000,
      },
    ],
  });

  it('SYN-21 is the order without its status, and knows whether the customer came with an order', () => {
    const { id: _id, version: _version, status: _status, statusChanges: _changes, saleId: _saleId, ...fields } = order;
    expect(carried(order, customerRow({ id: CUSTOMER }))).toEqual({ order: { ...fields, isCustomerOfOrders: false } });
    expect(carried(order, undefined)).toEqual({ order: { ...fields, isCustomerOfOrders: false } });
    const visitor = customerRow({ id: CUSTOMER, createdByUserId: null });
    expect(carried(order, visitor)).toEqual({ order: { ...fields, isCustomerOfOrders: true } });
  });

  it('SYN-21 is left out if it does not fit, so that the claim can be made all the same', () => {
    expect(carried({ ...order, orderNumber: 'x'.repeat(61) }, null)).toEqual({});
    expect(carried({ ...order, lines: [] }, null)).toEqual({});
  });

  it('M10 does not stand in the conflict over a cancelled order', async () => {
    const shop = await openTwoPhones();
    await placeOrder(shop, 'confirmed');
    await cancel(shop.amina);
    await fulfil(shop.brian);
    await syncBoth(shop.amina, shop.brian);
    const values = shop.amina.conflicts()[0]?.mine.values;
    expect(values).toMatchObject({ id: ORDER, status: 'completed' });
    expect(Object.keys({ ...values })).not.toContain('order');
  });
});
