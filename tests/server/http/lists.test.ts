import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOtherMedia } from '../../../server/http/openapi/described-call.ts';
import { DESCRIBED_CALLS } from '../../../server/http/openapi/openapi-document.ts';
import { apiClient, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';

/** Lists without pages: they are the same for every shop, or are the best few hits of a search. */
const SHORT = [
  'GET /business/categories',
  'GET /business/item-categories/{businessCategoryId}',
  'GET /items/search/{term}',
  'GET /suppliers/search/{term}',
];

const entriesOf = (schema: unknown): Record<string, v.GenericSchema> =>
  (schema as { entries?: Record<string, v.GenericSchema> }).entries ?? {};

describe('lists', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('R-LIM-01 every list of the API is a page: it takes page and limit and answers pagination', () => {
    const lists = Object.entries(DESCRIBED_CALLS).filter(
      ([name, { answer }]) =>
        name.startsWith('GET') && !isOtherMedia(answer) && entriesOf(answer)['data']?.type === 'array',
    );
    const whole = lists.filter(([, { answer, query }]) => {
      const isPaged = 'pagination' in entriesOf(answer);
      return !isPaged || !['page', 'limit'].every((name) => name in (query?.entries ?? {}));
    });
    expect(lists.length).toBeGreaterThan(15);
    expect(whole.map(([name]) => name).toSorted()).toEqual(SHORT);
  });

  it('R-LIM-01 C-158 a list without a limit is its first 50 rows; who pages on has each row once', async () => {
    const api = apiClient(server, await registerShop(server));
    for (let index = 0; index < 53; index += 1) {
      server.clock.advance(1_000);
      expect((await api.post('/customers', { name: `Customer ${index}` })).status).toBe(201);
    }
    const first = await api.get('/customers');
    expect([listOf(first).length, paginationOf(first)]).toEqual([50, { page: 1, limit: 50, total: 53, totalPages: 2 }]);
    const names = [...listOf(first), ...listOf(await api.get('/customers?page=2'))].map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 53 }, (_, index) => `Customer ${52 - index}`));
    expect(listOf(await api.get('/customers?limit=200'))).toHaveLength(53);
    expect(await api.get('/customers?limit=201')).toMatchObject({
      status: 422,
      body: invalid('limit', 'limit must be a whole number from 1 to 200'),
    });
  });

  it.each(['users', 'users/{user}/sessions', 'devices', 'conflicts', 'payment-methods', 'items/{item}/history'])(
    'R-LIM-01 GET /%s answers the page that was asked for',
    async (path) => {
      const owner = await registerShop(server);
      const api = apiClient(server, owner);
      const item = (await api.post('/items', { name: 'Soap', price: 5 })).body as { data: { id: number } };
      const call = `/${path.replace('{user}', String(owner.userId)).replace('{item}', String(item.data.id))}`;
      const all = await api.get(call);
      const total = listOf(all).length;
      expect(paginationOf(all)).toEqual({ page: 1, limit: 50, total, totalPages: 1 });
      const second = await api.get(`${call}?limit=1&page=2`);
      expect(listOf(second)).toEqual(listOf(all).slice(1, 2));
      expect(paginationOf(second)).toEqual({ page: 2, limit: 1, total, totalPages: Math.max(1, total) });
      expect((await api.get(`${call}?limit=201`)).status).toBe(422);
    },
  );

  const idsOf = (answer: Awaited<ReturnType<ReturnType<typeof apiClient>['get']>>) =>
    listOf(answer).map(({ id }) => id);

  it('X-TYPE-31 X-TYPE-32 R-ITEM-18 R-CUST-03 C-127 a search finds what reads the same, its words in any order', async () => {
    const api = apiClient(server, await registerShop(server));
    const made = async (path: string, body: Record<string, unknown>) =>
      ((await api.post(path, body)).body as { data: { id: number } }).data.id;
    const cafe = await made('/items', { name: 'Café Crème 100%', price: 5, sku: 'CC-1' });
    await made('/items', { name: 'Creme soap', price: 7 });
    for (const typed of ['cafe', 'CREME  café', 'crème cc', 'cafe\u0301', 'ｃａｆｅ', '100%', 'cc-1 crème', 'cc–1'])
      expect([typed, idsOf(await api.get(`/items?q=${encodeURIComponent(typed)}`))]).toEqual([typed, [cafe]]);
    for (const typed of ['cafe tea', '100_', 'cremesoap'])
      expect([typed, idsOf(await api.get(`/items?q=${encodeURIComponent(typed)}`))]).toEqual([typed, []]);
    expect(idsOf(await api.get(`/items/search/${encodeURIComponent('Crème cafe')}`))).toEqual([cafe]);
    const mama = await made('/suppliers', { name: 'Mama’s Kitchen', phone: '0772 123456' });
    expect(idsOf(await api.get(`/suppliers?q=${encodeURIComponent("kitchen mama's")}`))).toEqual([mama]);
  });

  it('X-TYPE-33 R-CUST-04 C-127 a person is found by a phone however it is spelled', async () => {
    const api = apiClient(server, await registerShop(server));
    const spelled = ['0772 123 456', '+256772123456', '+256 (0)772-123456'];
    const ids: number[] = [];
    for (const phone of spelled) {
      server.clock.advance(1_000);
      const answer = await api.post('/customers', { name: `Grace ${phone}`, phone });
      expect(answer.status).toBe(201);
      ids.unshift((answer.body as { data: { id: number } }).data.id);
    }
    await api.post('/customers', { name: 'Another', phone: '0772 123457' });
    const supplier = await api.post('/suppliers', { name: 'Mukwano', phone: '+256 (0)772-123456' });
    await api.post('/suppliers', { name: 'Bidco', phone: '0772 123457' });
    const supplierIds = [(supplier.body as { data: { id: number } }).data.id];
    for (const typed of [...spelled, '00256772123456', '772.123.456', '0772/123456', '256772123456', '7721 234 56'])
      for (const [list, found] of Object.entries({ customers: ids, suppliers: supplierIds }))
        expect([typed, idsOf(await api.get(`/${list}?q=${encodeURIComponent(typed)}`))]).toEqual([typed, found]);
  });
});
