import { afterAll, beforeAll, expect, it } from 'vitest';
import { deactivateUser, PUSH_ONLY_DAYS } from '../../../server/account/deactivate-user.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { orderRow } from '../../support/shop-rows.ts';
import { addStaff } from '../../support/server/staff.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const dismiss = (user: SignedInUser) => deactivateUser(server.deps, user.businessId, user.userId);

/** Makes a shop with an item, and a staff member whose device has pulled. */
async function shopWithStaff() {
  const shop = await registerShop(server);
  const owner = PushDevice.of(server, shop);
  const item = itemArgs(owner);
  await owner.push([owner.wire('item.create', item)]);
  const staff = await addStaff(server, shop);
  return { shop, owner, item, staff, device: PushDevice.of(server, staff) };
}

it('SYN-25 C-014 nobody signs in as a dismissed user, and every other device hears of it', async () => {
  const { owner, staff } = await shopWithStaff();
  const before = await owner.pullAll();
  const result = await dismiss(staff);
  expect(result).toMatchObject({ ok: true, value: { id: staff.userId, isActive: false } });
  const news = await owner.pullAll(before.cookie);
  expect(news.rows.get(`user/${staff.userId}`)).toMatchObject({ isActive: false });
  const login = await ask(server, 'POST /api/v1/auth/login', { body: { phone: staff.phone, pin: staff.pin } });
  expect(login.status).toBe(401);
  // A repetition changes nothing, and users of other shops are not found.
  expect((await owner.pullAll(news.cookie)).rows.size).toBe(0);
  await dismiss(staff);
  expect((await owner.pullAll(news.cookie)).rows.size).toBe(0);
  const stranger = await registerShop(server);
  expect(await deactivateUser(server.deps, stranger.businessId, staff.userId)).toEqual({
    ok: false,
    error: 'not_found',
  });
});

it('SYN-25 M32 the open session of a dismissed user may push, and reads nothing from that moment on', async () => {
  const { shop, owner, item, staff, device } = await shopWithStaff();
  const stream = await server.app.request('/api/v1/events', { headers: { cookie: staff.cookie } });
  await dismiss(staff);
  // The open stream ends.
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await events?.read();
  expect((await events?.read())?.done).toBe(true);
  const reads = ['auth/me', 'items', `items/${item.id}`, 'sales', 'events'];
  const refusals = await Promise.all(reads.map((path) => ask(server, `GET /api/v1/${path}`, { token: staff.token })));
  refusals.push(
    await device.askPull({
      protocol: PROTOCOL_VERSION,
      clientId: device.clientId,
      confirmedMid: 0,
      want: 'changes',
      rowsMax: 10,
    }),
    await ask(server, 'POST /api/v1/customers', { token: staff.token, body: { name: 'Asha' } }),
  );
  for (const refused of refusals) {
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ error: 'account_inactive', message: 'Your account is no longer active.' });
  }
  // Facts are accepted with a flag; decisions that the dismissed user may no longer make are refused with a reason.
  const sale = saleArgs(device, [item]);
  const sold = device.wire('sale.create', sale);
  const cancelled = { id: sale.id, reason: 'Returned by the customer', refunds: [] };
  const answer = await device.push([
    sold,
    device.wire('customer.create', customerArgs(device)),
    device.wire('item.setStore', { id: item.id, isKauntaEnabled: true }),
    device.wire('sale.cancel', cancelled, { deps: [sold.act] }),
  ]);
  expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
    ['flagged', ['actor_disabled']],
    ['flagged', ['actor_disabled']],
    ['refused', ['actor_disabled']],
    ['refused', ['actor_disabled']],
  ]);
  const told = await ask(server, `GET /api/v1/sales/${sale.id}`, { token: shop.token });
  expect(told.body).toMatchObject({ data: { createdByUserId: staff.userId } });
  const { rows } = await owner.pullAll();
  expect(rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 800, isKauntaEnabled: false });
});

it('SYN-25 M6 money that a dismissed user gave back with a cancellation has left the drawer: it is recorded, and flagged', async () => {
  const { shop, item, staff, device } = await shopWithStaff();
  const sale = saleArgs(device, [item]);
  await device.push([device.wire('sale.create', sale)]);
  await dismiss(staff);
  const given = { amountMinor: sale.finalMinor, paymentMethodId: null, paymentMethodName: null };
  const cancelled = { id: sale.id, reason: 'Brought back', refunds: [{ id: device.mintId(), ...given }] };
  const answer = await device.push([device.wire('sale.cancel', cancelled, { format: 2 })]);
  expect(answer.outcomes).toMatchObject([{ kind: 'flagged', codes: ['actor_disabled'] }]);
  const told = await ask(server, `GET /api/v1/sales/${sale.id}`, { token: shop.token });
  expect(told.body).toMatchObject({
    data: { status: 'cancelled', flags: ['actor_disabled'], refundDue: '0.00', refunds: [{ way: 'refunded' }] },
  });
});

