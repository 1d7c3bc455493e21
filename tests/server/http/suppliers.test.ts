import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the calls of suppliers on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  it('R-API-33 R-SUPP-08 R-SUPP-09 creates, answers, changes and deletes a supplier', async () => {
    const created = await api.post('/suppliers', { name: ' Mukwano ', email: '' });
    expect(created.status).toBe(201);
    const { id } = dataOf(created);
    expect(dataOf(created)).toEqual({
      id,
      businessId: shop.businessId,
      createdByUserId: shop.userId,
      name: 'Mukwano',
      phone: null,
      email: null,
      address: null,
      notes: null,
      createdAt: new Date(server.clock.nowMs()).toISOString(),
    });
    const changed = await api.patch(`/suppliers/${id}`, { email: 'sales@mukwano.example', name: 'Mukwano Ltd' });
    expect([changed.status, dataOf(changed)]).toEqual([
      200,
      { ...dataOf(created), name: 'Mukwano Ltd', email: 'sales@mukwano.example' },
    ]);
    expect((await api.get(`/suppliers/${id}`)).body).toEqual({ success: true, data: dataOf(changed) });
    expect((await api.delete(`/suppliers/${id}`)).body).toEqual({ success: true, data: { id } });
    expect((await api.get(`/suppliers/${id}`)).status).toBe(404);
    expect((await api.patch(`/suppliers/${id}`, { name: 'Ghost' })).status).toBe(404);
    expect((await api.delete(`/suppliers/${id}`)).status).toBe(200);
  });

  it.each([
    ['R-SUPP-06', { name: ' ' }, 'name', 'Supplier name is required'],
    ['R-SUPP-06', {}, 'name', 'Supplier name is required'],
    ['R-SUPP-07 C-126', { name: 'M', email: 'nonsense' }, 'email', 'Please enter a valid email'],
  ])('%s refuses %j', async (_id, body, path, message) => {
    const answer = await api.post('/suppliers', body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('R-SUPP-01 C-127 C-158 lists newest first, in pages, and searches name, phone, email, address and notes', async () => {
    const client = apiClient(server, await registerShop(server));
    for (const fields of [
      { name: 'Alpha', phone: '0772 555' },
      { name: 'Beta', email: 'beta@shop.example' },
      { name: 'Gamma', address: 'Ntinda Road', notes: 'Fridays' },
    ]) {
      server.clock.advance(1_000);
      await client.post('/suppliers', fields);
    }
    const names = async (path: string) => listOf(await client.get(path)).map((supplier) => supplier['name']);
    expect(await names('/suppliers')).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect([
      await names('/suppliers?q=alp'),
      await names('/suppliers?q=2+55'),
      await names('/suppliers?q=SHOP.ex'),
      await names('/suppliers/search/ntinda'),
      await names('/suppliers/search/friday'),
    ]).toEqual([['Alpha'], ['Alpha'], ['Beta'], ['Gamma'], ['Gamma']]);
    expect(paginationOf(await client.get('/suppliers?limit=2&page=2'))).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
  });

  it('C-112 there is one Default Supplier, whoever makes it', async () => {
    const first = dataOf(await api.post('/suppliers', { name: 'Default Supplier' }));
    expect(dataOf(await api.post('/suppliers', { name: 'Default Supplier' })).id).toBe(first.id);
    expect(listOf(await api.get('/suppliers?q=default')).map(({ id }) => id)).toEqual([first.id]);
  });

  describe('a default supplier of a second phone, which stands for the first', () => {
    let own: ApiClient;
    let device: PushDevice;
    beforeAll(async () => {
      const another = await registerShop(server);
      own = apiClient(server, another);
      device = PushDevice.of(server, another);
    });
    /** Returns the default supplier, with a phone number, and an alias of it. */
    async function twoPhones(): Promise<{ firstId: number; aliasId: number }> {
      const firstId = dataOf(await own.post('/suppliers', { name: 'Default Supplier' })).id;
      const aliasId = device.mintId();
      const blank = { phone: null, email: null, address: null, notes: null };
      await device.push([device.wire('supplier.create', { id: aliasId, name: 'Default Supplier', ...blank })]);
      await own.patch(`/suppliers/${firstId}`, { phone: '0772 1' });
      return { firstId, aliasId };
    }

    it('C-112 M23 docs 0010 an edit of it is one of the first, and is no conflict', async () => {
      const { firstId, aliasId } = await twoPhones();
      const changed = await own.patch(`/suppliers/${aliasId}`, { phone: '0772 2', notes: 'Fridays' });
      expect([changed.status, dataOf(changed)]).toMatchObject([
        200,
        { id: firstId, name: 'Default Supplier', phone: '0772 2', notes: 'Fridays' },
      ]);
      expect(dataOf(await own.get(`/suppliers/${firstId}`))).toEqual(dataOf(changed));
      expect(listOf(await own.get('/conflicts'))).toEqual([]);
    });

    it('C-112 M23 it is read as the first, with what the first has been given since', async () => {
      const { firstId, aliasId } = await twoPhones();
      const read = dataOf(await own.get(`/suppliers/${aliasId}`));
      expect(read).toMatchObject({ id: firstId, phone: '0772 1' });
      expect(read).toEqual(dataOf(await own.get(`/suppliers/${firstId}`)));
    });

    it('C-112 M23 a name that is given to it is the name of the first', async () => {
      const { firstId, aliasId } = await twoPhones();
      const changed = await own.patch(`/suppliers/${aliasId}`, { name: 'Mukwano' });
      expect([changed.status, dataOf(changed)]).toMatchObject([200, { id: firstId, name: 'Mukwano' }]);
      expect(listOf(await own.get('/suppliers')).map(({ id, name }) => [id, name])).toEqual([[firstId, 'Mukwano']]);
    });
  });

  it('G7 staff may do all of it; G8 another shop’s supplier is not there', async () => {
    const staff = apiClient(server, await addStaff(server, shop));
    const { id } = dataOf(await staff.post('/suppliers', { name: 'Ours' }));
    const stranger = apiClient(server, await registerShop(server));
    for (const answer of [
      await stranger.get(`/suppliers/${id}`),
      await stranger.patch(`/suppliers/${id}`, { name: 'Theirs' }),
      await stranger.delete(`/suppliers/${id}`),
    ])
      expect(answer.status).toBe(404);
    expect(dataOf(await staff.patch(`/suppliers/${id}`, { notes: 'Still' }))['name']).toBe('Ours');
  });
});
