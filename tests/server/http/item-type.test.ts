import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const ADVANCED = 'An item with advanced settings stays a product.';
const MOVED = 'An item whose stock has moved stays a product.';

describe.each(ROUTE_ENGINES)('the type of an item on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  const newItem = async (fields: object = {}): Promise<number> =>
    dataOf(await api.post('/items', { name: 'Soap', price: '5', ...fields })).id;

  /** Items that stay products, by what makes them so. */
  const locked: Record<string, { make: () => Promise<number>; with?: object; because: string }> = {
    'advanced settings': { make: () => newItem({ advancedEnabled: true }), because: ADVANCED },
    'advanced settings that the same call turns on': {
      make: () => newItem(),
      with: { advancedEnabled: true },
      because: ADVANCED,
    },
    'a first stock': { make: () => newItem({ stock: 3 }), because: MOVED },
    'a stock that is gone': {
      async make() {
        const id = await newItem({ stock: 3 });
        await api.post(`/items/${id}/stock`, { type: 'count', counted: 0 });
        return id;
      },
      because: MOVED,
    },
    'a sale below zero': {
      async make() {
        const id = await newItem();
        await api.post('/sales', { items: [{ itemId: id, quantity: 1 }] });
        return id;
      },
      because: MOVED,
    },
  };

  it.each(Object.entries(locked))(
    'C-100 an item with %s stays a product',
    async (_what, { make, because, ...more }) => {
      const id = await make();
      const before = dataOf(await api.get(`/items/${id}`));
      const refused = await api.patch(`/items/${id}`, { type: 'service', name: 'Washing', ...more.with });
      expect([refused.status, refused.body]).toEqual([422, invalid('type', because)]);
      expect(dataOf(await api.get(`/items/${id}`))).toEqual(before);
      const same = await api.patch(`/items/${id}`, { type: 'product', name: 'Washing' });
      expect([same.status, dataOf(same)]).toMatchObject([200, { type: 'product', name: 'Washing' }]);
    },
  );

  it('C-100 C-089 an item that nothing has moved becomes a service, and a product again', async () => {
    const id = await newItem();
    expect(dataOf(await api.patch(`/items/${id}`, { type: 'service' }))).toMatchObject({
      ...{ type: 'service', trackStock: false },
    });
    expect(dataOf(await api.patch(`/items/${id}`, { type: 'service', name: 'Washing' }))).toMatchObject({
      ...{ type: 'service', name: 'Washing' },
    });
    expect(dataOf(await api.patch(`/items/${id}`, { type: 'product' }))).toMatchObject({
      ...{ type: 'product', trackStock: true },
    });
  });

  it('C-100 a service gets no advanced settings, when it is made or later', async () => {
    const made = dataOf(
      await api.post('/items', { name: 'Haircut', price: '5', type: 'service', advancedEnabled: true }),
    );
    expect(made['advancedEnabled']).toBe(false);
    const changed = dataOf(await api.patch(`/items/${made.id}`, { advancedEnabled: true, name: 'Shave' }));
    expect(changed).toMatchObject({ name: 'Shave', type: 'service', advancedEnabled: false, trackStock: false });
    const product = dataOf(await api.patch(`/items/${made.id}`, { advancedEnabled: true, type: 'product' }));
    expect(product).toMatchObject({ type: 'product', advancedEnabled: true });
  });

  it('C-100 M13 an edit that a device saved before it heard of the stock is applied all the same', async () => {
    const id = await newItem();
    await api.post(`/items/${id}/stock`, { quantity: 4 });
    const device = PushDevice.of(server, shop);
    const edit = {
      ...{ id, base: { type: 'product', trackStock: true } },
      change: { type: 'service', trackStock: false } as const,
    };
    expect((await device.push([device.wire('item.edit', edit)])).outcomes).toMatchObject([{ kind: 'applied' }]);
    expect(dataOf(await api.get(`/items/${id}`))).toMatchObject({ type: 'service' });
  });
});
