import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_EVENT_GROUPS, SECURITY_EVENT_KEPT_MS } from '../../../domain/people/security-event.ts';
import { tidyUp } from '../../../server/housekeeping.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { apiClient, dataOf, listOf, paginationOf } from '../../support/server/api-client.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import {
  ask,
  newRegistration,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestRequest,
  type TestServer,
} from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36' };
const ELSEWHERE = { address: '203.0.113.9', headers: PHONE };

describe.each(ROUTE_ENGINES)('the security trail on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  type Event = Record<string, unknown>;
  const trail = async (user: SignedInUser, query = ''): Promise<Event[]> =>
    listOf(await apiClient(server, user).get(`/security/events${query}`));
  const ofKind = async (user: SignedInUser, kind: string): Promise<Event[]> =>
    (await trail(user)).filter((event) => event['kind'] === kind);
  const signIn = (phone: string, pin: string, from: TestRequest = ELSEWHERE) =>
    ask(server, 'POST /api/v1/auth/login', { ...from, body: { phone, pin } });
  /** Returns the texts of events, without random numbers and hashes. */
  const wordsOf = (events: readonly (Event | undefined)[]): string =>
    JSON.stringify(events, (name, value: unknown) => (/^(id|\w+Id|network|at|lastAt)$/.test(name) ? undefined : value));
  const securityLines = (): Event[] =>
    server.logLines.map((line) => JSON.parse(line) as Event).filter((line) => line['msg'] === 'security');

  it('R-SEC-10 tells sign-ins by person, device, time and network, newest first', async () => {
    const shop = await registerShop(server);
    server.clock.advance(1_000);
    await signIn(shop.phone, shop.pin);
    server.clock.advance(1_000);
    await signIn(shop.phone, shop.pin);
    const [third, second, first] = await ofKind(shop, 'signed_in');
    expect(third).toMatchObject({ times: 1, network: second?.['network'] });
    expect(third?.['network']).toMatch(/^[0-9A-F]{6}$/);
    const at = new Date(server.clock.nowMs() - 1_000).toISOString();
    expect(second).toMatchObject({
      ...{ at, lastAt: at, times: 1, userId: shop.userId, userName: 'Amina Okello', actorUserId: shop.userId },
      ...{ device: 'Chrome on Android', outcome: null },
    });
    expect(first).toMatchObject({ device: 'Unknown browser' });
    expect(first?.['network']).not.toBe(second?.['network']);
    expect(wordsOf([second])).not.toMatch(/203\.0\.113|772|Mozilla/);
  });

  it('R-SEC-11 tells refused sign-ins with the reason, counted together for an hour, of nobody’s shop only in the log', async () => {
    const shop = await registerShop(server);
    for (let tries = 0; tries < 7; tries += 1) await signIn(shop.phone, '9999');
    await expect
      .poll(
        async () => (await ofKind(shop, 'sign_in_refused')).map(({ outcome, times }) => [outcome, times]),
        PATIENTLY,
      )
      .toEqual(
        expect.arrayContaining([
          ['wrong', 5],
          ['task', 2],
        ]),
      );
    const [event] = await ofKind(shop, 'sign_in_refused');
    expect(event).toMatchObject({ userId: shop.userId, actorUserId: null, device: 'Chrome on Android' });
    server.clock.advance(61 * 60_000);
    await signIn(shop.phone, '9999');
    await expect.poll(async () => (await ofKind(shop, 'sign_in_refused')).length, PATIENTLY).toBe(3);
    const unknown = await signIn('+256 799 999999', '9999', { address: '198.51.100.7' });
    expect(unknown.status).toBe(401);
    expect(securityLines().at(-1)).toMatchObject({ event: 'sign_in_refused', outcome: 'wrong' });
  });

  it('R-SEC-12 lets a spray over many shops be followed in the log: one network, many phones, neither readable', async () => {
    const shops = [await registerShop(server), await registerShop(server), await registerShop(server)];
    const before = server.logLines.length;
    for (const { phone } of shops) await signIn(phone, '9999', { address: '192.0.2.44' });
    const lines = server.logLines.slice(before).map((line) => JSON.parse(line) as Event);
    const refused = lines.filter(({ event }) => event === 'sign_in_refused');
    expect(refused).toHaveLength(3);
    expect(new Set(refused.map(({ network }) => network)).size).toBe(1);
    expect(new Set(refused.map(({ phoneHash }) => phoneHash)).size).toBe(3);
    const text = server.logLines.slice(before).join('\n');
    for (const { phone } of shops) expect(text).not.toContain(phone.replaceAll(/\D/g, '').slice(-8));
    expect(text).not.toContain('192.0.2.44');
    // Admins of different shops see different names for the same address.
    const networks = await Promise.all(
      shops.map(async (shop) => {
        await expect.poll(async () => (await ofKind(shop, 'sign_in_refused')).length, PATIENTLY).toBe(1);
        return (await ofKind(shop, 'sign_in_refused'))[0]?.['network'];
      }),
    );
    expect(new Set(networks).size).toBe(3);
  });

  it('R-SEC-13 tells what was done to people: added, role, phone, PIN, removed, back, signed out; and by whom', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    const { phone } = newRegistration();
    const newUser = { username: 'Jonah', email: 'jonah@example.com', phone, pin: '5813', role: 'staff' };
    const staff = dataOf(await api.post('/users', newUser));
    await signIn(phone, '5813');
    const path = `/users/${staff.id}`;
    const [session] = listOf(await api.get(`${path}/sessions`));
    const acts = [
      () => api.patch(path, { role: 'admin' }),
      () => api.patch(path, { email: 'new@example.com' }),
      () => api.patch(path, { phone: newRegistration().phone }),
      () => api.delete(`${path}/sessions/${session?.id}`),
      () => api.put(`${path}/pin`, { pin: '5271' }),
      ...[1, 2].map(() => () => api.delete(path)),
      ...[1, 2].map(() => () => api.post(`${path}/reactivate`)),
    ];
    for (const act of acts) {
      server.clock.advance(1_000);
      expect((await act()).status).toBe(200);
    }
    const events = (await trail(shop)).filter(({ userId }) => userId === staff.id);
    const byOwner = events.filter(({ actorUserId }) => actorUserId === shop.userId);
    expect(byOwner.map(({ kind }) => kind).toReversed()).toEqual([
      ...['user_added', 'role_changed', 'phone_changed', 'device_signed_out'],
      ...['pin_reset', 'user_removed', 'user_reactivated'],
    ]);
    expect(byOwner.at(-1)).toMatchObject({ userName: 'Jonah', actorName: 'Amina Okello', detail: { role: 'staff' } });
    expect(byOwner.at(-2)?.['detail']).toEqual({ from: 'staff', to: 'admin' });
    expect(wordsOf(events)).not.toMatch(/5813|5271/);
    // A refused call adds no event.
    expect((await api.delete(`/users/${shop.userId}`)).status).toBe(403);
    expect(await ofKind(shop, 'user_removed')).toHaveLength(1);
  });

  it('R-SEC-13 tells PIN changes, refused ones, codes that were asked for, tried and used, and a logout', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    await api.put('/auth/pin', { currentPin: '0001', pin: '5813', confirmPin: '5813' });
    expect((await api.put('/auth/pin', { currentPin: shop.pin, pin: '5813', confirmPin: '5813' })).status).toBe(200);
    await ask(server, 'POST /api/v1/auth/forgot-pin', { body: { phone: shop.phone } });
    await expect.poll(() => server.sentCodes.at(-1)?.phone, PATIENTLY).toBe(shop.phone);
    const code = server.sentCodes.at(-1)?.code ?? '';
    const reset = { phone: shop.phone, pin: '5271', confirmPin: '5271' };
    const wrong = code === '000000' ? '000001' : '000000';
    await ask(server, 'POST /api/v1/auth/reset-pin', { body: { ...reset, code: wrong } });
    await ask(server, 'POST /api/v1/auth/reset-pin', { body: { ...reset, code } });
    const token = String(dataOf(await signIn(shop.phone, '5271'))['authToken']);
    await ask(server, 'POST /api/v1/auth/logout', { token });
    const again = { ...shop, token: String(dataOf(await signIn(shop.phone, '5271'))['authToken']) };
    const expected = ['pin_change_refused', 'pin_changed', 'code_requested', 'code_refused', 'pin_reset_by_code'];
    await expect
      .poll(async () => (await trail(again)).map(({ kind }) => kind), PATIENTLY)
      .toEqual(expect.arrayContaining([...expected, 'signed_out']));
    expect((await ofKind(again, 'pin_change_refused'))[0]).toMatchObject({ outcome: 'wrong' });
    expect(wordsOf(await trail(again))).not.toMatch(/5813|5271|0001/);
  });

  it('R-SEC-13 says that no code was sent where the number may belong to two people', async () => {
    const ugandan = await registerShop(server, { phone: '0772 900015', country: 'UG', pin: '4815' });
    await registerShop(server, { phone: '0772 900015', country: 'KE', pin: '6294' });
    const sent = server.sentCodes.length;
    await ask(server, 'POST /api/v1/auth/forgot-pin', { body: { phone: '0772900015' } });
    await expect
      .poll(async () => (await ofKind(ugandan, 'code_requested')).map(({ outcome }) => outcome), PATIENTLY)
      .toEqual(['ambiguous_phone']);
    expect(server.sentCodes).toHaveLength(sent);
  });

  it('R-SEC-14 SYN-20 tells a device that the shop had not seen before, once, also when it begins a new queue', async () => {
    const shop = await registerShop(server);
    const told = async () => (await ofKind(shop, 'new_device')).reduce((sum, { times }) => sum + Number(times), 0);
    const report = {
      ...{ pendingCount: 0, oldestPendingAtMs: null, appVersion: '1', clockOffsetMs: 0, storagePersistent: null },
    };
    const pull = async (device: PushDevice, more: object = {}) => {
      const { clientId } = device;
      const asked = { protocol: PROTOCOL_VERSION, clientId, confirmedMid: 0, want: 'changes', rowsMax: 10 };
      const answer = await device.askPull({ ...asked, device: JSON.stringify({ ...report, ...more }) });
      expect(answer.status).toBe(200);
      server.clock.advance(60_000);
    };
    const device = PushDevice.of(server, shop);
    await device.send(device.requestOf([device.wire('customer.create', customerArgs(device))]));
    for (let time = 0; time < 3; time += 1) await pull(device);
    expect(await ofKind(shop, 'new_device')).toMatchObject([{ userId: shop.userId, times: 1 }]);

    const anew = PushDevice.of(server, shop);
    await pull(anew, { formerClientId: device.clientId });
    await pull(anew, { formerClientId: device.clientId });
    expect(await told()).toBe(1);
    await pull(PushDevice.of(server, await addStaff(server, shop), device.clientId));
    expect(await told()).toBe(1);

    await pull(PushDevice.of(server, shop));
    expect(await told()).toBe(2);
  });

  it('R-SEC-15 tells lists that another program reads, once an hour for a session and a list', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    for (const path of ['/customers', '/customers?page=2', '/items', '/users']) await api.get(path);
    expect((await ofKind(shop, 'exported')).map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        { what: 'customers', by: 'api' },
        { what: 'items', by: 'api' },
      ]),
    );
    expect(await ofKind(shop, 'exported')).toHaveLength(2);
  });

  it('R-SEC-15 a count, with the newest row, is no list taken out; the rows after it are', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    await api.get('/items?limit=1');
    expect(await ofKind(shop, 'exported')).toEqual([]);
    await api.get('/items?limit=1&page=2');
    expect((await ofKind(shop, 'exported')).map(({ detail }) => detail)).toEqual([{ what: 'items', by: 'api' }]);
  });

  it('R-SEC-20 tells what a device exported, with or without a connection: once, however often it is told, and when it was', async () => {
    const shop = await registerShop(server);
    const staff = await addStaff(server, shop);
    const device = PushDevice.of(server, staff);
    const wires = [
      device.wire('export.note', { what: 'customers' }),
      device.wire('export.note', { what: 'customers' }),
    ];
    const request = device.requestOf(wires);
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      server.clock.advance(2 * 60 * 60_000);
      const sent = await ask(server, 'POST /api/v1/sync/push', { token: staff.token, body: request, address });
      expect(sent.body).toMatchObject({ result: 'taken', outcomes: [{ kind: 'applied' }, { kind: 'applied' }] });
    }
    // A copy of the device sends the same acts in its own queue.
    const copy = PushDevice.of(server, staff);
    await copy.push(wires.map(({ mid: _mid, h: _h, ...act }) => copy.wireOf(act)));
    const exported = await ofKind(shop, 'exported');
    expect(exported.map(({ actorUserId, times, detail }) => [actorUserId, times, detail])).toEqual(
      wires.map(({ atMs }) => [staff.userId, 1, { what: 'customers', doneAtMs: atMs }]),
    );
    // A program that uses the API reports it with a call.
    expect((await apiClient(server, shop).post('/exports', { what: 'report' })).status).toBe(201);
    expect((await apiClient(server, shop).post('/exports', { what: 'everything' })).status).toBe(422);
    expect((await ofKind(shop, 'exported'))[0]).toMatchObject({ actorUserId: shop.userId, detail: { what: 'report' } });
  });

  it('R-SEC-20 SYN-7 a call that a program repeats tells of one export, and one that is refused of none', async () => {
    const shop = await registerShop(server);
    const tell = (what: string) =>
      ask(server, 'POST /api/v1/exports', {
        ...{ token: shop.token, body: { what } },
        headers: { 'idempotency-key': 'export-1' },
      });
    expect([(await tell('items')).status, (await tell('items')).status, (await tell('sales')).status]).toEqual([
      201, 201, 422,
    ]);
    expect((await ofKind(shop, 'exported')).map(({ times, detail }) => [times, detail])).toEqual([
      [1, { what: 'items' }],
    ]);
  });

  it('R-SEC-20 says nothing in another person’s name: what is not taken is in no trail', async () => {
    const shop = await registerShop(server);
    const device = PushDevice.of(server, await addStaff(server, shop));
    const signed = device.wire('export.note', { what: 'sales' }, { actorUserId: shop.userId });
    expect((await device.push([signed])).outcomes).toMatchObject([{ kind: 'refused', codes: ['not_permitted'] }]);
    const garbled = { ...device.wire('export.note', { what: 'sales' }), actorUserId: shop.userId };
    expect((await device.send(device.requestOf([garbled]))).status).toBe(400);
    expect(await ofKind(shop, 'exported')).toEqual([]);
  });

  it('R-SEC-20 SYN-7 says nothing in another person’s name under an act that was taken before', async () => {
    const shop = await registerShop(server);
    const device = PushDevice.of(server, await addStaff(server, shop));
    const own = device.wire('customer.create', customerArgs(device));
    const posing = { act: own.act, actorUserId: shop.userId };
    await device.push([own, device.wire('export.note', { what: 'sales' }, posing)]);
    expect(await ofKind(shop, 'exported')).toEqual([]);
  });

  it('R-SEC-16 is an admin’s to read, of their own shop, a page at a time', async () => {
    const [shop, other] = [await registerShop(server), await registerShop(server)];
    const staff = await addStaff(server, shop);
    expect((await apiClient(server, staff).get('/security/events')).status).toBe(403);
    for (let minute = 0; minute < 4; minute += 1) {
      server.clock.advance(61 * 60_000);
      await signIn(shop.phone, shop.pin);
    }
    const answer = await apiClient(server, shop).get('/security/events?limit=2&page=2');
    expect(listOf(answer)).toHaveLength(2);
    const all = await trail(shop);
    expect(paginationOf(answer)).toEqual({
      page: 2,
      limit: 2,
      total: all.length,
      totalPages: Math.ceil(all.length / 2),
    });
    expect(listOf(answer)).toEqual(all.slice(2, 4));
    expect((await trail(other)).map(({ userId }) => userId)).toEqual([other.userId]);
  });

  it('R-SEC-17 keeps what it has 180 days and so many of each group, so that a spray pushes out no change of a role', async () => {
    const shop = await registerShop(server);
    const staff = await addStaff(server, shop);
    await apiClient(server, shop).patch(`/users/${staff.userId}`, { role: 'admin' });
    const guesses = SECURITY_EVENT_GROUPS[0]?.keptMax ?? 0;
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query(
        `insert into security_event (business_id, id, kind, at_ms, last_at_ms, network, user_agent)
         select $1, n, 'sign_in_refused', $2::bigint + n, $2::bigint + n, 'n', '' from generate_series(1, $3::int) n`,
        [shop.businessId, server.clock.nowMs(), guesses + 20],
      ),
    );
    server.clock.advance(60_000);
    await signIn(shop.phone, '9999');
    const kept = () =>
      server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
        sql.query<{ kind: string; count: number }>(
          'select kind, count(*) as count from security_event group by kind order by kind',
        ),
      );
    await expect
      .poll(async () => (await kept()).find(({ kind }) => kind === 'sign_in_refused')?.count, PATIENTLY)
      .toBe(guesses);
    expect((await kept()).map(({ kind }) => kind)).toContain('role_changed');
    await tidyUp(server.deps.database, server.clock.nowMs() + SECURITY_EVENT_KEPT_MS - 2 * 60_000);
    expect((await kept()).length).toBeGreaterThan(0);
    await tidyUp(server.deps.database, server.clock.nowMs() + SECURITY_EVENT_KEPT_MS + 1);
    expect(await kept()).toEqual([]);
  });

  it('R-SEC-10 stops nobody’s work when it cannot be written, and says so in the log', async () => {
    const shop = await registerShop(server);
    await server.deps.database.asOwner((sql) => sql.script('alter table security_event rename to gone'));
    try {
      expect((await ask(server, 'POST /api/v1/auth/logout', { token: shop.token })).status).toBe(200);
    } finally {
      await server.deps.database.asOwner((sql) => sql.script('alter table gone rename to security_event'));
    }
    expect(server.logLines.some((line) => line.includes('The security trail could not be written'))).toBe(true);
  });

  it('R-SEC-18 SYN-24 SYN-25 signs out everywhere else: what waits there is sent after the next sign-in', async () => {
    const shop = await registerShop(server);
    const staff = await addStaff(server, shop);
    const other = { ...shop, token: String(dataOf(await signIn(shop.phone, shop.pin))['authToken']) };
    const device = PushDevice.of(server, other);
    const waiting = device.requestOf([device.wire('customer.create', customerArgs(device))]);
    const done = await apiClient(server, shop).post('/auth/sign-out-elsewhere');
    expect([done.status, dataOf(done)]).toEqual([200, { sessionsEnded: 1 }]);
    // The other device gets a message and keeps its data; this device and other users go on.
    const refused = await ask(server, 'POST /api/v1/sync/push', { token: other.token, body: waiting });
    expect([refused.status, refused.body]).toEqual([
      401,
      { error: 'Unauthorized', message: 'Your session has ended. Sign in again.', details: [] },
    ]);
    expect((await apiClient(server, shop).get('/auth/me')).status).toBe(200);
    expect((await apiClient(server, staff).get('/auth/me')).status).toBe(200);
    const token = String(dataOf(await signIn(shop.phone, shop.pin))['authToken']);
    const sent = await ask(server, 'POST /api/v1/sync/push', { token, body: waiting });
    expect(sent.body).toMatchObject({ result: 'taken', lmid: 1, outcomes: [{ kind: 'applied' }] });
    expect(await ofKind(shop, 'signed_out_elsewhere')).toMatchObject([{ userId: shop.userId, detail: { count: 1 } }]);
    // Staff members can do the same for themselves, and end no other user's session.
    expect(dataOf(await apiClient(server, staff).post('/auth/sign-out-elsewhere'))).toEqual({ sessionsEnded: 0 });
    expect((await apiClient(server, shop).get('/auth/me')).status).toBe(200);
  });
});
