import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the calls of payment methods on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  it('R-ENT-37 C-053 C-133 a new shop takes cash, which the system added', async () => {
    expect(listOf(await api.get('/payment-methods'))).toMatchObject([
      {
        name: 'Cash',
        icon: 'Banknote',
        isDefault: true,
        isReadonly: true,
        isUsedInSales: false,
        createdByUser: { username: 'System' },
      },
    ]);
  });

  it('R-PAY-04 R-PAY-13 R-PAY-14 C-131 a new method is not the default until it is made so, and then the only one', async () => {
    const created = await api.post('/payment-methods', { name: ' Mobile Money ', isDefault: true });
    expect(created.status).toBe(201);
    expect(dataOf(created)).toMatchObject({
      name: 'Mobile Money',
      icon: 'CreditCard',
      isDefault: false,
      isReadonly: false,
      createdByUser: { username: 'Amina Okello' },
    });
    const { id } = dataOf(created);
    const made = await api.patch(`/payment-methods/${id}/default`);
    expect(made.status).toBe(200);
    expect(dataOf(made)).toMatchObject({ id, isDefault: true });
    const defaults = async () =>
      listOf(await api.get('/payment-methods'))
        .filter((method) => method['isDefault'])
        .map((method) => method['name']);
    expect(await defaults()).toEqual(['Mobile Money']);
    const cash = listOf(await api.get('/payment-methods')).find((method) => method['name'] === 'Cash');
    await api.patch(`/payment-methods/${cash?.id}/default`);
    expect(await defaults()).toEqual(['Cash']);
  });

  it('R-PAY-12 R-PAY-17 M29 a method by which only a payment of a sale was made is used, and stays', async () => {
    const { id } = dataOf(await api.post('/payment-methods', { name: 'Later wallet' }));
    const { id: unused } = dataOf(await api.post('/payment-methods', { name: 'Nobody wallet' }));
    const item = dataOf(await api.post('/items', { name: 'Sugar', price: 10 }));
    const customer = dataOf(await api.post('/customers', { name: 'Grace' }));
    const sale = dataOf(
      await api.post('/sales', {
        items: [{ itemId: item.id, quantity: 1 }],
        ...{ status: 'pending', customerId: customer.id, paymentMethod: 'Credit' },
      }),
    );
    await api.post(`/sales/${sale.id}/payments`, { paymentMethodId: id });
    const listed = listOf(await api.get('/payment-methods'));
    expect(listed.find((method) => method['id'] === id)).toMatchObject({ isUsedInSales: true });
    expect(listed.find((method) => method['id'] === unused)).toMatchObject({ isUsedInSales: false });
    const refused = await api.delete(`/payment-methods/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ details: [{ path: '', message: 'method_in_use' }] });
    expect((await api.delete(`/payment-methods/${unused}`)).status).toBe(200);
  });

  it.each([
    ['R-PAY-15', { name: '   ' }, 'name', 'Please enter a name for the payment method'],
    ['R-PAY-15', {}, 'name', 'Please enter a name for the payment method'],
    ['R-PAY-16', { name: ' cASH ' }, 'name', 'A payment method with this name already exists'],
    ['G7', { name: 'Shells', icon: 'Skull' }, 'icon', 'This is not valid'],
  ])('%s refuses %j', async (_id, body, path, message) => {
    const answer = await api.post('/payment-methods', body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('R-ENT-37 M28 knows which method a sale has used, also by an alias of the same name', async () => {
    const device = PushDevice.of(server, shop);
    const { id } = dataOf(await api.post('/payment-methods', { name: 'Cheque' }));
    const alias = { id: device.mintId(), name: 'CHEQUE', icon: 'Building' as const };
    const pushed = await device.push([device.wire('paymentMethod.create', alias)]);
    expect(pushed.outcomes).toMatchObject([{ kind: 'merged' }]);
    const cheques = async () =>
      listOf(await api.get('/payment-methods')).filter((method) => String(method['name']).toLowerCase() === 'cheque');
    expect(await cheques()).toMatchObject([{ id, isUsedInSales: false }]);
    const itemId = dataOf(await api.post('/items', { name: 'Sugar', price: 5 })).id;
    const sale = dataOf(await api.post('/sales', { items: [{ itemId, quantity: 1 }], paymentMethodId: alias.id }));
    expect(sale).toMatchObject({ paymentMethodId: id, paymentMethod: 'Cheque' });
    expect(await cheques()).toMatchObject([{ id, isUsedInSales: true }]);
  });

  it('G7 only admins change payment methods; everybody reads them', async () => {
    const staff = apiClient(server, await addStaff(server, shop));
    const refusal = { error: 'Forbidden', message: "You don't have permission to do this.", details: [] };
    const [created, made, malformed] = [
      await staff.post('/payment-methods', { name: 'Mine' }),
      await staff.patch('/payment-methods/1/default'),
      await staff.post('/payment-methods', 'nonsense'),
    ];
    for (const answer of [created, made, malformed]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(refusal);
    }
    expect(listOf(await staff.get('/payment-methods')).map((method) => method['name'])).toContain('Cash');
  });

  it('a read without a session is 401', async () => {
    expect((await ask(server, 'GET /api/v1/payment-methods')).status).toBe(401);
  });
});
