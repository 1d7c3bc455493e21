import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('payments of customers on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let itemId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '1000', stock: 1_000 })).id;
  });
  afterAll(() => server.close());

  /** Makes a customer with unpaid sales of so many pieces each, the oldest first. */
  async function whoOwes(...pieces: number[]): Promise<{ customerId: number; saleIds: number[] }> {
    const customerId = dataOf(await api.post('/customers', { name: 'Grace' })).id;
    const saleIds: number[] = [];
    for (const quantity of pieces) {
      server.clock.advance(60_000);
      const sale = await api.post('/sales', { items: [{ itemId, quantity }], status: 'pending', customerId });
      saleIds.push(dataOf(sale).id);
    }
    return { customerId, saleIds };
  }
  const pay = (customerId: number, body: object, key?: string) =>
    api.post(`/customers/${customerId}/payments`, body, key === undefined ? {} : { 'idempotency-key': key });
  const balancesOf = async (saleIds: readonly number[]) =>
    Promise.all(saleIds.map(async (id) => dataOf(await api.get(`/sales/${id}`))['balance']));

  it('R-OWE-07 R-OWE-02 pays the oldest sales first, and answers what each got', async () => {
    const { customerId, saleIds } = await whoOwes(2, 3, 1);
    const paid = await pay(customerId, { amount: '2500', paymentMethod: 'Mobile Money', transactionId: ' TX-1 ' });
    expect(paid.status).toBe(201);
    expect(dataOf(paid)).toMatchObject({
      customerId,
      sales: [
        { id: saleIds[0], paid: '2000.00', balance: '0.00' },
        { id: saleIds[1], paid: '500.00', balance: '2500.00' },
      ],
    });
    expect(await balancesOf(saleIds)).toEqual(['0.00', '2500.00', '1000.00']);
    expect(dataOf(await api.get(`/sales/${saleIds[1]}`))).toMatchObject({
      flags: [],
      payments: [
        { amount: '500.00', paymentMethod: 'Mobile Money', transactionId: 'TX-1', takenByUserId: shop.userId },
      ],
    });
    expect(dataOf(await api.get(`/customers/${customerId}`))).toMatchObject({ balance: '3500.00', unpaidSales: 2 });
  });

  it('R-OWE-07 without an amount it pays all that is owed', async () => {
    const { customerId, saleIds } = await whoOwes(1, 1);
    expect((await pay(customerId, {})).status).toBe(201);
    expect(await balancesOf(saleIds)).toEqual(['0.00', '0.00']);
  });

  it.each([
    [{ amount: '3000.01' }, 'The amount is larger than what is owed'],
    [{ amount: '99999999999999999999' }, 'Amount is too large'],
    [{ amount: '0' }, 'Amount must be a positive number'],
  ])('R-OWE-05 refuses %j, and nothing is paid', async (body, message) => {
    const { customerId, saleIds } = await whoOwes(1, 2);
    const refused = await pay(customerId, body);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject(invalid('amount', message));
    expect(await balancesOf(saleIds)).toEqual(['1000.00', '2000.00']);
  });

  it('R-OWE-07 pays what is owed in the currency of the shop, and leaves a debt in another', async () => {
    const before = await registerShop(server);
    const other = apiClient(server, before);
    const item = dataOf(await other.post('/items', { name: 'Sugar', price: '1000', stock: 10 })).id;
    const customerId = dataOf(await other.post('/customers', { name: 'Grace' })).id;
    const owe = async () =>
      dataOf(await other.post('/sales', { items: [{ itemId: item, quantity: 1 }], status: 'pending', customerId })).id;
    const inShillings = await owe();
    expect((await other.patch(`/business/${before.businessId}/currency`, { currency: 'KES' })).status).toBe(200);
    expect((await other.post(`/customers/${customerId}/payments`, {})).body).toMatchObject(
      invalid('amount', 'This customer owes nothing in KES'),
    );
    const inKenya = await owe();
    expect(dataOf(await other.post(`/customers/${customerId}/payments`, {}))).toMatchObject({
      sales: [{ id: inKenya, paid: '1000.00', balance: '0.00' }],
    });
    expect(dataOf(await other.get(`/sales/${inShillings}`))['balance']).toBe('1000.00');
  });

  it('R-OWE-05 R-OWE-07 of more than a hundred sales it pays the oldest hundred, and says so of a larger amount', async () => {
    const { customerId, saleIds } = await whoOwes(...Array.from({ length: 101 }, () => 1));
    expect((await pay(customerId, { amount: '100000.01' })).body).toMatchObject(
      invalid(
        'amount',
        'One payment pays at most 100 sales. Record what is owed for the oldest 100 first, then the rest',
      ),
    );
    const paid = dataOf(await pay(customerId, {}));
    expect(paid['sales']).toMatchObject(saleIds.slice(0, 100).map((id) => ({ id, balance: '0.00' })));
    expect(await balancesOf(saleIds.slice(99))).toEqual(['0.00', '1000.00']);
    expect(dataOf(await api.get(`/customers/${customerId}`))).toMatchObject({ balance: '1000.00', unpaidSales: 1 });
  });

  it('R-OWE-05 refuses a payment of one who owes nothing, and one by Credit', async () => {
    const { customerId } = await whoOwes();
    expect((await pay(customerId, {})).body).toMatchObject(invalid('amount', 'This customer owes nothing in UGX'));
    const { customerId: other } = await whoOwes(1);
    expect((await pay(other, { paymentMethod: 'Credit' })).body).toMatchObject(
      invalid('paymentMethod', 'Nothing is paid by Credit. Choose another payment method'),
    );
  });

  it('R-OWE-03 sent again under one key it is paid once', async () => {
    const { customerId, saleIds } = await whoOwes(1, 1);
    const [first, again] = [
      await pay(customerId, { amount: '1500' }, 'owing-1'),
      await pay(customerId, { amount: '1500' }, 'owing-1'),
    ];
    expect(again.body).toEqual(first.body);
    expect(await balancesOf(saleIds)).toEqual(['0.00', '500.00']);
  });

  it('R-OWE-04 of two at one moment at most what is owed is taken without a flag', async () => {
    const { customerId, saleIds } = await whoOwes(1, 1);
    const answers = await Promise.all([pay(customerId, {}), pay(customerId, {})]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
    const sales = await Promise.all(saleIds.map(async (id) => dataOf(await api.get(`/sales/${id}`))));
    expect(sales).toMatchObject([
      { refundDue: '0.00', payments: [{}], flags: [] },
      { refundDue: '0.00', payments: [{}], flags: [] },
    ]);
  });

  it('R-OWE-07 staff may record it; a customer of another shop is not found', async () => {
    const { customerId, saleIds } = await whoOwes(1);
    const other = apiClient(server, await registerShop(server));
    expect((await other.post(`/customers/${customerId}/payments`, {})).status).toBe(404);
    expect(await balancesOf(saleIds)).toEqual(['1000.00']);
    const staff = apiClient(server, await addStaff(server, shop));
    expect((await staff.post(`/customers/${customerId}/payments`, {})).status).toBe(201);
  });
});
