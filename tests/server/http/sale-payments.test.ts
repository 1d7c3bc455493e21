import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/api-client.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { saleRow } from '../../support/shop-rows.ts';
import { addStaff } from '../../support/staff.ts';
import { ENGINES } from '../../support/test-database.ts';

describe.each(ENGINES)('payments of sales on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let itemId: number;
  let customerId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '1000', stock: 1_000 })).id;
    customerId = dataOf(await api.post('/customers', { name: 'Grace' })).id;
  });
  afterAll(() => server.close());

  const sell = async (fields: object = {}) =>
    dataOf(await api.post('/sales', { items: [{ itemId, quantity: 2 }], ...fields }));
  const sellOnCredit = () => sell({ status: 'pending', customerId, paymentMethod: 'Credit' });

  it('C-048 a sale paid at the counter bears its payment', async () => {
    expect(await sell({ transactionId: 'TX-AT-ONCE' })).toMatchObject({
      status: 'completed',
      balance: '0.00',
      refundDue: '0.00',
      payments: [{ amount: '2000.00', paymentMethod: 'Cash', transactionId: 'TX-AT-ONCE', takenByUserId: shop.userId }],
    });
  });

  it('G4 G22 C-048 takes what is owed in parts, and the last one completes the sale', async () => {
    const { id } = await sellOnCredit();
    expect(dataOf(await api.get(`/sales/${id}`))).toMatchObject({ balance: '2000.00', payments: [] });
    const first = await api.post(`/sales/${id}/payments`, {
      amount: '500.50',
      paymentMethod: 'Mobile Money',
      transactionId: ' TX-9 ',
    });
    expect(first.status).toBe(201);
    expect(dataOf(first)).toMatchObject({
      status: 'pending',
      balance: '1499.50',
      payments: [{ amount: '500.50', paymentMethod: 'Mobile Money', transactionId: 'TX-9' }],
    });
    expect(dataOf(await api.post(`/sales/${id}/payments`, {}))).toMatchObject({
      status: 'completed',
      isPaid: true,
      balance: '0.00',
      payments: [{ amount: '500.50' }, { amount: '1499.50', paymentMethod: 'Cash' }],
    });
  });

  it.each([
    [{ amount: '2000.01' }, 'The amount is larger than what is owed'],
    [{ amount: '0' }, 'Amount must be a positive number'],
    [{ amount: '-1' }, 'Amount must be zero or more'],
    [{ amount: 'much' }, 'Amount must be a number'],
  ])('G22 refuses a payment of %j', async (body, message) => {
    const { id } = await sellOnCredit();
    const answer = await api.post(`/sales/${id}/payments`, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(dataOf(await api.get(`/sales/${id}`))).toMatchObject({ balance: '2000.00' });
  });

  it('M7 M6 asks nobody to pay what is paid or cancelled', async () => {
    const paid = await sell();
    expect((await api.post(`/sales/${paid.id}/payments`, {})).body).toEqual(
      invalid('amount', 'This sale is already paid'),
    );
    await api.patch(`/sales/${paid.id}`, { status: 'cancelled', notes: 'wrong item' });
    expect((await api.post(`/sales/${paid.id}/payments`, { amount: 1 })).body).toEqual(
      invalid('amount', 'This sale was cancelled'),
    );
    expect(dataOf(await api.get(`/sales/${paid.id}`))).toMatchObject({ balance: '0.00', refundDue: '2000.00' });
  });

  it('G8 C-129 another shop’s sale is nobody’s; staff take payments as the owner does', async () => {
    const { id } = await sellOnCredit();
    const stranger = apiClient(server, await registerShop(server));
    expect((await stranger.post(`/sales/${id}/payments`, {})).status).toBe(404);
    const staff = apiClient(server, await addStaff(server, shop));
    expect((await staff.post(`/sales/${id}/payments`, {})).status).toBe(201);
  });

  it('M6 M7 notes a refund of a cancelled sale in parts, and that nothing is due after it', async () => {
    const { id } = await sell();
    await api.patch(`/sales/${id}`, { status: 'cancelled', notes: 'brought back' });
    const part = await api.post(`/sales/${id}/refunds`, { amount: '500.50', paymentMethod: 'Mobile Money' });
    expect(part.status).toBe(201);
    expect(dataOf(part)).toMatchObject({
      refundDue: '1499.50',
      refunds: [{ way: 'refunded', amount: '500.50', paymentMethod: 'Mobile Money', settledByUserId: shop.userId }],
    });
    expect(dataOf(await api.post(`/sales/${id}/refunds`, {}))).toMatchObject({
      status: 'cancelled',
      refundDue: '0.00',
      balance: '0.00',
      refunds: [{ amount: '500.50' }, { amount: '1499.50', paymentMethod: 'Cash' }],
    });
    expect((await api.post(`/sales/${id}/refunds`, {})).body).toEqual(
      invalid('amount', 'There is nothing to give back for this sale'),
    );
  });

  it('M7 keeps it as credit of a named customer only', async () => {
    const named = await sell({ customerId });
    const walkIn = await sell();
    for (const { id } of [named, walkIn]) await api.patch(`/sales/${id}`, { status: 'cancelled', notes: 'wrong' });
    expect(dataOf(await api.post(`/sales/${named.id}/refunds`, { way: 'kept' }))).toMatchObject({
      refundDue: '0.00',
      credit: '2000.00',
      refunds: [{ way: 'kept', paymentMethodId: null }],
    });
    expect((await api.post(`/sales/${walkIn.id}/refunds`, { way: 'kept' })).body).toEqual(
      invalid('way', 'Only a named customer can have credit'),
    );
    expect((await api.post(`/sales/${named.id}/refunds`, { way: 'kept' })).status).toBe(422);
    expect(dataOf(await api.post(`/sales/${named.id}/refunds`, { amount: '500' }))).toMatchObject({
      credit: '1500.00',
    });
  });

  it.each([
    [{ amount: '2000.01' }, 'The amount is larger than what is due'],
    [{ amount: '0' }, 'Amount must be a positive number'],
    [{ way: 'lost' }, 'Choose one of refunded, kept'],
  ])('M6 refuses a refund of %j', async (body, message) => {
    const { id } = await sell();
    await api.patch(`/sales/${id}`, { status: 'cancelled', notes: 'wrong' });
    const answer = await api.post(`/sales/${id}/refunds`, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(dataOf(await api.get(`/sales/${id}`))).toMatchObject({ refundDue: '2000.00', refunds: [] });
  });

  it('G44 remembers when the receipt was first printed', async () => {
    const { id } = await sell();
    expect(dataOf(await api.get(`/sales/${id}`))).toMatchObject({ receiptPrintedAt: null });
    const first = await api.post(`/sales/${id}/receipt-prints`, {});
    expect(first.status).toBe(201);
    const printed = dataOf(first)['receiptPrintedAt'];
    expect(printed).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(dataOf(await api.post(`/sales/${id}/receipt-prints`, {}))['receiptPrintedAt']).toBe(printed);
    const stranger = apiClient(server, await registerShop(server));
    for (const path of ['receipt-prints', 'refunds'])
      expect((await stranger.post(`/sales/${id}/${path}`, {})).status).toBe(404);
  });

  it('a transaction id that another sale bears is flagged, whatever its case, also within one batch', async () => {
    const first = await sell({ transactionId: 'mp-77-x' });
    expect(first['flags']).toEqual([]);
    expect(await sell({ transactionId: 'MP-77-X' })).toMatchObject({ flags: ['transaction_id_reused'] });
    const owed = await sellOnCredit();
    expect(dataOf(await api.post(`/sales/${owed.id}/payments`, { transactionId: 'Mp-77-x' }))).toMatchObject({
      flags: ['transaction_id_reused'],
    });
    const other = await sell({ status: 'pending', customerId });
    await api.post(`/sales/${other.id}/payments`, { transactionId: 'only-in-a-payment' });
    expect(await sell({ transactionId: 'only-in-a-payment' })).toMatchObject({ flags: ['transaction_id_reused'] });

    const device = await PushDevice.register(server, shop);
    const item = itemArgs(device);
    const { outcomes } = await device.push([
      device.wire('item.create', item),
      device.wire('sale.create', saleArgs(device, [item], { transactionId: 'in one batch' }), { deps: [1] }),
      device.wire('sale.create', saleArgs(device, [item], { transactionId: 'in one batch' }), { deps: [1] }),
    ]);
    expect(outcomes.map(({ codes }) => codes)).toEqual([[], [], ['transaction_id_reused']]);
  });

  it('a sale that an older build stored without payments is read as paid when it is completed', async () => {
    const stamps = { createdByUserId: shop.userId, totalMinor: 500, finalMinor: 500 };
    const old = [saleRow({ id: 41, ...stamps }), saleRow({ id: 42, status: 'pending', ...stamps })];
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
      tx.writeRows(old.map((after) => ({ table: 'sale', id: after.id, before: undefined, after }))),
    );
    expect(dataOf(await api.get('/sales/41'))).toMatchObject({ balance: '0.00', payments: [{ amount: '5.00' }] });
    expect(dataOf(await api.post('/sales/42/payments', {}))).toMatchObject({ status: 'completed', balance: '0.00' });
    await api.patch('/sales/41', { status: 'cancelled', notes: 'wrong' });
    expect(dataOf(await api.get('/sales/41'))).toMatchObject({ refundDue: '5.00', payments: [{ amount: '5.00' }] });
  });
});
