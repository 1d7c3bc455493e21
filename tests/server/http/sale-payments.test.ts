import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/server/api-client.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { saleRow } from '../../support/shop-rows.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('payments of sales on %s', (engine) => {
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

  const newMethod = (name: string) => api.post('/payment-methods', { name, icon: 'Phone' });
  const payment = (amount: string, paymentMethodId: number | null, transactionId: string | null = null) => ({
    ...{ amount, paymentMethodId, transactionId },
  });

  it('R-CTR-30 takes a sale that was paid by two methods at once, with the transaction of each', async () => {
    const airtel = dataOf(await newMethod('Airtel for parts')).id;
    const created = await api.post('/sales', {
      items: [{ itemId, quantity: 2 }],
      payments: [payment('500', airtel, 'A-1'), payment('1500', null)],
    });
    expect(created.status).toBe(201);
    expect(dataOf(created)).toMatchObject({
      ...{ status: 'completed', finalAmount: '2000.00', balance: '0.00', paymentMethodId: airtel },
      ...{ transactionId: 'A-1', paymentMethod: 'Airtel for parts' },
      payments: [
        { amount: '500.00', paymentMethod: 'Airtel for parts', transactionId: 'A-1', takenByUserId: shop.userId },
        { amount: '1500.00', transactionId: null },
      ],
    });
  });

  it('R-CTR-30 takes part of a sale on credit as it is rung up, and the rest later', async () => {
    const created = dataOf(
      await api.post('/sales', {
        items: [{ itemId, quantity: 2 }],
        customerId,
        status: 'pending',
        payments: [payment('600', null)],
      }),
    );
    expect(created).toMatchObject({ status: 'pending', balance: '1400.00', payments: [{ amount: '600.00' }] });
    const paid = dataOf(await api.post(`/sales/${created.id}/payments`, {}));
    expect(paid).toMatchObject({ status: 'completed', balance: '0.00' });
  });

  it('R-CTR-30 refuses payments that are not what the status says, and names the field', async () => {
    const paidBy = (status: string, ...amounts: string[]) =>
      api.post('/sales', {
        ...{ items: [{ itemId, quantity: 2 }], customerId, status },
        payments: amounts.map((amount) => payment(amount, null)),
      });
    for (const answer of [
      await paidBy('completed', '1999.99'),
      await paidBy('completed', '1500', '500.01'),
      await paidBy('pending', '2000.00'),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        details: [
          {
            path: 'payments',
            message: 'The payments must be the whole amount of a completed sale, and less than that of a pending one',
          },
        ],
      });
    }
    expect((await paidBy('completed')).status).toBe(422);
    expect((await paidBy('completed', '0', '2000')).status).toBe(422);
    expect((await paidBy('completed', '-1', '2001')).status).toBe(422);
  });

  it('R-CTR-30 M5 flags a transaction id that two payments of one sale bear, or that another sale bears', async () => {
    const send = (...ids: string[]) =>
      api.post('/sales', {
        items: [{ itemId, quantity: 2 }],
        payments: [payment('500', null, ids[0]), payment('1500', null, ids[1])],
      });
    expect(dataOf(await send('T-1', ' t-1 '))['flags']).toEqual(['transaction_id_reused']);
    expect(dataOf(await send('T-2', 'T-3'))['flags']).toEqual([]);
    expect(dataOf(await send('T-4', 't-3'))['flags']).toEqual(['transaction_id_reused']);
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

  it('G22 M6 a payment or a refund of nothing is refused at the field that was sent', async () => {
    const [{ id: owed }, { id: paid }] = [await sellOnCredit(), await sell()];
    await api.patch(`/sales/${paid}`, { status: 'cancelled', notes: 'wrong' });
    for (const path of [`/sales/${owed}/payments`, `/sales/${paid}/refunds`])
      expect((await api.post(path, { amount: '0' })).body).toEqual(
        invalid('amount', 'Amount must be a positive number'),
      );
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

  it('M7 a cancelled sale of which too much was given back is settled by a payment, and stays cancelled; updatedAt is its last change', async () => {
    const money = { paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: shop.userId };
    const at = (hour: number) => Date.UTC(2026, 5, 1, hour);
    const row = saleRow({
      ...{ id: 51, createdByUserId: shop.userId, createdAtMs: at(8), status: 'cancelled' },
      ...{ totalMinor: 200_000, finalMinor: 200_000 },
      payments: [{ ...money, id: 51, amountMinor: 200_000, atMs: at(8) }],
      refunds: [52, 53].map((id) => ({ ...money, id, amountMinor: 200_000, atMs: at(9), way: 'refunded' as const })),
      cancellations: [{ reason: 'wrong', byUserId: shop.userId, atMs: at(10) }],
    });
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
      tx.writeRows([{ table: 'sale', id: 51, before: undefined, after: row }]),
    );
    const owed = dataOf(await api.get('/sales/51'));
    expect(owed).toMatchObject({ balance: '2000.00', updatedAt: '2026-06-01T10:00:00.000Z' });
    const paid = await api.post('/sales/51/payments', {});
    expect([paid.status, dataOf(paid)]).toMatchObject([201, { status: 'cancelled', balance: '0.00' }]);
    expect(Date.parse(String(dataOf(paid)['updatedAt']))).toBeGreaterThan(at(10));
    expect((await api.post('/sales/51/payments', {})).body).toEqual(invalid('amount', 'This sale was cancelled'));
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

    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const brought = device.wire('item.create', item);
    const inOneBatch = () =>
      device.wire('sale.create', saleArgs(device, [item], { transactionId: 'in one batch' }), { deps: [brought.act] });
    const { outcomes } = await device.push([brought, inOneBatch(), inOneBatch()]);
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
