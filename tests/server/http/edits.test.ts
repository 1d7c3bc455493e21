import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

describe.each(ENGINES)('the calls that edit, remove and settle on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let staff: ApiClient;
  let stranger: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    staff = apiClient(server, await addStaff(server, shop));
    stranger = apiClient(server, await registerShop(server));
  });
  afterAll(() => server.close());

  it('R-API-23 changes a customer: what is not sent stays, what is blank goes', async () => {
    const { id } = dataOf(await api.post('/customers', { name: 'Grace', phone: '0772', notes: 'Pays late' }));
    const changed = await staff.patch(`/customers/${id}`, { address: 'Ntinda', notes: '' });
    expect([changed.status, dataOf(changed)]).toMatchObject([
      200,
      { name: 'Grace', phone: '0772', address: 'Ntinda', notes: null },
    ]);
    expect((await api.patch(`/customers/${id}`, { name: ' ' })).body).toEqual(
      invalid('name', 'Customer name is required'),
    );
    expect((await stranger.patch(`/customers/${id}`, { name: 'Mine' })).status).toBe(404);
  });

  it("R-CTR-09 a second 'Other' is archived as it comes, until the first is archived", async () => {
    const other = apiClient(server, await registerShop(server));
    const make = async (sku: string) =>
      dataOf(await other.post('/items', { name: 'Other', sku, type: 'service', price: '5' }));
    const first = await make('OTHER');
    expect(first).toMatchObject({ isActive: true });
    expect(await make('OTHER')).toMatchObject({ isActive: false });
    expect(await make('other')).toMatchObject({ isActive: true });
    await other.patch(`/items/${first['id']}/active`, { isActive: false });
    expect(await make('OTHER')).toMatchObject({ isActive: true });
  });

  it('R-CUST-26 C-116 deletes a customer without sales, and none with', async () => {
    const [used, unused] = [
      dataOf(await api.post('/customers', { name: 'Used' })).id,
      dataOf(await api.post('/customers', { name: 'Unused' })).id,
    ];
    const itemId = dataOf(await api.post('/items', { name: 'Sugar', price: 5 })).id;
    await api.post('/sales', { items: [{ itemId, quantity: 1 }], customerId: used });
    expect((await stranger.delete(`/customers/${unused}`)).status).toBe(404);
    expect((await staff.delete(`/customers/${unused}`)).body).toEqual({ success: true, data: { id: unused } });
    expect((await api.get(`/customers/${unused}`)).status).toBe(404);
    const refused = await api.delete(`/customers/${used}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      error: 'Not accepted',
      message: 'Failed to delete customer. There may be sales associated with this customer.',
      details: [{ path: '', message: 'customer_in_use' }],
    });
    expect((await api.get(`/customers/${used}`)).status).toBe(200);
  });

  it('R-API-35 R-PAY-17 R-PAY-18 C-054 removes, refuses and archives payment methods', async () => {
    const methodNamed = async (name: string) =>
      listOf(await api.get('/payment-methods')).find((method) => method['name'] === name);
    const cash = await methodNamed('Cash');
    expect((await api.delete(`/payment-methods/${cash?.id}`)).body).toMatchObject({
      message: 'This payment method cannot be removed',
    });
    const used = dataOf(await api.post('/payment-methods', { name: 'Cheque' })).id;
    const itemId = dataOf(await api.post('/items', { name: 'Salt', price: 5 })).id;
    await api.post('/sales', { items: [{ itemId, quantity: 1 }], paymentMethodId: used });
    const refused = await api.delete(`/payment-methods/${used}`);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message:
          'Cannot delete payment method that is used in sales. Please remove all sales using this payment method first.',
      },
    ]);
    expect((await api.patch(`/payment-methods/${used}/archived`, { isArchived: true })).status).toBe(200);
    expect(await methodNamed('Cheque')).toBeUndefined();
    const unused = dataOf(await api.post('/payment-methods', { name: 'Shells' })).id;
    await api.patch(`/payment-methods/${unused}/default`);
    expect((await stranger.delete(`/payment-methods/${unused}`)).status).toBe(404);
    expect((await staff.delete(`/payment-methods/${unused}`)).status).toBe(403);
    expect((await api.delete(`/payment-methods/${unused}`)).body).toEqual({ success: true, data: { id: unused } });
    expect(await methodNamed('Shells')).toBeUndefined();
    // A freed name can be used again, and adding an archived method restores it.
    expect((await api.post('/payment-methods', { name: 'Shells' })).status).toBe(201);
  });

  it('R-API-37 R-BIZ-19 R-BIZ-22 R-BIZ-23 R-BIZ-24 R-BIZ-25 R-BIZ-27 R-BIZ-28 C-137 changes the details that were sent, and no others', async () => {
    const path = `/business/${shop.businessId}`;
    const changed = await api.put(path, { name: 'Sweet Things', address: 'Main Street 5', description: 'Sugar' });
    expect([changed.status, dataOf(changed)]).toMatchObject([
      200,
      { id: shop.businessId, name: 'Sweet Things', address: 'Main Street 5', description: 'Sugar' },
    ]);
    const { slug, currency, country } = dataOf(changed);
    expect(dataOf(await api.put(path, { slug, currency, country, email: '' }))).toMatchObject({ slug, email: '' });
    for (const [body, field, message] of [
      [{ name: 'x' }, 'name', 'Business name must be at least 2 characters'],
      [{ email: 'nonsense' }, 'email', 'Please enter a valid email'],
      [{ address: 'here' }, 'address', 'Address must be at least 5 characters'],
      [{ country: 'U' }, 'country', 'Country must be at least 2 characters'],
      [{ profileImageUrl: 'nonsense' }, 'profileImageUrl', 'Please enter a valid URL'],
      [{ description: 'x'.repeat(501) }, 'description', 'Description must be 500 characters or less.'],
    ] as const)
      expect((await api.put(path, body)).body).toEqual(invalid(field, message));
    expect((await staff.put(path, { name: 'Mine now' })).status).toBe(403);
    expect((await stranger.put(path, { name: 'Mine now' })).status).toBe(404);
  });

  it('C-105 an archived item leaves the list and is found again by its number', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Old soap', price: 5 }));
    expect(dataOf(await staff.patch(`/items/${id}/active`, { isActive: false }))).toMatchObject({ isActive: false });
    expect(listOf(await api.get('/items?q=old soap'))).toEqual([]);
    expect(dataOf(await api.get(`/items/${id}`))).toMatchObject({ isActive: false });
    await api.patch(`/items/${id}/active`, { isActive: true });
    expect(listOf(await api.get('/items?q=old soap'))).toHaveLength(1);
    expect((await stranger.patch(`/items/${id}/active`, { isActive: false })).status).toBe(404);
  });

  it('C-026 M40 takes what a person says of Kaunta', async () => {
    const sent = await staff.post('/feedback', { rating: 4, message: ' Good ' });
    expect([sent.status, dataOf(sent)]).toMatchObject([201, { rating: 4, message: 'Good' }]);
    expect((await staff.post('/feedback', { rating: 6 })).body).toEqual(
      invalid('rating', 'Please choose 1 to 5 stars'),
    );
  });

  it('G5 SYN-13 lists what two people meant, to who may know of it, and keeps the side that a person names', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Tea', price: 5, costPrice: 3 }));
    await api.patch(`/items/${id}`, { name: 'Black tea', costPrice: 4 });
    const device = PushDevice.of(server, shop);
    const pushed = await device.push([
      device.wire('item.edit', {
        id,
        base: { name: 'Tea', costPriceMinor: 300 },
        change: { name: 'Green tea', costPriceMinor: 222_222 },
      }),
    ]);
    expect(pushed.outcomes).toMatchObject([{ kind: 'conflict', codes: ['name', 'costPriceMinor'] }]);
    const conflicts = listOf(await api.get('/conflicts'));
    expect(conflicts).toHaveLength(2);
    const [byName, byCost] = ['name', 'costPriceMinor'].map((group) =>
      conflicts.find((each) => each['group'] === group),
    );
    expect(byName).toMatchObject({ theirs: { values: { name: 'Black tea' }, userId: shop.userId } });
    const seenByStaff = await staff.get('/conflicts');
    expect(listOf(seenByStaff).map((each) => each.id)).toEqual([byName?.id]);
    expect(JSON.stringify(seenByStaff.body)).not.toContain('222222');
    expect((await staff.post(`/conflicts/${byCost?.id}/settle`, { keep: 'mine' })).status).toBe(404);
    expect((await stranger.post(`/conflicts/${byName?.id}/settle`, { keep: 'mine' })).status).toBe(404);
    expect(dataOf(await staff.post(`/conflicts/${byName?.id}/settle`, { keep: 'mine' }))).toMatchObject({
      status: 'settled',
      settled: { kept: 'mine' },
    });
    await api.post(`/conflicts/${byCost?.id}/settle`, { keep: 'theirs' });
    expect(dataOf(await api.get(`/items/${id}`))).toMatchObject({ name: 'Green tea', costPrice: '4.00' });
    expect(listOf(await api.get('/conflicts'))).toEqual([]);
  });

  it('docs 0010 a plain edit is never in conflict: its author sees the row as it stands', async () => {
    const { id } = dataOf(await api.post('/customers', { name: 'Asha' }));
    await api.patch(`/customers/${id}`, { name: 'Asha A' });
    const device = PushDevice.of(server, shop);
    await device.push([device.wire('customer.edit', { id, base: { name: 'Asha' }, change: { name: 'Asha B' } })]);
    expect(listOf(await api.get('/conflicts'))).toHaveLength(1);
    expect(dataOf(await api.patch(`/customers/${id}`, { name: 'Asha C' }))['name']).toBe('Asha C');
    expect(listOf(await api.get('/conflicts'))).toEqual([]);
  });
});
