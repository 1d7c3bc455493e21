import { putSubscription } from '../../../server/db/queries/push-subscription.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPushSender } from '../../../server/web-push/push-sender.ts';
import { readVapidKeys } from '../../../server/web-push/vapid.ts';
import { systemClock } from '../../../server/clock.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { PushReceiver, PushService } from '../../../e2e/fixtures/push-service.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';
import { PATIENTLY } from '../../support/patience.ts';

describe.each(ROUTE_ENGINES)('being told of new orders, on %s', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-push-'));
  const keys = readVapidKeys({ dataDir });
  let service: PushService;
  let server: TestServer;
  beforeAll(async () => {
    service = await PushService.open();
    const push = createPushSender(keys, 'mailto:a@example.com', systemClock);
    server = await startTestServer({
      engine,
      push,
      settings: { pushServices: [service.origin, 'push.example', '*.many.example'] },
    });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
    rmSync(dataDir, { recursive: true });
  });

  let shop: SignedInUser;
  let api: ApiClient;
  let itemId: number;
  beforeEach(async () => {
    service.received.length = 0;
    service.status = 201;
    shop = await registerShop(server);
    api = apiClient(server, shop);
    itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '4500', stock: '1000' })).id;
    await api.patch(`/items/${itemId}/kaunta-status`, { isKauntaEnabled: true });
  });

  let visitors = 0;
  const order = async (name = 'Grace') => {
    visitors += 1;
    const body = { name, phone: `07${String(visitors).padStart(8, '0')}`, items: [{ itemId, quantity: '2' }] };
    const placed = await ask(server, `POST /api/v1/stores/${shop.slug}/orders`, {
      body,
      address: `10.1.${visitors}.1`,
    });
    expect(placed.status).toBe(201);
    return (placed.body as { data: { orderNumber: string } }).data.orderNumber;
  };
  const subscribe = (receiver: PushReceiver, path: string, by = api) =>
    by.put('/push/subscription', receiver.subscriptionAt(service.origin + path));
  const arrived = (count: number) => vi.waitFor(() => expect(service.received).toHaveLength(count), PATIENTLY);

  it('R-NOTIF-19 G37 a device that subscribed is told of a new order in words that only it can read, by a server that it knows', async () => {
    const receiver = new PushReceiver();
    expect(dataOf(await api.get('/push/key'))).toEqual({ publicKey: keys.publicKey });
    expect((await subscribe(receiver, '/one')).status).toBe(200);
    const orderNumber = await order('Grace Nakato');
    await arrived(1);
    const [message] = service.received;
    expect(message?.path).toBe('/one');
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '43200' });
    expect(message?.headers.authorization).toContain(`k=${keys.publicKey}`);
    expect(message?.body.toString('latin1')).not.toContain('Grace');
    const [stored] = listOf(await api.get('/orders'));
    expect(JSON.parse(receiver.read(message?.body ?? Buffer.alloc(0)))).toMatchObject({
      type: 'order',
      orderId: stored?.id,
      orderNumber,
      customerName: 'Grace Nakato',
      amountText: 'UGX 9,000',
    });
  });

  it('R-NOTIF-19 a name too long for a message is cut between characters and ends in dots', async () => {
    const receiver = new PushReceiver();
    await subscribe(receiver, '/one');
    await order(`${'a'.repeat(78)}🍬 and a very long rest`);
    await arrived(1);
    expect(JSON.parse(receiver.read(service.received[0]?.body ?? Buffer.alloc(0)))).toMatchObject({
      customerName: `${'a'.repeat(78)}🍬…`,
    });
  });

  it('R-GEN-13 R-NOTIF-19 SYN-16 C-025 an order that a browser without a script sends as a form is told as any other: the open devices hear of its row, the closed ones by a message', async () => {
    const receiver = new PushReceiver();
    await subscribe(receiver, '/one');
    const till = PushDevice.of(server, shop);
    const { cookie } = await till.pullAll();
    const heard: number[] = [];
    const stop = server.deps.events.subscribe(
      shop.businessId,
      { sessionId: 1, userId: 1 },
      {
        onNews: ({ version }) => void heard.push(version),
        onEnd: () => undefined,
      },
    );
    const placed = await ask(server, `POST /${shop.slug}`, {
      text: new URLSearchParams({ name: 'Grace Nakato', phone: '0772 900 100', b: `${itemId}.300` }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      address: '10.3.0.1',
    });
    expect(placed.status).toBe(303);
    await arrived(1);
    stop();
    const { rows } = await till.pullAll(cookie);
    const orders = [...rows].filter(([name]) => name.startsWith('order/')).map(([, row]) => row);
    expect(orders).toMatchObject([{ status: 'pending', customer: { name: 'Grace Nakato' }, totalMinor: 1_350_000 }]);
    expect(heard).toEqual([orders[0]?.['version']]);
    expect(JSON.parse(receiver.read(service.received[0]?.body ?? Buffer.alloc(0)))).toMatchObject({
      type: 'order',
      orderId: orders[0]?.['id'],
      orderNumber: orders[0]?.['orderNumber'],
      customerName: 'Grace Nakato',
      amountText: 'UGX 13,500',
    });
  });

  it('G8 G10 everybody of the shop is told, nobody of another; whoever is logged out or dismissed no more', async () => {
    const staff = await addStaff(server, shop);
    const stranger = await registerShop(server);
    const [mine, theirs, strangers] = [new PushReceiver(), new PushReceiver(), new PushReceiver()];
    await subscribe(mine, '/mine');
    await subscribe(theirs, '/staff', apiClient(server, staff));
    await subscribe(strangers, '/stranger', apiClient(server, stranger));
    await order();
    await arrived(2);
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/mine', '/staff']);
    await api.delete(`/users/${staff.userId}`);
    await order();
    await arrived(3);
    expect(service.received.at(-1)?.path).toBe('/mine');
    await api.post('/auth/logout', {});
    await order();
    await order();
    expect(service.received).toHaveLength(3);
  });

  it('SYN-7 an order that is sent again is told once', async () => {
    await subscribe(new PushReceiver(), '/one');
    const body = { name: 'Grace', phone: '0772000111', items: [{ itemId, quantity: '1' }] };
    for (const _again of [1, 2])
      await ask(server, `POST /api/v1/stores/${shop.slug}/orders`, {
        body,
        headers: { 'idempotency-key': 'the-same' },
        address: '10.2.0.1',
      });
    await order();
    await arrived(2);
    expect(listOf(await api.get('/orders'))).toHaveLength(2);
  });

  it('a browser that is gone is forgotten; a push service that fails is asked again with the next order', async () => {
    await subscribe(new PushReceiver(), '/one');
    service.status = 503;
    await order();
    await arrived(1);
    service.status = 410;
    await order();
    await arrived(2);
    await vi.waitFor(async () => {
      const rows = await server.deps.database.transaction({ businessId: shop.businessId, readOnly: true }, (sql) =>
        sql.query('select endpoint from push_subscription where business_id = $1', [shop.businessId]),
      );
      expect(rows).toEqual([]);
    }, PATIENTLY);
    await order();
    expect(service.received).toHaveLength(2);
  });

  const read = <Row extends object>(text: string, ...params: number[]) =>
    server.deps.database.transaction({ businessId: shop.businessId, readOnly: true }, (sql) =>
      sql.query<Row>(text, params),
    );
  /** Returns the subscriptions stored for this shop, oldest first. */
  const kept = async () =>
    (
      await read<{ endpoint: string }>(
        'select endpoint from push_subscription where business_id = $1 order by created_at_ms',
        shop.businessId,
      )
    ).map(({ endpoint }) => endpoint);

  it('R-LIM-05 a session that subscribes in two places at once while four are taken has five subscriptions', async () => {
    const { database } = server.deps;
    const { businessId } = shop;
    for (const path of ['/1', '/2', '/3', '/4']) await subscribe(new PushReceiver(), path);
    const [session] = await read<{ id: number }>('select id from session where business_id = $1', businessId);
    const device = { p256dh: 'x', auth: 'x', sessionId: session?.id ?? 0, nowMs: server.clock.nowMs() };
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = database.transaction({ businessId }, async (sql) => {
      await putSubscription(sql, businessId, { ...device, endpoint: 'https://push.example/first' });
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    let isDone = false;
    const second = database
      .transaction({ businessId }, (sql) =>
        putSubscription(sql, businessId, { ...device, endpoint: 'https://push.example/second' }),
      )
      .then(() => void (isDone = true));
    // The embedded database handles them one after the other by itself.
    const waiting =
      'select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted';
    if (engine === 'postgres')
      await vi.waitFor(async () => expect(isDone || (await read(waiting)).length > 0).toBe(true), PATIENTLY);
    mayCommit.resolve();
    await Promise.all([first, second]);
    expect(await kept()).toEqual([
      ...['/2', '/3', '/4'].map((path) => service.origin + path),
      ...['https://push.example/first', 'https://push.example/second'],
    ]);
  });

  it('R-LIM-05 a session has five subscriptions, each of which is told once; with the sixth the oldest gives way', async () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await subscribe(new PushReceiver(), path);
    await order();
    await arrived(5);
    const paths = () => service.received.map(({ path }) => path).toSorted();
    expect(paths()).toEqual(['/1', '/2', '/3', '/4', '/5']);
    // A repeated subscription adds no row, and is no longer the oldest.
    await subscribe(new PushReceiver(), '/1');
    await subscribe(new PushReceiver(), '/6');
    expect(await kept()).toEqual(['/3', '/4', '/5', '/1', '/6'].map((path) => service.origin + path));
    service.received.length = 0;
    await order();
    await arrived(5);
    expect(paths()).toEqual(['/1', '/3', '/4', '/5', '/6']);
  });

  it('R-LIM-05 each session has five of its own, and the same browser in another session is told there alone', async () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await subscribe(new PushReceiver(), path);
    const staff = apiClient(server, await addStaff(server, shop));
    await subscribe(new PushReceiver(), '/staff', staff);
    const receiver = new PushReceiver();
    await subscribe(receiver, '/1', staff);
    await subscribe(new PushReceiver(), '/6');
    await order();
    await arrived(7);
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/staff']);
    const toldThere = service.received.find(({ path }) => path === '/1');
    expect(JSON.parse(receiver.read(toldThere?.body ?? Buffer.alloc(0)))).not.toMatchObject({ userId: shop.userId });
    await api.post('/auth/logout', {});
    service.received.length = 0;
    await order();
    await arrived(2);
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/1', '/staff']);
  });

  it('R-LIM-05 whoever subscribes in very many places crowds nobody else out', async () => {
    await subscribe(new PushReceiver(), '/owner');
    const staff = await addStaff(server, shop);
    const body = { phone: staff.phone, pin: staff.pin };
    for (let session = 1; session <= 11; session += 1) {
      server.clock.advance(1_000);
      const { body: signedIn } = await ask(server, 'POST /api/v1/auth/login', { body, address: `10.4.${session}.1` });
      const token = (signedIn as { data: { authToken: string } }).data.authToken;
      for (let n = 1; n <= 5; n += 1)
        await subscribe(new PushReceiver(), `/many/${session}/${n}`, apiClient(server, { ...staff, token }));
    }
    expect(await kept()).toHaveLength(56);
    await order();
    await arrived(50);
    const paths = service.received.map(({ path }) => path);
    expect(paths).toContain('/owner');
    // The newest of this user's.
    expect(paths).toContain('/many/11/5');
    expect(paths).not.toContain('/many/1/1');
  });

  it.each([
    ['a push service that nobody knows', 'https://internal.example/x', false],
    ['this very machine', 'http://127.0.0.1:1/x', false],
    ['one without encryption', 'http://push.example/x', false],
    ['another port', 'https://push.example:8080/x', false],
    ['a look-alike', 'https://push.example.evil.example/x', false],
    ['one that is known', 'https://push.example/x', true],
    ['one below a known one', 'https://a.many.example/x', true],
    ['no address', 'nonsense', false],
  ])('G37 the server speaks to push services that it knows: %s', async (_what, endpoint, isTaken) => {
    const { keys: own } = new PushReceiver().subscriptionAt('');
    const answered = await api.put('/push/subscription', { endpoint, keys: own });
    if (isTaken) expect(answered.status).toBe(200);
    else expect(answered.body).toEqual(invalid('endpoint', 'This push service is not known here'));
  });

  it('keys that are none are refused', async () => {
    const { endpoint, keys: own } = new PushReceiver().subscriptionAt('https://push.example/x');
    const answered = await api.put('/push/subscription', { endpoint, keys: { ...own, auth: 'short' } });
    expect(answered.body).toEqual(invalid('keys.auth', 'The key has 16 bytes'));
  });
});
