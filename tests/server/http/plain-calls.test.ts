import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINTED_ID_MIN } from '../../../domain/id.ts';
import { mayRun } from '../../../domain/people/permission.ts';
import { routePattern } from '../../../server/http/calls/mutation-route.ts';
import { ANSWERS_KEPT_MS } from '../../../server/mutate/plain-call.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';
import { type ApiClient, apiClient, dataOf, listOf, paginationOf } from '../../support/server/api-client.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

describe.each(ENGINES)('plain calls on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let staff: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    staff = apiClient(server, await addStaff(server, shop));
  });
  afterAll(() => server.close());

  const key = (text: string) => ({ 'idempotency-key': text });
  const countOf = async (path: string) => paginationOf(await api.get(`${path}?limit=1`))['total'];

  it('every mutation is a call of the API, under both prefixes', () => {
    const routes = new Set(server.app.routes.map((route) => `${route.method} ${route.path}`));
    for (const { name, call } of Object.values(MUTATIONS)) {
      for (const prefix of ['/api/v1', '/api'])
        expect(routes, name).toContain(`${call.method} ${prefix}${routePattern(call.path)}`);
    }
  });

  it('G7 answers 403 to who may not, before it looks at what was sent', async () => {
    for (const { name, call } of Object.values(MUTATIONS)) {
      const send = { PATCH: staff.patch, POST: staff.post, PUT: staff.put, DELETE: staff.delete }[call.method];
      const answer = await send(call.path.replaceAll(/\{\w+\}/g, '5'), { nonsense: true });
      expect([name, answer.status === 403]).toEqual([name, !mayRun('staff', name)]);
    }
  });

  it('G8 wants a session for every call', async () => {
    const reads = [
      '/items',
      '/items/1',
      '/items/1/details',
      '/items/1/stock',
      '/items/1/history',
      '/items/search/x',
      '/customers',
      '/customers/1',
      '/suppliers',
      '/suppliers/1',
      '/suppliers/search/x',
      '/conflicts',
      '/sales',
      '/sales/1',
      '/payment-methods',
      '/orders',
      '/orders/1',
    ];
    const lines = [
      ...reads.map((path) => `GET ${path}`),
      ...Object.values(MUTATIONS).map(({ call }) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '1')}`),
    ];
    for (const line of lines)
      expect([line, (await ask(server, line.replace(' ', ' /api/v1'))).status]).toEqual([line, 401]);
  });

  it('SYN-7 SYN-7b a repetition with its key is answered the same and changes nothing, also two at once', async () => {
    const before = Number(await countOf('/customers'));
    const send = () => api.post('/customers', { name: 'Once' }, key('first-key'));
    const [one, two, three] = await Promise.all([send(), send(), send()]);
    expect([one.status, two.status, three.status]).toEqual([201, 201, 201]);
    expect(two.body).toEqual(one.body);
    expect(three.body).toEqual(one.body);
    expect(await countOf('/customers')).toBe(before + 1);
    server.clock.advance(ANSWERS_KEPT_MS - 60_000);
    expect((await send()).body).toEqual(one.body);
    expect(
      (
        await ask(server, 'POST /api/customers', {
          token: shop.token,
          body: { name: 'Once' },
          headers: key('first-key'),
        })
      ).body,
    ).toEqual(one.body);
  });

  it('SYN-7 the same key with another body, path, user or role is refused', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Keyed', price: 5, costPrice: '4' }));
    expect((await api.post(`/items/${id}/stock`, { quantity: 1, costPrice: '7' }, key('k2'))).status).toBe(201);
    const others = [
      await api.post(`/items/${id}/stock`, { quantity: 2, costPrice: '7' }, key('k2')),
      await api.post('/customers', { quantity: 1, costPrice: '7' }, key('k2')),
      await api.post('/customers', { name: 'Grace' }, key('k2')),
      await staff.post(`/items/${id}/stock`, { quantity: 1, costPrice: '7' }, key('k2')),
    ];
    for (const answer of others) {
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain('7.00');
    }
    expect(dataOf(await api.get(`/items/${id}`))).toMatchObject({ currentStock: '1.00' });
    // Keys of another shop are independent.
    const other = apiClient(server, await registerShop(server));
    expect((await other.post('/customers', { name: 'Grace' }, key('k2'))).status).toBe(201);
  });

  it('SYN-7 a refused call leaves its key free', async () => {
    expect((await api.post('/customers', { name: '' }, key('k3'))).status).toBe(422);
    expect((await api.patch('/sales/999', { status: 'cancelled', notes: 'x' }, key('k3'))).status).toBe(404);
    expect((await api.post('/customers', { name: 'Late' }, key('k3'))).status).toBe(201);
  });

  it('SYN-7 SYN-7b SYN-2 an answer is forgotten after 30 days, its act is not: asked again, it is there already', async () => {
    const first = await api.post('/customers', { name: 'Punctual' }, key('k4'));
    expect(first.status).toBe(201);
    server.clock.advance(ANSWERS_KEPT_MS + 1);
    // By then the sessions have expired too.
    const again = await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.phone, pin: shop.pin } });
    const { authToken } = dataOf(again) as unknown as { authToken: string };
    shop = { ...shop, token: authToken };
    api = apiClient(server, shop);
    staff = apiClient(server, await addStaff(server, shop));
    for (const name of ['Punctual', 'Somebody else']) {
      const { status, body } = await api.post('/customers', { name }, key('k4'));
      expect([status, body]).toMatchObject([
        409,
        { error: 'Not accepted', message: expect.stringContaining('nothing was done now') },
      ]);
    }
    const { id } = dataOf(first);
    expect(listOf(await api.get('/customers?q=Punctual')).map((each) => each.id)).toEqual([id]);
    expect(listOf(await api.get('/customers?q=Somebody'))).toEqual([]);
    // Keys of another shop are independent then too.
    const other = apiClient(server, await registerShop(server));
    expect(dataOf(await other.post('/customers', { name: 'Punctual' }, key('k4'))).id).not.toBe(id);
  });

  describe('SYN-7 SYN-2 a call whose kept answer was forgotten', () => {
    let caller: ApiClient;
    let run: <Row extends object>(text: string) => Promise<Row[]>;
    beforeAll(async () => {
      const own = await registerShop(server);
      caller = apiClient(server, own);
      run = (text) => server.deps.database.transaction({ businessId: own.businessId }, (sql) => sql.query(text));
    });

    const TABLES = ['item', 'customer', 'sale', 'purchase', 'supplier', 'stock_movement', 'feedback', 'cash_count'];
    const rows = () =>
      Promise.all(TABLES.map((table) => run(`select id, doc from ${table} where not deleted order by id`)));
    const money = () => run(`select id, doc -> 'payments' as paid, doc -> 'refunds' as given from sale order by id`);
    /** Sends a call, ignores the answer, and sends it again: what `look` returns must not change. */
    async function twice(path: string, body: object, look: () => Promise<unknown> = rows) {
      const words = `${path} ${JSON.stringify(body)}`.replaceAll(/[^\x21-\x7e]/g, '');
      const first = await caller.post(path, body, key(words));
      expect([path, first.status]).toEqual([path, 201]);
      const before = await look();
      await run('delete from idempotency_key');
      const again = await caller.post(path, body, key(words));
      expect([path, await look()]).toEqual([path, before]);
      return { id: dataOf(first).id, status: again.status };
    }

    it('brings no row twice', async () => {
      const sugar = await twice('/items', { name: 'Sugar', price: 5, stock: 9 });
      const grace = await twice('/customers', { name: 'Grace' });
      const depot = await twice('/suppliers', { name: 'Depot' });
      const line = { itemId: sugar.id, quantity: 1 };
      const items = [{ ...line, unitCost: '1.00' }];
      const others = [
        await twice(`/items/${sugar.id}/stock`, { quantity: 3 }),
        await twice('/sales', { status: 'pending', customerId: grace.id, items: [line] }),
        await twice('/purchases', { supplierId: depot.id, items }),
        await twice('/purchases', { supplierName: 'Somebody new', items }),
        await twice('/feedback', { rating: 5, message: 'Good' }),
        await twice('/cash-counts', { day: '2026-06-15', expectedAmount: '5.00', countedAmount: '5.00' }),
      ];
      expect([sugar, grace, depot, ...others].map(({ status }) => status)).toEqual(Array(9).fill(409));
    });

    it('takes no money twice, and gives none back twice', async () => {
      const { id: itemId } = dataOf(await caller.post('/items', { name: 'Rice', price: 5 }));
      const { id: customerId } = dataOf(await caller.post('/customers', { name: 'Ada' }));
      const sell = async (sale: object) =>
        `/sales/${dataOf(await caller.post('/sales', { items: [{ itemId, quantity: 2 }], ...sale })).id}`;
      const paid = await twice(`${await sell({ status: 'pending', customerId })}/payments`, { amount: '4.00' }, money);
      const returned = await sell({});
      await caller.patch(returned, { status: 'cancelled', notes: 'Returned' });
      const given = await twice(`${returned}/refunds`, { way: 'refunded', amount: '4.00' }, money);
      for (const { status } of [paid, given]) expect(status).toBeLessThan(500);
    });
  });

  it.each(['', 'a b', 'ünï', 'x'.repeat(201)])('answers 400 to the key %j', async (text) => {
    const response = await server.app.request('/api/v1/customers', {
      method: 'POST',
      headers: new Headers([
        ['authorization', `Bearer ${shop.token}`],
        ['content-type', 'application/json'],
        ['idempotency-key', encodeURI(text) === text ? text : Buffer.from(text).toString('latin1')],
      ]),
      body: '{"name":"Grace"}',
    });
    expect(response.status).toBe(400);
  });

  it('R-GEN-17 C-129 another shop’s rows are answered as rows that are not there, byte for byte', async () => {
    const theirs = await registerShop(server);
    const them = apiClient(server, theirs);
    const item = dataOf(await them.post('/items', { name: 'Theirs', price: 5, stock: 9 })).id;
    const customer = dataOf(await them.post('/customers', { name: 'Their customer' })).id;
    const sale = dataOf(await them.post('/sales', { items: [{ itemId: item, quantity: 1 }] })).id;
    const method = dataOf(await them.post('/payment-methods', { name: 'Their method' })).id;
    const ours = dataOf(await api.post('/items', { name: 'Ours', price: 5 })).id;
    const nowhere = 4_321;
    const asked = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      return { status, text: JSON.stringify(body) };
    };
    const calls: ((id: number) => Promise<{ status: number; body: unknown }>)[] = [
      (id) => api.get(`/items/${id === nowhere ? nowhere : item}`),
      (id) => api.get(`/items/${id === nowhere ? nowhere : item}/details`),
      (id) => api.get(`/items/${id === nowhere ? nowhere : item}/stock`),
      (id) => api.get(`/items/${id === nowhere ? nowhere : item}/history`),
      (id) => api.get(`/customers/${id === nowhere ? nowhere : customer}`),
      (id) => api.get(`/sales/${id === nowhere ? nowhere : sale}`),
      (id) => api.patch(`/items/${id === nowhere ? nowhere : item}`, { name: 'Taken' }),
      (id) => api.post(`/items/${id === nowhere ? nowhere : item}/stock`, { quantity: 1 }),
      (id) => api.patch(`/items/${id === nowhere ? nowhere : item}/kaunta-status`, { isKauntaEnabled: true }),
      (id) => api.patch(`/sales/${id === nowhere ? nowhere : sale}`, { status: 'cancelled', notes: 'mine now' }),
      (id) => api.patch(`/payment-methods/${id === nowhere ? nowhere : method}/default`),
      (id) =>
        api.post('/sales', {
          items: [
            { itemId: ours, quantity: 1 },
            { itemId: id === nowhere ? nowhere : item, quantity: 1 },
          ],
        }),
      (id) =>
        api.post('/sales', { customerId: id === nowhere ? nowhere : customer, items: [{ itemId: ours, quantity: 1 }] }),
      (id) =>
        api.post('/sales', {
          paymentMethodId: id === nowhere ? nowhere : method,
          items: [{ itemId: ours, quantity: 1 }],
        }),
    ];
    for (const [index, call] of calls.entries()) {
      const [foreign, unknown] = [await asked(call(0)), await asked(call(nowhere))];
      expect(foreign.status, String(index)).toBe(404);
      expect(foreign, String(index)).toEqual(unknown);
      expect(foreign.text).not.toContain('Their');
    }
    for (const path of ['/items', '/customers', '/sales', '/payment-methods', '/items?q=their', '/items/search/their'])
      expect(JSON.stringify((await api.get(path)).body)).not.toContain('Their');
    expect(dataOf(await them.get(`/items/${item}`))).toMatchObject({ name: 'Theirs', currentStock: '8.00' });
    expect(dataOf(await them.get(`/sales/${sale}`))).toMatchObject({ status: 'completed' });
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999999999', '1e3', '%00', ' 1', '１'])(
    'C-149 answers 404 to the id %s',
    async (id) => {
      for (const noun of ['items', 'customers', 'sales', 'orders'])
        expect((await api.get(`/${noun}/${id}`)).status).toBe(404);
      expect((await api.patch(`/sales/${id}`, { status: 'cancelled', notes: 'x' })).status).toBe(404);
    },
  );

  it('SYN-11 what a call writes reaches the devices with a version of its own', async () => {
    const device = PushDevice.of(server, shop);
    await device.push([device.wire('item.create', itemArgs(device))]);
    const { cookie, pages } = await device.pullAll();
    const { id } = dataOf(await api.post('/customers', { name: 'By call' }));
    const page = await device.pull(cookie);
    expect(page.pages).toMatchObject([
      { table: 'customer', rows: [{ id, name: 'By call', version: (pages.at(-1)?.version ?? 0) + 1 }] },
    ]);
  });

  it('SYN-7 calls and pushes at the same time lose none of each other’s stock', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Busy', price: 5, stock: 100 }));
    const device = PushDevice.of(server, shop);
    const push = async () => {
      for (let batch = 0; batch < 5; batch += 1)
        await device.push([device.wire('sale.create', saleArgs(device, [{ id, name: 'Busy', priceMinor: 500 }]))]);
    };
    const answers = await Promise.all([
      push(),
      ...Array.from({ length: 8 }, () => api.post(`/items/${id}/stock`, { quantity: 3 })),
      ...Array.from({ length: 4 }, () => staff.post('/sales', { items: [{ itemId: id, quantity: 1 }] })),
    ]);
    expect(answers.slice(1).map((answer) => answer?.status)).toEqual(Array.from({ length: 12 }, () => 201));
    expect(dataOf(await api.get(`/items/${id}`))).toMatchObject({ currentStock: `${100 - 5 * 2 + 8 * 3 - 4}.00` });
  });

  it('SYN-2 the ids of calls are each once, and far from those that every Kaunta carries', async () => {
    const before = listOf(await api.get('/customers')).map(({ id }) => id);
    await Promise.all(Array.from({ length: 10 }, (_, index) => api.post('/customers', { name: `Same time ${index}` })));
    const after = listOf(await api.get('/customers')).map(({ id }) => id);
    expect(new Set(after).size).toBe(before.length + 10);
    for (const id of after) expect(id).toBeGreaterThanOrEqual(MINTED_ID_MIN);
  });

  it('R-GEN-02 a dismissed user changes nothing, not even with a session from before', async () => {
    const member = await addStaff(server, shop);
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query('update app_user set is_active = false where id = $1', [member.userId]),
    );
    expect((await apiClient(server, member).post('/customers', { name: 'Ghost' })).status).toBe(401);
  });
});
