import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/api-client.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { ENGINES } from '../../support/test-database.ts';

const VISITORS = 200;
/** Of 200: what may get in between while one push asks who sends it, and takes its sale. */
const ORDERS_DURING_A_PUSH_MAX = 30;

describe.each(ENGINES)('many who order at once, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  /** Each visitor has a phone and an address of their own, as 200 people have. */
  const order = (itemId: number, nth: number) =>
    ask(server, `POST /api/v1/stores/${shop.slug}/orders`, {
      body: { name: `Visitor ${nth}`, phone: `0772 ${String(100_000 + nth)}`, items: [{ itemId, quantity: 1 }] },
      address: `10.7.${Math.floor(nth / 100)}.${nth % 100}`,
    });

  it('M11 C-025 C-088 200 orders at once for the last 10 all become pending orders, and no push of a till waits for all of them', async () => {
    const lamp = dataOf(await api.post('/items', { name: 'Zebra lamp', price: '25000', stock: '10' }));
    await api.patch(`/items/${lamp.id}/kaunta-status`, { isKauntaEnabled: true });
    const till = await PushDevice.register(server, shop);
    const sugar = itemArgs(till, { initialStockHundredths: 900_000 });
    await till.push([till.wire('item.create', sugar)]);

    let answered = 0;
    const visits = Array.from({ length: VISITORS }, async (_, nth) => {
      const { status, body } = await order(lamp.id, nth);
      answered += 1;
      return [status, (body as { data?: { orderNumber?: string } }).data?.orderNumber] as const;
    });
    const meanwhile: number[] = [];
    while (answered < VISITORS) {
      const before = answered;
      const { lmid } = await till.push([till.wire('sale.create', saleArgs(till, [sugar]))]);
      expect(lmid).toBe(till.mid);
      meanwhile.push(answered - before);
    }
    const placed = await Promise.all(visits);

    expect(Math.max(...meanwhile)).toBeLessThanOrEqual(ORDERS_DURING_A_PUSH_MAX);
    expect(placed.filter(([status]) => status !== 201)).toEqual([]);
    const stored = listOf(await api.get('/orders'));
    expect(stored.map(({ status }) => status)).toEqual(Array.from({ length: VISITORS }, () => 'pending'));
    const numbers = new Set(stored.map((each) => each['orderNumber']));
    expect(numbers).toEqual(new Set(placed.map(([, number]) => number)));
    expect(numbers.size).toBe(VISITORS);
    // Nobody's order has taken anything from the shelf, and the till's sales have, each once.
    expect(dataOf(await api.get(`/items/${lamp.id}`))['currentStock']).toBe('10.00');
    expect(dataOf(await api.get(`/items/${sugar.id}`))['currentStock']).toBe(`${9_000 - 2 * meanwhile.length}.00`);
    expect(listOf(await api.get('/customers'))).toHaveLength(VISITORS);
  });
});
