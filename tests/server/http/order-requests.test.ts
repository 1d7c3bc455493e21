import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { countRuns } from '../../support/hostile/schema-runs.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { alertsOf, pageOf, StoreVisitor } from '../../support/server/store-visitor.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const FREE = 60;
const HOUR_MS = 3_600_000;

describe.each(ROUTE_ENGINES)('requests to order, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let itemId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    const api = apiClient(server, shop);
    itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '4500', stock: '20' })).id;
    await api.patch(`/items/${itemId}/kaunta-status`, { isKauntaEnabled: true });
  });
  afterAll(() => server.close());

  const orderCount = async () => listOf(await apiClient(server, shop).get('/orders')).length;
  const valid = (phone: string) => ({ name: 'Grace', phone, items: [{ itemId, quantity: 1 }] });
  const order = (address: string, body: object, key?: string) =>
    ask(server, `POST /api/v1/stores/${shop.slug}/orders`, {
      ...{ address, body, headers: key === undefined ? {} : { 'idempotency-key': key } },
    });

  it('R-HOST-04 G60 count before they are read, whatever comes of them; what was placed is told again', async () => {
    const address = '10.1.1.1';
    const placed = await order(address, valid('0772 111 001'), 'visit-1');
    expect(placed.status).toBe(201);
    for (let nth = 1; nth < FREE; nth += 1) expect((await order(address, { items: [] })).status).toBe(422);
    const before = await orderCount();
    const [refused, runs] = await countRuns(() => order(address, { items: [{}] }));
    expect([refused.status, refused.headers.get('retry-after'), runs]).toEqual([429, '60', 0]);
    expect((await order(address, valid('0772 111 002'))).status).toBe(429);
    const again = await order(address, valid('0772 111 001'), 'visit-1');
    expect([again.status, again.body]).toEqual([201, placed.body]);
    expect((await order(address, valid('0772 111 003'), 'visit-1')).status).toBe(429);
    expect((await order(address, valid('0772 111 003'), 'visit-2')).status).toBe(429);
    expect(await orderCount()).toBe(before);
    expect((await order('10.1.1.2', valid('0772 111 004'))).status).toBe(201);
    server.clock.advance(HOUR_MS);
    expect((await order(address, valid('0772 111 005'))).status).toBe(201);
  });

  it('R-HOST-04 G60 count by the form of the shop’s page too, which keeps what was typed', async () => {
    const visitor = new StoreVisitor(server, shop.slug);
    const send = (fields: Record<string, string>) =>
      visitor.visit(`POST /${shop.slug}`, {
        ...{ address: '10.1.1.3', text: new URLSearchParams(fields).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const form = { b: `${itemId}.100`, name: 'Grace', phone: '0772 111 006', key: 'ab'.repeat(16) };
    const placed = await send(form);
    expect(placed.status).toBe(303);
    for (let nth = 1; nth < FREE; nth += 1) expect((await send({ ...form, name: '' })).status).toBe(400);
    const refused = await send({ ...form, key: 'cd'.repeat(16), notes: 'After five' });
    expect([refused.status, alertsOf(refused)]).toEqual([
      429,
      ['Many orders were placed just now. Try again in 60 seconds.'],
    ]);
    expect(pageOf(refused).querySelector('[name=notes]')?.textContent).toBe('After five');
    const again = await send(form);
    expect([again.status, again.headers.get('location')]).toEqual([303, placed.headers.get('location')]);
    // Looking at the basket places no order.
    expect((await send({ ...form, view: 'basket' })).status).toBe(200);
  });
});
