import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedDevice } from '../../../scripts/demo/scripted-device.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { saleArgs } from '../../support/mutation-args.ts';
import { rushOf } from '../../support/hostile/rush.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const VISITORS = 200;
/** The most orders that may be handled between the arrival of a push and the recording of its sale. */
const ORDERS_DURING_A_PUSH_MAX = 50;

describe.each(ENGINES)('many who order at once, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  /** Real sockets, because work that never yields would block them all. */
  const sockets = createAdaptorServer({ fetch: (request, env) => server.app.fetch(request, env) });
  let url: string;
  beforeAll(async () => {
    server = await startTestServer({ engine, settings: { trustedProxies: 1 } });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`; // it listens on a port
  });
  afterAll(async () => {
    await new Promise((resolve) => sockets.close(resolve));
    await server.close();
  });

  it('M11 C-025 C-088 200 orders at once for the last 10 all become pending orders, and no push of a till waits for all of them', async () => {
    const lamp = dataOf(await api.post('/items', { name: 'Zebra lamp', price: '25000', stock: '10' }));
    await api.patch(`/items/${lamp.id}/kaunta-status`, { isKauntaEnabled: true });
    const sugar = dataOf(await api.post('/items', { name: 'Sugar', price: '4500', stock: '9000' }));
    const till = await ScriptedDevice.signIn(url, shop.phone, shop.pin, 'abcdef0123456789');
    const line = { id: sugar.id, name: 'Sugar', priceMinor: 450_000 };

    const rush = rushOf(VISITORS, `${url}/api/v1/stores/${shop.slug}/orders`, lamp.id);
    const ordersDuringPush: number[] = [];
    while (rush.answeredCount() < VISITORS) {
      const before = rush.answeredCount();
      await till.run('sale.create', saleArgs(till, [line]), server.clock.nowMs(), 180);
      await till.send(); // throws where the sale is not taken
      ordersDuringPush.push(rush.answeredCount() - before);
      if (rush.answeredCount() < VISITORS) await rush.nextAnswer();
    }
    const placed = await rush.placed;

    expect(Math.max(...ordersDuringPush)).toBeLessThanOrEqual(ORDERS_DURING_A_PUSH_MAX);
    expect(placed.filter(({ status }) => status !== 201)).toEqual([]);
    const stored = listOf(await api.get(`/orders?limit=${VISITORS}`));
    expect(stored.map(({ status }) => status)).toEqual(Array.from({ length: VISITORS }, () => 'pending'));
    const numbers = new Set(stored.map((each) => each['orderNumber']));
    expect(numbers).toEqual(new Set(placed.map(({ orderNumber }) => orderNumber)));
    expect(numbers.size).toBe(VISITORS);
    // Orders have not reduced the stock; the till's sales have, each once.
    expect(dataOf(await api.get(`/items/${lamp.id}`))['currentStock']).toBe('10.00');
    expect(dataOf(await api.get(`/items/${sugar.id}`))['currentStock']).toBe(
      `${9_000 - 2 * ordersDuringPush.length}.00`,
    );
    expect(listOf(await api.get(`/customers?limit=${VISITORS}`))).toHaveLength(VISITORS);
  });
});
