import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the calls of customers on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  it('R-CUST-17 creates a customer by name alone, and answers it', async () => {
    const created = await api.post('/customers', { name: '  Grace  ' });
    expect(created.status).toBe(201);
    expect(dataOf(created)).toMatchObject({
      businessId: shop.businessId,
      createdByUserId: shop.userId,
      name: 'Grace',
      phone: null,
      address: null,
      notes: null,
      createdAt: new Date(server.clock.nowMs()).toISOString(),
    });
    const noMoney = { balance: '0.00', credit: '0.00', unpaidSales: 0 };
    expect((await api.get(`/customers/${dataOf(created).id}`)).body).toEqual({
      success: true,
      data: { ...dataOf(created), ...noMoney },
    });
    expect(
      dataOf(
        await api.post('/customers', {
          name: 'Full',
          phone: '0772',
          address: 'Here',
          notes: '',
          id: 5,
          createdByUserId: 9,
        }),
      ),
    ).toMatchObject({ phone: '0772', address: 'Here', notes: null, createdByUserId: shop.userId });
  });

  it.each([
    ['R-CUST-16', { name: ' ' }, 'name', 'Customer name is required'],
    ['R-CUST-16', {}, 'name', 'Customer name is required'],
    ['R-CUST-16', { name: ['Grace'] }, 'name', 'Customer name is required'],
    ['R-CUST-17', { name: 'Grace', notes: 'x'.repeat(501) }, 'notes', 'Use at most 500 characters'],
  ])('%s refuses %j', async (_id, body, path, message) => {
    const answer = await api.post('/customers', body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('G23 answers what a customer owes and what is kept for them, over all sales', async () => {
    const customerId = dataOf(await api.post('/customers', { name: 'Owing' })).id;
    const itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '1000', stock: 100 })).id;
    const sell = async (fields: object) =>
      dataOf(await api.post('/sales', { customerId, items: [{ itemId, quantity: 2 }], ...fields })).id;
    const first = await sell({ status: 'pending' });
    await sell({ status: 'pending' });
    await api.post(`/sales/${first}/payments`, { amount: '500' });
    const cancelled = await sell({});
    await api.patch(`/sales/${cancelled}`, { status: 'cancelled', notes: 'wrong' });
    await api.post(`/sales/${cancelled}/refunds`, { way: 'kept' });
    const owed = { balance: '3500.00', credit: '2000.00', unpaidSales: 2 };
    expect(dataOf(await api.get(`/customers/${customerId}`))).toMatchObject(owed);
  });

  it('C-158 lists newest first and searches name, phone, address and notes', async () => {
    const client = apiClient(server, await registerShop(server));
    for (const fields of [
      { name: 'Amina', phone: '0772 555' },
      { name: 'Brian', address: 'Ntinda Road' },
      { name: 'Carol', notes: 'owes a crate' },
    ]) {
      server.clock.advance(1_000);
      await client.post('/customers', fields);
    }
    const names = async (query: string) =>
      listOf(await client.get(`/customers${query}`)).map((customer) => customer['name']);
    expect(await names('')).toEqual(['Carol', 'Brian', 'Amina']);
    expect([
      await names('?q=AMI'),
      await names('?q=2+55'),
      await names('?q=ntinda'),
      await names('?q=Crate'),
      await names('?q=zzz'),
    ]).toEqual([['Amina'], ['Amina'], ['Brian'], ['Carol'], []]);
    expect(await names('?limit=2&page=2')).toEqual(['Amina']);
    expect(paginationOf(await client.get('/customers?limit=2'))).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
  });
});