it('SYN-25 M10 what a dismissed user has handed over is a sale all the same', async () => {
  const { shop, item, staff, device } = await shopWithStaff();
  const line = { id: 901, itemId: item.id, itemName: item.name, quantityHundredths: 100, unitPriceMinor: 500 };
  const orders = [900, 910].map((id) =>
    orderRow({ id, status: id === 900 ? 'confirmed' : 'cancelled', lines: [{ ...line, totalMinor: 500 }] }),
  );
  await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
    tx.writeRows(orders.map((after) => ({ table: 'order', id: after.id, before: undefined, after }))),
  );
  await dismiss(staff);
  const fulfilments = [900, 910].map((id) => ({
    id,
    saleId: device.mintId(),
    saleNumber: `SALE-17000000000${id}`,
    status: 'completed' as const,
    paymentMethodId: null,
    paymentMethodName: null,
    transactionId: null,
    createdAtMs: null,
  }));
  const answer = await device.push(fulfilments.map((args) => device.wire('order.fulfill', args)));
  expect(answer.outcomes.map(({ kind, codes }) => [kind, codes.includes('actor_disabled')])).toEqual([
    ['flagged', true],
    ['conflict', true],
  ]);
  const sold = await ask(server, `GET /api/v1/sales/${fulfilments[0]?.saleId}`, { token: shop.token });
  expect(sold.body).toMatchObject({ data: { orderId: 900, createdByUserId: staff.userId } });
});

it('SYN-25 M8 M10 what a dismissed user confirmed and handed over is a sale, although the confirmation is refused', async () => {
  const { shop, owner, item, staff, device } = await shopWithStaff();
  const line = { id: 921, itemId: item.id, itemName: item.name, quantityHundredths: 100, unitPriceMinor: 500 };
  const order = orderRow({ id: 920, status: 'pending', totalMinor: 500, lines: [{ ...line, totalMinor: 500 }] });
  await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
    tx.writeRows([{ table: 'order', id: order.id, before: undefined, after: order }]),
  );
  await dismiss(staff);
  const fulfilment = {
    ...{ id: order.id, saleId: device.mintId(), saleNumber: 'SALE-1700000000920', status: 'completed' as const },
    ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null, createdAtMs: null },
  };
  const answer = await device.push([
    device.wire('order.confirm', { id: order.id }),
    device.wire('order.fulfill', fulfilment),
  ]);
  expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
    ['refused', ['actor_disabled']],
    ['flagged', ['actor_disabled']],
  ]);
  const { rows } = await owner.pullAll(undefined, 'history');
  expect(rows.get(`sale/${fulfilment.saleId}`)).toMatchObject({
    ...{ orderId: order.id, status: 'completed', flags: ['actor_disabled'], createdByUserId: staff.userId },
    payments: [{ amountMinor: 500, byUserId: staff.userId }],
  });
  expect((await owner.pullAll()).rows.get(`order/${order.id}`)).toMatchObject({
    ...{ status: 'fulfilled', saleId: fulfilment.saleId },
    statusChanges: [{ status: 'fulfilled', byUserId: staff.userId }],
  });
});

it('SYN-25 M26 goods that a dismissed user received are in the shop: they raise stock, and the purchase is flagged', async () => {
  const { owner, item, staff, device } = await shopWithStaff();
  const supplier = { id: device.mintId(), name: 'Mukwano', phone: null, email: null, address: null, notes: null };
  const bought = {
    ...{ id: device.mintId(), itemId: item.id, itemName: item.name, quantityHundredths: 500, unitCostMinor: 1_000 },
    ...{ totalCostMinor: 5_000, batchNumber: null, expiryDate: null, notes: null },
  };
  const purchase: MutationArgs<'purchase.create'> = {
    ...{ id: device.mintId(), supplierId: supplier.id, supplierName: supplier.name, lines: [bought] },
    ...{ purchaseDateMs: server.clock.nowMs(), status: 'pending', totalMinor: 5_000, currency: 'UGX' },
    ...{ invoiceNumber: null, invoiceDate: null, notes: null, attachmentUrl: null },
    ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaidMinor: null },
  };
  await device.push([device.wire('supplier.create', supplier), device.wire('purchase.create', purchase)]);
  await dismiss(staff);
  const answer = await device.push([
    device.wire('purchase.edit', { id: purchase.id, change: { notes: 'later' }, isCancelled: false }),
    device.wire('purchase.receive', { id: purchase.id }),
  ]);
  expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
    ['refused', ['actor_disabled']],
    ['flagged', ['actor_disabled']],
  ]);
  const { rows } = await owner.pullAll(undefined, 'history');
  expect(rows.get(`purchase/${purchase.id}`)).toMatchObject({ status: 'completed', flags: ['actor_disabled'] });
  expect((await owner.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 1_500 });
});

