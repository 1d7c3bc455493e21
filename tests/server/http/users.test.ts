import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { apiClient, dataOf, invalid, listOf } from '../../support/server/api-client.ts';
import { itemArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import {
  ask,
  newRegistration,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const tokenOf = ({ body }: TestAnswer) => (body as { data: { authToken: string } }).data.authToken;
const OWNER_STAYS = 'The business owner cannot be deleted';

describe.each(ROUTE_ENGINES)('the people of a shop on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let owner: ReturnType<typeof apiClient>;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await registerShop(server);
    owner = apiClient(server, shop);
  });

  const newUser = (changes: object = {}) => {
    const { phone } = newRegistration();
    return { username: 'Joseph', email: 'joseph@example.com', phone, pin: '6294', ...changes };
  };
  const login = (phone: string, pin: string) => ask(server, 'POST /api/v1/auth/login', { body: { phone, pin } });
  const version = async () => {
    const row = await server.deps.database.transaction({ businessId: shop.businessId, readOnly: true }, (sql) =>
      sql.query<{ version: number }>('select version from business'),
    );
    return row[0]?.version;
  };

  it('R-API-36 R-USER-15 R-USER-16 C-008 C-012 adds staff who sign in, and admins where that is said; never an owner', async () => {
    const sent = newUser({ isBusinessOwner: true, isActive: false, id: 5 });
    server.clock.advance(1_000);
    const added = await owner.post('/users', sent);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ message: 'User added successfully' });
    expect(dataOf(added)).toMatchObject({ username: 'Joseph', role: 'staff', isBusinessOwner: false, isActive: true });
    expect(dataOf(added).id).not.toBe(5);
    expect(JSON.stringify(added.body)).not.toMatch(/"pin/i);
    const signedIn = await login(sent.phone, '6294');
    expect(signedIn.body).toMatchObject({ data: { user: { id: dataOf(added).id, businessId: shop.businessId } } });
    server.clock.advance(1_000);
    expect(dataOf(await owner.post('/users', newUser({ role: 'admin' })))).toMatchObject({ role: 'admin' });
    const listed = await owner.get('/users');
    expect(listOf(listed).map(({ role }) => role)).toEqual(['admin', 'staff', 'admin']);
    expect(JSON.stringify(listed.body)).not.toMatch(/"pin/i);
  });

  it.each([
    ['R-USER-17', 'username', 'J', 'Username must be at least 2 characters'],
    ['R-USER-18', 'email', 'joseph', 'Please enter a valid email address'],
    ['R-USER-19', 'pin', '12345', 'PIN must be exactly 4 digits'],
    ['R-USER-20', 'pin', '12a4', 'PIN must contain only numbers'],
    ['R-USER-21', 'phone', '07721', 'Phone number is too short'],
    ['R-USER-22', 'phone', '0772 123 45x', 'Invalid phone number format'],
    ['R-USER-16', 'role', 'owner', 'Role must be admin or staff'],
  ])('%s refuses %s %j', async (_id, field, value, message) => {
    const answer = await owner.post('/users', newUser({ [field]: value }));
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(field, message));
  });

  it('R-USER-27 M31 refuses a phone that somebody has, in whichever shop and spelling, and leaves nothing behind', async () => {
    const other = await registerShop(server);
    const before = await version();
    const spelled = `0${other.phone.replace('+256 ', '')}`;
    const answer = await owner.post('/users', newUser({ phone: spelled }));
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: 'User not saved',
        message: 'This phone number is already registered',
        details: [{ path: 'phone', message: 'This phone number is already registered' }],
      },
    ]);
    expect(listOf(await owner.get('/users'))).toHaveLength(1);
    expect(await version()).toBe(before);
    const phone = newUser().phone;
    const both = await Promise.all([
      owner.post('/users', newUser({ phone })),
      owner.post('/users', newUser({ phone })),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('R-API-36 M32 C-014 deleting deactivates: the user cannot sign in, the phone is free, and devices hear of it', async () => {
    const device = PushDevice.of(server, shop);
    const staff = await addStaff(server, shop);
    const { cookie } = await device.pullAll();
    const answer = await owner.delete(`/users/${staff.userId}`);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { message: 'User deleted successfully', data: { id: staff.userId, isActive: false } },
    ]);
    expect((await device.pullAll(cookie)).rows.get(`user/${staff.userId}`)).toMatchObject({ isActive: false });
    expect((await login(staff.phone, staff.pin)).status).toBe(401);
    expect((await ask(server, 'GET /api/v1/items', { token: staff.token })).body).toMatchObject({
      error: 'account_inactive',
    });
    expect((await owner.post('/users', newUser({ phone: staff.phone }))).status).toBe(201);
    // The phone number of a returning user is taken.
    const back = await owner.post(`/users/${staff.userId}/reactivate`);
    expect([back.status, back.body]).toMatchObject([409, { message: 'This phone number is already registered' }]);
  });

  it('G11 an admin lets a deactivated user in again', async () => {
    const staff = await addStaff(server, shop);
    await owner.delete(`/users/${staff.userId}`);
    const device = PushDevice.of(server, shop);
    const { cookie } = await device.pullAll();
    expect(dataOf(await owner.post(`/users/${staff.userId}/reactivate`))).toMatchObject({ isActive: true });
    expect((await device.pullAll(cookie)).rows.get(`user/${staff.userId}`)).toMatchObject({ isActive: true });
    expect((await login(staff.phone, staff.pin)).status).toBe(200);
    // The old session may still push, and nothing else.
    expect((await ask(server, 'GET /api/v1/items', { token: staff.token })).status).toBe(401);
  });

  it('C-013 R-GEN-04 nobody deletes or demotes the owner, nobody themselves', async () => {
    const { phone, pin } = newUser();
    const { id: adminId } = dataOf(await owner.post('/users', newUser({ phone, pin, role: 'admin' })));
    const admin = apiClient(server, { token: tokenOf(await login(phone, pin)) });
    for (const caller of [owner, admin]) {
      const answer = await caller.delete(`/users/${shop.userId}`);
      expect([answer.status, answer.body]).toMatchObject([403, { message: OWNER_STAYS }]);
    }
    const refused = await Promise.all([
      admin.patch(`/users/${shop.userId}`, { role: 'staff' }),
      owner.patch(`/users/${shop.userId}`, { role: 'staff' }),
      admin.put(`/users/${shop.userId}/pin`, { pin: '8153' }),
      admin.get(`/users/${shop.userId}/sessions`),
      admin.delete(`/users/${adminId}`),
      admin.patch(`/users/${adminId}`, { role: 'staff' }),
    ]);
    expect(refused.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual([
      [403, "The business owner's role cannot be changed"],
      [403, "The business owner's role cannot be changed"],
      [403, "The business owner's PIN cannot be reset by others"],
      [403, "Only the business owner can see the owner's devices"],
      [403, 'You cannot delete your own account'],
      [403, 'You cannot change your own role'],
    ]);
    expect(dataOf(await owner.patch(`/users/${adminId}`, { role: 'staff' }))).toMatchObject({ role: 'staff' });
    // The new role applies at once, whatever role the session began with.
    expect((await admin.get('/users')).status).toBe(403);
  });

  it('C-013 G39 nobody but the owner gets into another admin’s account: neither by their role and PIN, nor by their phone', async () => {
    const [one, other] = [newUser(), newUser()];
    for (const { phone, pin } of [one, other]) await owner.post('/users', newUser({ phone, pin, role: 'admin' }));
    const admin = apiClient(server, { token: tokenOf(await login(one.phone, one.pin)) });
    const { id: otherId } = listOf(await owner.get('/users')).find(({ phone }) => phone === other.phone) ?? {};
    const refused = await Promise.all([
      admin.patch(`/users/${String(otherId)}`, { role: 'staff' }),
      admin.patch(`/users/${String(otherId)}`, { phone: newUser().phone }),
      admin.put(`/users/${String(otherId)}/pin`, { pin: '8153' }),
    ]);
    expect(refused.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual([
      [403, 'Only the business owner can change the role of an admin'],
      [403, 'Only the business owner can change the phone of an admin'],
      [403, 'Only the business owner can reset the PIN of an admin'],
    ]);
    // Equal values change nothing, and names need not be unique.
    const same = { role: 'admin', phone: other.phone, username: 'Ruth' };
    expect(dataOf(await admin.patch(`/users/${String(otherId)}`, same))).toMatchObject(same);
    const phone = newUser().phone;
    expect(dataOf(await owner.patch(`/users/${String(otherId)}`, { phone, role: 'staff' }))).toMatchObject({ phone });
    expect((await login(phone, other.pin)).status).toBe(200);
  });

  it('SYN-13 M33 another role is another projection at the next pull: cost prices come, and go', async () => {
    const till = PushDevice.of(server, shop);
    const item = itemArgs(till, { costPriceMinor: 400 });
    await till.push([till.wire('item.create', item)]);
    const staff = await addStaff(server, shop);
    const device = PushDevice.of(server, staff);
    const first = await device.pullAll();
    expect(first.rows.get(`item/${item.id}`)).not.toHaveProperty('costPriceMinor', 400);
    await owner.patch(`/users/${staff.userId}`, { role: 'admin' });
    const second = await device.pullAll(first.cookie);
    expect(second.rows.get(`item/${item.id}`)).toHaveProperty('costPriceMinor', 400);
    expect(second.rows.get(`user/${staff.userId}`)).toMatchObject({ role: 'admin' });
  });

  it('R-SEC-22 G9 a new phone of one’s own needs one’s PIN, and wrong ones count', async () => {
    const phone = newUser().phone;
    const change = (fields: object) => owner.patch(`/users/${shop.userId}`, { phone, ...fields });
    const without = await change({});
    const asked = invalid('currentPin', 'Type your current PIN to change your own phone');
    expect([without.status, without.body]).toEqual([422, asked]);
    for (let tried = 0; tried < 5; tried += 1) {
      const wrong = await change({ currentPin: '0000' });
      expect([wrong.status, wrong.body]).toEqual([422, invalid('currentPin', 'The current PIN is not right')]);
    }
    const waiting = await change({ currentPin: shop.pin });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await login(shop.phone, shop.pin)).status).toBe(200);
    server.clock.advance(30_000);
    expect(dataOf(await change({ currentPin: shop.pin }))).toMatchObject({ phone });
    expect((await login(phone, shop.pin)).status).toBe(200);
    // The same phone, and one's name, need none. The PIN is stored nowhere.
    expect((await change({ username: 'Amina' })).status).toBe(200);
    expect(JSON.stringify((await owner.get('/users')).body)).not.toContain('currentPin');
  });

  it('G39 C-004 changes name, email and phone, which then is the one to sign in with', async () => {
    const staff = await addStaff(server, shop);
    const phone = newUser().phone;
    const changed = await owner.patch(`/users/${staff.userId}`, { username: 'Ruth', phone, email: 'ruth@example.com' });
    expect(dataOf(changed)).toMatchObject({ username: 'Ruth', firstName: '', lastName: '', role: 'staff', phone });
    expect((await login(staff.phone, staff.pin)).status).toBe(401);
    expect((await login(phone, staff.pin)).status).toBe(200);
    expect((await owner.patch(`/users/${staff.userId}`, { phone: shop.phone })).status).toBe(409);
  });

  it('G39 an admin resets a PIN: the old one is over, and so is every session of that user', async () => {
    const staff = await addStaff(server, shop);
    const answer = await owner.put(`/users/${staff.userId}/pin`, { pin: '5937' });
    expect(answer.status).toBe(200);
    expect((await ask(server, 'GET /api/v1/items', { token: staff.token })).status).toBe(401);
    expect((await login(staff.phone, staff.pin)).status).toBe(401);
    expect((await login(staff.phone, '5937')).status).toBe(200);
  });

  it('SYN-8 lists where a user is signed in and what waits there, and signs out one device', async () => {
    const staff = await addStaff(server, shop);
    const second = await login(staff.phone, staff.pin);
    const authToken = tokenOf(second);
    const phone = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36';
    const device = PushDevice.of(server, staff);
    const report = {
      pendingCount: 3,
      oldestPendingAtMs: 5,
      appVersion: '1',
      clockOffsetMs: 0,
      storagePersistent: null,
    };
    const query = new URLSearchParams({
      ...{ protocol: String(PROTOCOL_VERSION), clientId: device.clientId, confirmedMid: '0' },
      ...{ want: 'changes', rowsMax: '10', device: JSON.stringify(report) },
    });
    await ask(server, `GET /api/v1/sync/pull?${query.toString()}`, {
      token: staff.token,
      headers: { 'user-agent': phone },
    });
    const listed = listOf(await owner.get(`/users/${staff.userId}/sessions`));
    expect(listed).toHaveLength(2);
    const used = listed.find(({ deviceId }) => deviceId === device.clientId);
    expect(used).toMatchObject({ pendingCount: 3, isCurrent: false });
    expect((await owner.delete(`/users/${staff.userId}/sessions/${used?.id}`)).status).toBe(200);
    expect((await ask(server, 'GET /api/v1/items', { token: staff.token })).status).toBe(401);
    expect((await ask(server, 'GET /api/v1/items', { token: authToken })).status).toBe(200);
    // A repetition finds no session, as with the session of another user.
    expect((await owner.delete(`/users/${staff.userId}/sessions/${used?.id}`)).status).toBe(404);
    expect(listOf(await owner.get(`/users/${shop.userId}/sessions`))).toMatchObject([{ isCurrent: true }]);
  });

  it('SYN-25 signing out takes nothing from a dismissed user’s device: it may push for its 30 days', async () => {
    const staff = await addStaff(server, shop);
    const [session] = listOf(await owner.get(`/users/${staff.userId}/sessions`));
    await owner.delete(`/users/${staff.userId}`);
    expect((await owner.delete(`/users/${staff.userId}/sessions/${session?.id}`)).status).toBe(404);
    const push = await ask(server, 'POST /api/v1/sync/push', { token: staff.token, body: {} });
    expect(push.status).toBe(400); // heard, and not understood
    expect(listOf(await owner.get(`/users/${staff.userId}/sessions`))).toEqual([]);
  });
});
