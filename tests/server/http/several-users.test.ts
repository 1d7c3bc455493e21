import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('R-GEN-03 a business can have several users: each signs in for himself, and all of them work in the one shop', async () => {
  const shop = await registerShop(server);
  const members = [await addStaff(server, shop), await addStaff(server, shop)];
  const owner = apiClient(server, shop);
  for (const member of members) {
    expect(member.userId).not.toBe(shop.userId);
    const customer = dataOf(await apiClient(server, member).post('/customers', { name: 'Asha' }));
    const seen = dataOf(await owner.get(`/customers/${customer.id}`));
    expect(seen).toMatchObject({ name: 'Asha', createdByUserId: member.userId });
  }
  expect(members[0]?.userId).not.toBe(members[1]?.userId);
});