it('SYN-25 SYN-10 SYN-10a M10 what was paid and printed for a sale that never came to be belongs to the one that stands', async () => {
  const { shop, owner, item, staff, device } = await shopWithStaff();
  const line = { id: 903, itemId: item.id, itemName: item.name, quantityHundredths: 100, unitPriceMinor: 500 };
  const order = orderRow({ id: 902, status: 'pending', totalMinor: 500, lines: [{ ...line, totalMinor: 500 }] });
  await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
    tx.writeRows([{ table: 'order', id: order.id, before: undefined, after: order }]),
  );
  const fulfilment = (of: PushDevice, stampMs: number) => ({
    ...{ id: order.id, saleId: of.mintId(), saleNumber: `SALE-${stampMs}`, status: 'completed' as const },
    ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null, createdAtMs: null },
  });
  const [own, theirs] = [fulfilment(device, 1_700_000_000_902), fulfilment(owner, 1_700_000_000_903)];
  // Another device had confirmed the order, and a restored server does not know of it yet.
  const fulfilled = device.wire('order.fulfill', own);
  const early = await device.push([fulfilled]);
  expect(early.outcomes.map(({ codes }) => codes[0])).toEqual(['order_not_confirmed']);
  await dismiss(staff);
  await owner.push([owner.wire('order.confirm', { id: order.id }), owner.wire('order.fulfill', theirs)]);
  const named = { saleId: own.saleId, orderId: order.id };
  const money = { amountMinor: 500, paymentMethodId: null, paymentMethodName: null, transactionId: null };
  const deps = [fulfilled.act];
  const late = await device.push([
    device.wire('sale.takePayment', { id: device.mintId(), ...named, ...money }, { deps }),
    device.wire('sale.printReceipt', named, { deps }),
  ]);
  expect(late.outcomes.map(({ kind }) => kind)).toEqual(['flagged', 'flagged']);
  const stands = (await owner.pullAll(undefined, 'history')).rows.get(`sale/${theirs.saleId}`);
  expect(stands).toMatchObject({
    payments: [{ byUserId: shop.userId }, { amountMinor: 500, byUserId: staff.userId }],
    receiptPrint: { byUserId: staff.userId },
  });
});

it('SYN-25 after 30 days the session of a dismissed user opens nothing at all, however often it pushed', async () => {
  const { staff, device } = await shopWithStaff();
  await dismiss(staff);
  for (let day = 1; day < PUSH_ONLY_DAYS; day += 7) {
    server.clock.advance(7 * DAY_MS - (day === 1 ? 1 : 0));
    if (day + 7 < PUSH_ONLY_DAYS)
      expect((await device.push([device.wire('customer.create', customerArgs(device))])).result).toBe('taken');
  }
  const late = await device.send(device.requestOf([device.wire('customer.create', customerArgs(device))]));
  expect(late.status).toBe(401);
});

it('M32 SYN-25 SYN-25b an admin may send what a dismissed user left on a device, in that user’s name; nobody else may', async () => {
  const { shop, item, staff, device } = await shopWithStaff();
  const sale = saleArgs(device, [item]);
  const request = { ...device.requestOf([device.wire('sale.create', sale)]), authorUserId: staff.userId };
  const sendAs = (user: SignedInUser) => ask(server, 'POST /api/v1/sync/push', { token: user.token, body: request });
  await dismiss(staff);
  const colleague = await addStaff(server, shop);
  expect((await sendAs(colleague)).body).toMatchObject({ result: 'not_yours', lmid: 0, outcomes: [] });
  expect((await sendAs(shop)).body).toMatchObject({
    result: 'taken',
    outcomes: [{ mid: 1, kind: 'flagged', codes: ['actor_disabled'] }],
  });
  const sold = await ask(server, `GET /api/v1/sales/${sale.id}`, { token: shop.token });
  expect(sold.body).toMatchObject({ data: { createdByUserId: staff.userId } });
  // A dismissed user's device that has named its author once need not do so again.
  const more = device.requestOf([device.wire('customer.create', customerArgs(device))]);
  const sent = await ask(server, 'POST /api/v1/sync/push', { token: shop.token, body: more });
  expect(sent.body).toMatchObject({ result: 'taken', lmid: 2, outcomes: [{ codes: ['actor_disabled'] }] });
});

it('SYN-21 SYN-25 the session of a dismissed user may ask which of its acts are known', async () => {
  const { staff, device } = await shopWithStaff();
  const [known, lost] = [0, 1].map(() => device.wire('customer.create', customerArgs(device)));
  await device.push([known!]);
  await dismiss(staff);
  const body = { protocol: PROTOCOL_VERSION, acts: [known!.act, lost!.act] };
  const answer = await ask(server, 'POST /api/v1/sync/acts', { token: staff.token, body });
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { known: [{ act: known!.act, outcome: { mid: 1, h: known!.h, kind: 'applied' } }] },
  ]);
  server.clock.advance((PUSH_ONLY_DAYS + 1) * DAY_MS);
  expect((await ask(server, 'POST /api/v1/sync/acts', { token: staff.token, body })).status).toBe(401);
});
