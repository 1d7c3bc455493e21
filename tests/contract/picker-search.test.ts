import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Item } from '../../domain/items/item.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import { readShop } from '../../server/http/calls/read-shop.ts';
import { createSearchIndex } from '../../sync/store/search/search-index.ts';
import { type ApiClient, apiClient, listOf } from '../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../support/server/server.ts';
import { openDexieDevice } from '../support/device/test-device.ts';

/* A picker's search on the device finds the same as items/search and suppliers/search on the server. */

let server: TestServer;
let shop: SignedInUser;
let api: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  shop = await registerShop(server);
  api = apiClient(server, shop);
});
afterAll(() => server.close());

/** Makes a device with the server's rows; returns its search. */
async function openSearch(table: 'item' | 'supplier') {
  const { database } = await openDexieDevice();
  const search = createSearchIndex(database);
  onTestFinished(() => {
    search.close();
    database.close();
  });
  const rows = await readShop(server.deps.database, shop, (sql) =>
    sql.query<{ version: number; doc: Item & Supplier }>(
      `select version, doc from ${table} where business_id = $1 and not deleted`,
      [shop.businessId],
    ),
  );
  await database.write((tx) =>
    tx.rows.put(
      table,
      rows.map(({ version, doc }) => ({ ...doc, version })),
    ),
  );
  return async (term: string) => (await search.page(table, term, 1, 20)).ids;
}

const idsOnServer = async (path: string) => listOf(await api.get(path)).map(({ id }) => Number(id));

test('R-PICK-08 the item picker finds on the device what items/search/{term} answers, in its order', async () => {
  for (const item of [
    { name: 'Blue soap', price: '2500.50', sku: 'SOAP-B' },
    { name: 'Soap, white', price: '1800', costPrice: '1200' },
    { name: 'Ügandan Coffee 100%', price: '12000', sku: '4006381333931' },
    { name: 'Bread', price: '4500' },
  ]) {
    server.clock.advance(1_000);
    await api.post('/items', item);
  }
  const onDevice = await openSearch('item');
  for (const term of ['soap', 'SOAP-b', '4006381', 'ügan', '100%', '2500.5', '1200', '450', 'o', 'nothing like it']) {
    const expected = await idsOnServer(`/items/search/${encodeURIComponent(term)}`);
    expect(await onDevice(term), term).toEqual(expected);
  }
  expect(await onDevice('soap')).toHaveLength(2);
});

test('R-PICK-09 a supplier picker finds on the device what suppliers/search/{term} answers, in its order', async () => {
  for (const supplier of [
    { name: 'Mukwano', phone: '0772 555111', email: 'sales@mukwano.example' },
    { name: 'Gamma', address: 'Ntinda Road', notes: 'Comes on Fridays' },
    { name: 'Kampala Wholesalers', phone: '0701 555222' },
  ]) {
    server.clock.advance(1_000);
    await api.post('/suppliers', supplier);
  }
  const onDevice = await openSearch('supplier');
  for (const term of ['muk', '555', 'SALES@', 'ntinda', 'friday', 'a', 'nobody']) {
    const expected = await idsOnServer(`/suppliers/search/${encodeURIComponent(term)}`);
    expect(await onDevice(term), term).toEqual(expected);
  }
  expect(await onDevice('555')).toHaveLength(2);
});
