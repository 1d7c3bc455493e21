import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('R-SNEW-27 R-API-21 X-TYPE-37 a second call with one sale number and no key is a second sale, as the description says', async () => {
  const api = apiClient(server, await registerShop(server));
  const { id: itemId } = dataOf(await api.post('/items', { name: 'Sugar', price: 5, stock: 10 }));
  const saleNumber = 'SALE-1750000000077';
  const body = { saleNumber, items: [{ itemId, quantity: 1 }] };
  const [first, second] = [await api.post('/sales', body), await api.post('/sales', body)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(dataOf(second).id).not.toBe(dataOf(first).id);
  expect(dataOf(second)).toMatchObject({ saleNumber });
  const { paths } = (await api.get('/openapi.json')).body as unknown as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  expect(paths['/sales']?.['post']?.summary).toContain('Each call without an Idempotency-Key is another sale');
});
