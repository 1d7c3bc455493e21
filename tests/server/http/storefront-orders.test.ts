import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS_KEPT_MS } from '../../../server/mutate/plain-call.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('ordering on the storefront, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let sugarId: number;
  let riceId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    sugarId = await shelve({ name: 'Sugar', price: '4500', stock: '20' });
    riceId = await shelve({ name: 'Rice', price: '3333.33', stock: '20', unitOfMeasure: 'Kilogram' });
  });
  afterAll(() => server.close());

  async function shelve(item: object, isInStore = true): Promise<number> {
    const { id } = dataOf(await api.post('/items', item));
    if (isInStore) await api.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
    return id;
  }

  let visitors = 0;
  /** Places an order; each visitor has their own phone number and address. */
  const place = (body: object = {}, headers: Record<string, string> = {}, slug = shop.slug) => {
    visitors += 1;
    return ask(server, `POST /api/v1/stores/${slug}/orders`, {
      body: {
        name: 'Grace',
        phone: `07${String(visitors).padStart(8, '0')}`,
        items: [{ itemId: sugarId, quantity: '2' }],
        ...body,
      },
      headers,
      address: `10.0.${visitors % 250}.1`,
    });
  };
  const orders = async () => listOf(await api.get('/orders'));
  const customers = async () => listOf(await api.get('/customers'));

  it('R-GEN-12 R-ENT-11 C-025 C-039 C-044 C-087 C-088 a visitor without an account orders: a pending order at the shop’s prices, and a customer', async () => {
    const placed = await place({
      name: ' Grace Nakato ',
      phone: '0772 900 100',
      address: 'Plot 4, Ntinda',
      notes: 'before noon',
      items: [
        { itemId: sugarId, quantity: '2', unitPrice: '1' },
        { itemId: riceId, quantity: 2.5 },
      ],
    });
    expect(placed.status).toBe(201);
    const number = `ORD-${server.clock.nowMs()}`;
    expect(placed.body).toEqual({
      success: true,
      data: {
        orderNumber: number,
        status: 'pending',
        totalAmount: '17333.33',
        currency: 'UGX',
        createdAt: new Date(server.clock.nowMs()).toISOString(),
        items: [
          { itemId: sugarId, name: 'Sugar', quantity: '2.00', unitPrice: '4500.00', totalAmount: '9000.00' },
          { itemId: riceId, name: 'Rice', quantity: '2.50', unitPrice: '3333.33', totalAmount: '8333.33' },
        ],
      },
    });
    const [order] = await orders();
    const [customer] = await customers();
    expect(order).toMatchObject({
      orderNumber: number,
      status: 'pending',
      customerId: customer?.id,
      createdByUserId: null,
      notes: 'before noon',
      customer: { name: 'Grace Nakato', phone: '0772 900 100', address: 'Plot 4, Ntinda' },
    });
    expect(customer).toMatchObject({ name: 'Grace Nakato', phone: '0772 900 100', createdByUserId: null });
  });

  it('M11 stock moves at fulfilment, and the last one may be ordered twice', async () => {
    const lastId = await shelve({ name: 'Kettle', price: '50000', stock: '1' });
    const items = [{ itemId: lastId, quantity: 1 }];
    expect([(await place({ items })).status, (await place({ items })).status]).toEqual([201, 201]);
    expect(dataOf(await api.get(`/items/${lastId}`))['currentStock']).toBe('1.00');
  });

  it('C-087 C-005 whoever has ordered before, or is known, is the same customer however the number is typed', async () => {
    const known = dataOf(await api.post('/customers', { name: 'Old Moses', phone: '+256 (0)701-555 444' }));
    const before = (await customers()).length;
    expect((await place({ name: 'Moses', phone: '0701555444' })).status).toBe(201);
    expect((await place({ name: 'Moses K', phone: '256701555444' })).status).toBe(201);
    expect((await customers()).length).toBe(before);
    const [last, first] = await orders();
    expect([first?.['customerId'], last?.['customerId']]).toEqual([known.id, known.id]);
    // The order has the values typed this time.
    expect(last).toMatchObject({ customer: { name: 'Moses K', phone: '256701555444', address: null } });
    await place({ phone: '+254 701 555 444' });
    expect((await customers()).length).toBe(before + 1);
  });

  it('C-088 two orders of one moment bear two numbers', async () => {
    await Promise.all([place(), place(), place()]);
    const numbers = (await orders()).map((order) => order['orderNumber']);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('C-114 C-105 G36 nothing that is out of stock, archived, not in the store or another shop’s', async () => {
    const outId = await shelve({ name: 'Salt', price: '900', stock: '0' });
    const hiddenId = await shelve({ name: 'Tea', price: '900', stock: '5' }, false);
    const archivedId = await shelve({ name: 'Soap', price: '900', stock: '5' });
    await api.patch(`/items/${archivedId}/active`, { isActive: false });
    const count = (await orders()).length;
    const gone = 'This item is no longer in the store';
    for (const [itemId, sentence] of [
      [outId, 'Out of stock'],
      [hiddenId, gone],
      [archivedId, gone],
      [987_654, gone],
      ['x', gone],
    ] as const) {
      const refused = await place({
        items: [
          { itemId: sugarId, quantity: 1 },
          { itemId, quantity: 1 },
        ],
      });
      expect([refused.status, refused.body]).toEqual([422, invalid('items.1', sentence)]);
    }
    expect((await orders()).length).toBe(count);
  });

  it('G36 C-055 X-TYPE-35 caps quantities and lines, and asks for a name and a phone', async () => {
    const line = (quantity: unknown, itemId = sugarId) => ({ items: [{ itemId, quantity }] });
    for (const [body, path, sentence] of [
      [line('1000.01'), 'items.0.quantity', 'Order at most 1000 of one item'],
      [line('0'), 'items.0.quantity', 'Quantity must be a positive number'],
      [line('-1'), 'items.0.quantity', 'Quantity must be a positive number'],
      [line('0.5'), 'items.0', 'Quantity must be at least 1'],
      [{ items: [] }, 'items', 'Please add at least one item'],
      [
        { items: Array.from({ length: 51 }, () => ({ itemId: sugarId, quantity: 1 })) },
        'items',
        'An order holds at most 50 items',
      ],
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ phone: '' }, 'phone', 'Phone number is too short'],
      [{ phone: 'call me later' }, 'phone', 'Invalid phone number format'],
      [{ extra: 'https://buy.example' }, 'extra', 'Your order was not sent. Please tap Place order once more.'],
    ] as const) {
      const refused = await place(body);
      expect([refused.status, refused.body]).toEqual([422, invalid(path, sentence)]);
    }
    expect((await place(line('0.5', riceId))).status).toBe(201);
  });

  it('G36 C-044 a visitor who was shown another total is asked again, and nothing is ordered', async () => {
    const count = (await orders()).length;
    const stale = await place({ totalAmount: '8000' });
    expect([stale.status, (stale.body as { message: string }).message]).toEqual([
      409,
      'The prices have changed. Please look at your order again.',
    ]);
    expect((await orders()).length).toBe(count);
    expect((await place({ totalAmount: '9000.00' })).status).toBe(201);
  });

  it('G60 SYN-7 an order that is sent again under its key is one order', async () => {
    const count = (await orders()).length;
    const body = { phone: '0772 333 444' };
    const [first, second] = await Promise.all([
      place(body, { 'idempotency-key': 'visit-1' }),
      place(body, { 'idempotency-key': 'visit-1' }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await orders()).length).toBe(count + 1);
    const other = await place({ ...body, name: 'Another' }, { 'idempotency-key': 'visit-1' });
    expect(other.status).toBe(422);
  });

  it('G60 SYN-7 SYN-2 also when its answer was forgotten after 30 days: the same order is told, and nobody is new', async () => {
    const body = { name: 'Patience', phone: '0772 333 555' };
    const again = () => place(body, { 'idempotency-key': 'visit-2' });
    const first = await again();
    expect(first.status).toBe(201);
    server.clock.advance(ANSWERS_KEPT_MS + 1);
    // By then the shop's session has expired too.
    const signedIn = await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.phone, pin: shop.pin } });
    const { authToken } = dataOf(signedIn) as unknown as { authToken: string };
    api = apiClient(server, { token: authToken });
    const [count, known] = [(await orders()).length, (await customers()).length];
    const [second, third] = await Promise.all([again(), again()]);
    expect([second.status, third.status]).toEqual([201, 201]);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    expect([(await orders()).length, (await customers()).length]).toEqual([count, known]);
    expect((await place(body, { 'idempotency-key': 'visit-3' })).status).toBe(201);
    expect((await orders()).length).toBe(count + 1);
  });

  it('SYN-7 a visitor’s key is none of the shop’s own: the call that has the same one is made', async () => {
    expect((await place({}, { 'idempotency-key': 'sale-1001' })).status).toBe(201);
    expect((await api.post('/customers', { name: 'Own' }, { 'idempotency-key': 'sale-1001' })).status).toBe(201);
    expect((await place({ name: 'Later' }, { 'idempotency-key': 'sale-1001' })).status).toBe(422);
  });

  it('G36 nobody floods a shop: after ten orders of a phone, or thirty of an address, each further one waits', async () => {
    const flooded = await registerShop(server);
    const statuses = async (count: number, visitor: (nth: number) => { phone: string; address: string }) => {
      const seen = [];
      for (let nth = 1; nth <= count; nth += 1) {
        const { phone, address } = visitor(nth);
        const body = { name: 'Flood', phone, items: [{ itemId: 1, quantity: 1 }] };
        seen.push((await ask(server, `POST /api/v1/stores/${flooded.slug}/orders`, { body, address })).status);
      }
      return seen;
    };
    const byPhone = await statuses(11, (nth) => ({ phone: '0788 000 001', address: `10.1.${nth}.1` }));
    expect(byPhone.slice(0, 10).every((status) => status === 422)).toBe(true);
    expect(byPhone.at(-1)).toBe(429);
    expect((await statuses(1, () => ({ phone: '+256 788 000 001', address: '10.4.1.1' })))[0]).toBe(429);
    const byAddress = await statuses(31, (nth) => ({ phone: `0789 000 0${nth + 10}`, address: '10.2.1.1' }));
    expect(byAddress.indexOf(429)).toBe(30);
    server.clock.advance(60_000);
    expect((await statuses(1, () => ({ phone: '0788 000 001', address: '10.3.1.1' })))[0]).toBe(422);
  });

  it('C-022 C-129 G8 there is no store of that name', async () => {
    const unknown = await place({}, {}, 'nobody-sells-here');
    expect([unknown.status, (unknown.body as { message: string }).message]).toEqual([
      404,
      'There is no store at this address.',
    ]);
    const other = await registerShop(server);
    const foreign = await place({}, {}, other.slug);
    expect(foreign.status).toBe(422);
    expect(listOf(await apiClient(server, other).get('/orders'))).toEqual([]);
  });

  it('SYN-16 the shop’s devices hear of it', async () => {
    const heard: number[] = [];
    const stop = server.deps.events.subscribe(
      shop.businessId,
      { sessionId: 1, userId: 1 },
      {
        onNews: ({ version }) => void heard.push(version),
        onEnd: () => undefined,
      },
    );
    await place();
    expect(heard.length).toBe(1);
    stop();
  });
});
