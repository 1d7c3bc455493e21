import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { customerArgs, itemArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the slug and the currency of a business on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await registerShop(server);
    api = apiClient(server, shop);
    path = `/business/${shop.businessId}`;
  });
  const business = async () => (dataOf(await api.get('/auth/me')) as unknown as { business: object }).business;

  it('R-BIZ-32 M34 takes a slug that is free, at once and for every device, and refuses one that another shop has', async () => {
    const device = PushDevice.of(server, shop);
    const { cookie } = await device.pullAll();
    const slug = `slug-${shop.businessId}`;
    const other = await registerShop(server);
    expect(dataOf(await api.patch(`${path}/slug`, { slug }))).toMatchObject({ slug });
    expect((await device.pullAll(cookie)).rows.get(`business/${shop.businessId}`)).toMatchObject({ slug });
    const taken = await apiClient(server, other).patch(`/business/${other.businessId}/slug`, { slug });
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { message: 'This link name is already taken', details: [{ path: 'slug' }] },
    ]);
    // The old slug is free for others.
    expect(
      (await apiClient(server, other).patch(`/business/${other.businessId}/slug`, { slug: shop.slug })).status,
    ).toBe(200);
  });

  it.each([
    ['R-BIZ-20', 'a', 'Link name must be at least 2 characters'],
    ['R-BIZ-21', 'My Shop', 'Link name can contain only lowercase letters, digits and hyphens'],
    ['C-023', 'items', 'This link name is reserved'],
  ])('%s refuses the slug %j', async (_id, slug, message) => {
    const answer = await api.patch(`${path}/slug`, { slug });
    expect([answer.status, answer.body]).toEqual([422, invalid('slug', message)]);
    expect(await business()).toMatchObject({ slug: shop.slug });
  });

  it('R-BIZ-22 C-134 an empty slug keeps the one before', async () => {
    for (const slug of ['', '  ', null])
      expect(dataOf(await api.patch(`${path}/slug`, { slug }))).toMatchObject({ slug: shop.slug });
  });

  it('X-TYPE-42 C-140 takes another time zone, and refuses what is none', async () => {
    const device = PushDevice.of(server, shop);
    expect((await api.put(path, { timeZone: 'Africa/Nairobi' })).status).toBe(200);
    const { rows } = await device.pullAll();
    expect(rows.get(`business/${shop.businessId}`)).toMatchObject({ timeZone: 'Africa/Nairobi' });
    for (const timeZone of ['Etc/Unknown', '', '+03:00', 'Africa/Kampala\u0000']) {
      const refused = await api.put(path, { timeZone });
      expect([timeZone, refused.status, refused.body]).toEqual([
        timeZone,
        422,
        invalid('timeZone', 'Time zone is not known'),
      ]);
    }
  });

  it('R-BIZ-26 C-043 M34 takes another currency, and stamps it on nothing that is already there', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    await device.push([device.wire('item.create', item)]);
    const { cookie } = await device.pullAll();
    expect(dataOf(await api.patch(`${path}/currency`, { currency: 'KES' }))).toMatchObject({ currency: 'KES' });
    const { rows } = await device.pullAll(cookie);
    expect(rows.get(`business/${shop.businessId}`)).toMatchObject({ currency: 'KES' });
    expect(rows.has(`item/${item.id}`)).toBe(false);
    // A sale asks for the item's price in the new currency, and so the item says.
    for (const call of [`/items/${item.id}`, `/items/${item.id}/details`])
      expect(dataOf(await api.get(call))).toMatchObject({ id: item.id, currency: 'KES' });
    const listed = [...listOf(await api.get('/items')), ...listOf(await api.get(`/items/search/${item.name}`))];
    expect(listed).toMatchObject([{ currency: 'KES' }, { currency: 'KES' }]);
    expect(dataOf(await api.patch(`/items/${item.id}`, { price: '7' }))).toMatchObject({
      currency: 'KES',
      price: '7.00',
    });
    expect((await api.patch(`${path}/currency`, { currency: '' })).body).toEqual(
      invalid('currency', 'Currency is required'),
    );
  });

  it('R-ENT-08 C-037 one whose row names no currency trades in USD', async () => {
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, async (tx) => {
      const [before] = await tx.getMany('business', [shop.businessId]);
      if (!before) throw new Error('The business is there');
      await tx.writeRows([{ table: 'business', id: before.id, before, after: { ...before, currency: '' } }]);
    });
    expect(await business()).toMatchObject({ currency: 'USD' });
    const { id: itemId } = dataOf(await api.post('/items', { name: 'Sugar', price: 5 }));
    const sold = dataOf(await api.post('/sales', { items: [{ itemId, quantity: 1 }] }));
    expect(sold).toMatchObject({ currency: 'USD' });
    expect(dataOf(await api.get(`/items/${itemId}`))).toMatchObject({ currency: 'USD' });
  });

  it('SYN-7 M34 refuses another currency while changes wait on the device that asks', async () => {
    const device = PushDevice.of(server, shop);
    const waiting = device.wire('customer.create', customerArgs(device));
    const asking = { clientId: device.clientId, lastMid: 1 };
    const ask = (changes: object = {}) =>
      api.patch(`${path}/currency`, { currency: 'KES', device: { ...asking, ...changes } });
    const refused = await ask();
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: 'Send the changes that wait on this device first, then change the currency.' },
    ]);
    await device.push([waiting]);
    // An unknown device, or another user's device, counts as having sent nothing.
    expect((await ask({ clientId: 'f'.repeat(16) })).status).toBe(409);
    expect(await business()).toMatchObject({ currency: 'UGX' });
    expect((await ask()).status).toBe(200);
  });

  it('SYN-7 R-API-37 the form sent once more under its key takes back nothing that was changed since', async () => {
    const [first, later] = [`first-${shop.businessId}`, `later-${shop.businessId}`];
    const save = () =>
      api.put(path, { name: 'Sweet Things', slug: first, currency: 'KES' }, { 'idempotency-key': 'a-form' });
    const saved = await save();
    expect(dataOf(saved)).toMatchObject({ slug: first, currency: 'KES' });
    await api.patch(`${path}/slug`, { slug: later });
    await api.patch(`${path}/currency`, { currency: 'TZS' });
    expect((await save()).body).toEqual(saved.body);
    expect(await business()).toMatchObject({ slug: later, currency: 'TZS' });
  });

  it('SYN-7b R-API-37 a form that is refused for its key changes neither slug nor currency', async () => {
    const [first, later] = [`early-${shop.businessId}`, `late-${shop.businessId}`];
    const save = (fields: object = {}) =>
      api.put(
        path,
        { name: 'Sweet Things', slug: first, currency: 'KES', ...fields },
        { 'idempotency-key': 'an-old-form' },
      );
    expect((await save()).status).toBe(200);
    await api.patch(`${path}/slug`, { slug: later });
    await api.patch(`${path}/currency`, { currency: 'TZS' });
    expect((await save({ name: 'Another form' })).status).toBe(422);
    expect(await business()).toMatchObject({ slug: later, currency: 'TZS' });
    // Housekeeping deletes an answer after 30 days; that the call was made is known for ever.
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query("delete from idempotency_key where key = 'an-old-form'"),
    );
    expect((await save()).status).toBe(409);
    expect(await business()).toMatchObject({ slug: later, currency: 'TZS' });
  });

  it('R-API-37 R-BIZ-32 the documents’ form takes slug and currency along with the other details', async () => {
    const slug = `whole-${shop.businessId}`;
    const saved = await api.put(path, { name: 'Sweet Things', slug, currency: 'KES', address: 'Main Street 5' });
    expect(dataOf(saved)).toMatchObject({ name: 'Sweet Things', slug, currency: 'KES', address: 'Main Street 5' });
    const other = await registerShop(server);
    const refused = await apiClient(server, other).put(`/business/${other.businessId}`, { name: 'Other', slug });
    expect(refused.status).toBe(409);
    expect((await api.put(path, { name: 'Sweet Things', slug: 'Not a slug' })).status).toBe(422);
    expect((await api.put(path, { name: 'Sweeter', slug: '', currency: 'KES' })).status).toBe(200);
  });
});
