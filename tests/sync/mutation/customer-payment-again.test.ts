import { expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import { sendKept } from '../../../sync/engine/kept.ts';
import { exportOutbox, sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import type { Transport } from '../../../sync/ports.ts';
import { readOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { lastOutcome, openShop, ORDERS_OF_ARRIVAL } from '../../support/device/arrivals.ts';
import { balancesOf, openWithSales, paid, sellOnCredit, TOTAL_MINOR } from '../../support/device/customer-payments.ts';
import { BRIAN, type Shop, syncBoth } from '../../support/device/two-phones.ts';
import { changeUser } from '../../support/device/two-phones-people.ts';
import { BUSINESS_ID, NOON_MS } from '../../support/shop-rows.ts';

/* A payment of a customer for several sales that comes to the server more than once, or by another way. */

const all = (ids: readonly number[]) => paid(ids.map((id) => [id, TOTAL_MINOR]));
const expectPaidOnce = (shop: Shop, ids: readonly number[]) => {
  expect(balancesOf(shop, ids)).toEqual(ids.map(() => 0));
  for (const id of ids) expect(shop.server('sale', id)?.payments).toMatchObject([{ amountMinor: TOTAL_MINOR }]);
};

test('R-OWE-03 SYN-7 a payment whose answer is lost is sent again, and is there once', async () => {
  const { shop, ids } = await openWithSales('Amina first', 2);
  await shop.brian.act('customer.takePayment', all(ids));
  const ports = shop.brian.ports();
  const push: Transport['push'] = async (request) => {
    await ports.transport.push(request);
    return { kind: 'unreachable' };
  };
  await runEngine({ ...ports, transport: { ...ports.transport, push } }, true);
  expect(shop.brian.outbox()).toMatchObject([{ state: 'pending' }]);
  await syncBoth(shop.brian, shop.amina);
  expectPaidOnce(shop, ids);
  expect(shop.brian.outbox()).toEqual([]);
  expect(ids.map((id) => shop.amina.row('sale', id)?.status)).toEqual(['completed', 'completed']);
});

test.each(ORDERS_OF_ARRIVAL)(
  'R-OWE-04 SYN-21 SYN-21d a restored server gets it back with the sales of both phones, and nothing is moved: %s',
  async (arrival) => {
    const shop = await openShop(arrival);
    const backup = shop.store.backup(BUSINESS_ID);
    const ids = [await sellOnCredit(shop.amina), await sellOnCredit(shop.brian)];
    await syncBoth(shop.amina, shop.brian);
    await shop.amina.act('customer.takePayment', all(ids.toReversed()));
    await syncBoth(shop.amina, shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await syncBoth(shop.first, shop.second);
    await syncBoth(shop.first, shop.second);
    expectPaidOnce(shop, ids);
    expect(ids.map((id) => shop.server('sale', id)?.flags)).toEqual([[], []]);
    for (const phone of [shop.amina, shop.brian]) expect(phone.outbox()).toEqual([]);
  },
);

test('R-OWE-03 SYN-27 SYN-7 what a file brought is not recorded again when its own phone comes back', async () => {
  const { shop, ids } = await openWithSales('Amina first', 2);
  await shop.brian.act('customer.takePayment', all(ids));
  const file = readOutboxFile((await exportOutbox(shop.brian.database, NOON_MS)) ?? '');
  if (!file.ok) throw new Error(file.error);
  await sendOutboxFile(shop.amina.ports(), file.value);
  expectPaidOnce(shop, ids);
  await syncBoth(shop.brian, shop.amina);
  expectPaidOnce(shop, ids);
  expect(shop.brian.outbox()).toEqual([]);
});

test('R-OWE-03 SYN-25 M32 what a dismissed person took is recorded in their name, and each of its sales says so', async () => {
  const { shop, ids } = await openWithSales('Amina first', 2);
  await shop.brian.act('customer.takePayment', all(ids));
  await changeUser(shop, BRIAN, { isActive: false });
  const ports = { ...shop.amina.ports(), database: shop.brian.database };
  expect(await sendKept(ports, BRIAN)).toEqual({ result: { kind: 'sent', notAccepted: 0 }, count: 1 });
  expect(lastOutcome(shop, shop.brian)).toMatchObject({ kind: 'flagged', codes: ['actor_disabled'] });
  expectPaidOnce(shop, ids);
  expect(ids.map((id) => shop.server('sale', id))).toMatchObject(
    ids.map(() => ({ flags: ['actor_disabled'], payments: [{ byUserId: BRIAN }] })),
  );
});
