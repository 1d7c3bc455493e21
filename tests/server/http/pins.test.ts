import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PIN_TRIED_FIRST } from '../../../domain/people/new-pin.ts';
import { CODE_LASTS_MS, CODE_TRIES_MAX } from '../../../domain/people/one-time-code.ts';
import { TooManyPins } from '../../../server/pin-hash.ts';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import {
  ask,
  cookieOf,
  newRegistration,
  registerShop,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';
import { solveTask, taskOf } from '../../support/server/solve-task.ts';
import { PATIENTLY } from '../../support/patience.ts';

const MINUTE_MS = 60_000;

describe.each(ROUTE_ENGINES)('PINs on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  let lastAddress = 0;
  /** Returns a new address for each test, because the limit of an address is not their subject. */
  const freshAddress = () => `10.0.${(lastAddress += 1)}.1`;
  const login = (phone: string, pin: string) =>
    ask(server, 'POST /api/v1/auth/login', { body: { phone, pin }, address: freshAddress() });
  const forgot = (phone: string, address = freshAddress()) =>
    ask(server, 'POST /api/v1/auth/forgot-pin', { body: { phone }, address });
  const reset = (phone: string, code: string, pin = '8642') =>
    ask(server, 'POST /api/v1/auth/reset-pin', { body: { phone, code, pin }, address: freshAddress() });

  /** Returns the code that was sent to this phone. */
  async function codeFor(phone: string): Promise<string> {
    const before = server.sentCodes.length;
    expect((await forgot(phone)).status).toBe(200);
    await vi.waitFor(() => expect(server.sentCodes.length).toBe(before + 1), PATIENTLY);
    const sent = server.sentCodes.at(-1);
    expect(sent?.phone).toBe(phone);
    return sent?.code ?? '';
  }
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('G12 M3 changes one’s own PIN for whoever knows the old one, and signs out the other devices', async () => {
    const shop = await registerShop(server);
    const other = (await login(shop.phone, shop.pin)).body as { data: { authToken: string } };
    const api = apiClient(server, shop);
    const refused = await api.put('/auth/pin', { currentPin: '9999', pin: '5937' });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { message: 'The current PIN is not right', details: [{ path: 'currentPin' }] },
    ]);
    const invalid = await api.put('/auth/pin', { currentPin: shop.pin, pin: '59371' });
    expect(invalid.body).toMatchObject({ details: [{ path: 'pin', message: 'PIN must be exactly 4 digits' }] });
    expect((await api.put('/auth/pin', { currentPin: shop.pin, pin: '5937' })).status).toBe(200);
    expect((await login(shop.phone, shop.pin)).status).toBe(401);
    expect((await login(shop.phone, '5937')).status).toBe(200);
    expect((await api.get('/auth/me')).status).toBe(200);
    expect((await ask(server, 'GET /api/v1/auth/me', { token: other.data.authToken })).status).toBe(401);
  });

  it('G9 guessing the current PIN costs what guessing at sign-in costs', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    for (let tried = 0; tried < 5; tried += 1)
      expect((await api.put('/auth/pin', { currentPin: '0000', pin: '5937' })).status).toBe(422);
    const waiting = await api.put('/auth/pin', { currentPin: shop.pin, pin: '5937' });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '30']);
    // On a known device the same count applies, so the sign-in must wait too.
    const device = { cookie: shop.cookie, address: freshAddress() };
    const here = { ...device, body: { currentPin: '9999', pin: '5937' } };
    for (let tried = 0; tried < 5; tried += 1)
      expect((await ask(server, 'PUT /api/v1/auth/pin', here)).status).toBe(422);
    const atTheDoor = { ...device, body: { phone: shop.phone, pin: shop.pin } };
    expect((await ask(server, 'POST /api/v1/auth/login', atTheDoor)).headers.get('retry-after')).toBe('30');
  });

  it('R-OTP-03 C-007 M3 sets a PIN with the code that was sent to the phone, once, and ends every session', async () => {
    const shop = await registerShop(server);
    for (let tried = 0; tried < 5; tried += 1) await login(shop.phone, '0000');
    const code = await codeFor(shop.phone);
    expect(code).toMatch(/^\d{6}$/);
    expect((await reset(shop.phone, code)).status).toBe(200);
    expect((await ask(server, 'GET /api/v1/auth/me', { token: shop.token })).status).toBe(401);
    // After a reset the earlier wrong PINs cause no wait.
    expect((await login(shop.phone, '8642')).status).toBe(200);
    const again = await reset(shop.phone, code, '8153');
    expect([again.status, again.body]).toMatchObject([422, { details: [{ path: 'code' }] }]);
  });

  it('R-OTP-03 G9 after a reset by code the wrong PINs that were typed on this very phone cause no wait', async () => {
    const { phone, cookie } = await registerShop(server);
    const here = { cookie, address: freshAddress() };
    const loginHere = (pin: string) => ask(server, 'POST /api/v1/auth/login', { ...here, body: { phone, pin } });
    for (let tried = 0; tried < 5; tried += 1) expect((await loginHere('0000')).status).toBe(401);
    expect((await loginHere('0000')).status).toBe(429);
    const body = { phone, code: await codeFor(phone), pin: '8642' };
    expect((await ask(server, 'POST /api/v1/auth/reset-pin', { ...here, body })).status).toBe(200);
    expect((await loginHere('8642')).status).toBe(200);
  });

  it('R-PIN-13 G9 after an admin gave a new PIN, the wrong ones that were typed on one’s own phone cause no wait', async () => {
    const shop = await registerShop(server);
    const { phone } = newRegistration();
    const joseph = { username: 'Joseph', email: 'joseph@example.com', phone, pin: '5813', role: 'staff' };
    const { id } = dataOf(await apiClient(server, shop).post('/users', joseph));
    const address = freshAddress();
    const first = await ask(server, 'POST /api/v1/auth/login', { address, body: { phone, pin: joseph.pin } });
    const loginHere = (pin: string) =>
      ask(server, 'POST /api/v1/auth/login', { address, cookie: cookieOf(first), body: { phone, pin } });
    for (let tried = 0; tried < 5; tried += 1) expect((await loginHere('0000')).status).toBe(401);
    expect((await loginHere(joseph.pin)).status).toBe(429);
    expect((await apiClient(server, shop).put(`/users/${id}/pin`, { pin: '8642' })).status).toBe(200);
    // The new PIN is guessed as the old one was: five tries, then a wait.
    for (let tried = 0; tried < 4; tried += 1) expect((await loginHere('0000')).status).toBe(401);
    expect((await loginHere('8642')).status).toBe(200);
  });

  it('R-PIN-10 while too many PINs wait, neither a change of the PIN nor a code counts as a wrong try', async () => {
    const shop = await registerShop(server);
    const code = await codeFor(shop.phone);
    const { pins } = server.deps;
    const { hash, verify } = pins;
    const busy = () => Promise.reject(new TooManyPins('Too many PINs are waiting to be checked'));
    Object.assign(pins, { hash: busy, verify: busy });
    const device = { cookie: shop.cookie, address: freshAddress() };
    const change = { currentPin: shop.pin, pin: '5937' };
    for (let tried = 0; tried < 7; tried += 1) {
      expect((await ask(server, 'PUT /api/v1/auth/pin', { ...device, body: change })).status).toBe(503);
      const byCode = { phone: shop.phone, code, pin: '8642' };
      expect((await ask(server, 'POST /api/v1/auth/reset-pin', { ...device, body: byCode })).status).toBe(503);
    }
    Object.assign(pins, { hash, verify });
    expect((await ask(server, 'PUT /api/v1/auth/pin', { ...device, body: change })).status).toBe(200);
  });

  it('R-PIN-01 refuses a PIN that everybody tries first, by whichever way it is chosen, with the reason', async () => {
    const shop = await registerShop(server);
    const api = apiClient(server, shop);
    const { phone } = newRegistration();
    const refused = [
      await ask(server, 'POST /api/v1/auth/register', { body: newRegistration({ pin: '1234' }) }),
      await api.put('/auth/pin', { currentPin: shop.pin, pin: '1234' }),
      await reset(shop.phone, await codeFor(shop.phone), '1234'),
      await api.post('/users', { username: 'Joseph', email: 'j@example.com', phone, pin: '1234' }),
      await api.put(`/users/${shop.userId}/pin`, { pin: '1234' }),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([422, { details: [{ path: 'pin', message: PIN_TRIED_FIRST }] }]);
    expect((await login(shop.phone, shop.pin)).status).toBe(200);
  });

  it('R-PIN-02 whoever has such a PIN from before signs in with it', async () => {
    const shop = await registerShop(server);
    const pinHash = await server.deps.pins.hash('1234');
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query('update app_user set pin_hash = $1', [pinHash]),
    );
    expect((await login(shop.phone, '1234')).status).toBe(200);
  });

  it.each([
    ['R-OTP-01', '12345', 'OTP must be exactly 6 digits'],
    ['R-OTP-02', '12345x', 'OTP must contain only numbers'],
  ])('%s refuses %s', async (_id, code, message) => {
    expect((await reset('0772123456', code)).body).toMatchObject({ details: [{ path: 'code', message }] });
  });

  it('R-OTP-03 a code lasts ten minutes, five tries, and until the next one', async () => {
    const late = await registerShop(server);
    const code = await codeFor(late.phone);
    server.clock.advance(CODE_LASTS_MS);
    expect((await reset(late.phone, code)).status).toBe(422);

    const guessed = await registerShop(server);
    const guessedCode = await codeFor(guessed.phone);
    for (let tried = 0; tried < CODE_TRIES_MAX; tried += 1)
      expect((await reset(guessed.phone, wrongOf(guessedCode))).status).toBe(422);
    const stopped = await reset(guessed.phone, guessedCode);
    expect(stopped.status).toBe(429);
    const solved = { phone: guessed.phone, code: guessedCode, pin: '8642', task: solveTask(taskOf(stopped)) };
    expect((await ask(server, 'POST /api/v1/auth/reset-pin', { body: solved })).status).toBe(422);

    const twice = await registerShop(server);
    const first = await codeFor(twice.phone);
    server.clock.advance(MINUTE_MS);
    const second = await codeFor(twice.phone);
    if (first !== second) expect((await reset(twice.phone, first)).status).toBe(422);
    expect((await reset(twice.phone, second)).status).toBe(200);
  });

  it('R-OTP-03 sends one code a minute, and says the same of a phone that nobody has', async () => {
    const shop = await registerShop(server);
    const strangers = newRegistration().phone;
    const sentBefore = server.sentCodes.length;
    const asked = [await forgot(shop.phone), await forgot(strangers)];
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(asked[0]?.body).toEqual(asked[1]?.body);
    const again = [await forgot(shop.phone), await forgot(strangers)];
    expect(again.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [429, '60'],
      [429, '60'],
    ]);
    expect(again[0]?.body).toEqual(again[1]?.body);
    await vi.waitFor(() => expect(server.sentCodes.length).toBe(sentBefore + 1), PATIENTLY);
    const wrong = [
      await reset(shop.phone, wrongOf(server.sentCodes.at(-1)?.code ?? '')),
      await reset(strangers, '123456'),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([422, 422]);
    expect(wrong[0]?.body).toEqual(wrong[1]?.body);
    server.clock.advance(MINUTE_MS);
    expect((await forgot(shop.phone)).status).toBe(200);
    await vi.waitFor(() => expect(server.sentCodes.length).toBe(sentBefore + 2), PATIENTLY);
  });

  it('R-PIN-08 whoever proved the phone by a code is known from then on, and is let in whatever strangers do', async () => {
    const shop = await registerShop(server);
    const answer = await reset(shop.phone, await codeFor(shop.phone));
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^kaunta_device=/);
    for (let tried = 0; tried < 6; tried += 1) await login(shop.phone, '0000');
    expect((await login(shop.phone, '8642')).status).toBe(429);
    const body = { phone: shop.phone, pin: '8642' };
    expect((await ask(server, 'POST /api/v1/auth/login', { body, cookie })).status).toBe(200);
  });

  it('R-PIN-08 each further code for a phone takes twice as long, until one was used', async () => {
    const shop = await registerShop(server);
    await codeFor(shop.phone);
    server.clock.advance(MINUTE_MS);
    const code = await codeFor(shop.phone);
    server.clock.advance(MINUTE_MS);
    expect((await forgot(shop.phone)).headers.get('retry-after')).toBe('60');
    expect((await reset(shop.phone, code)).status).toBe(200);
    expect((await forgot(shop.phone)).status).toBe(200);
  });

  it('R-OTP-03 one address does not ask for codes without end', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 21; asked += 1)
      statuses.push((await forgot(newRegistration().phone, '10.99.0.1')).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  it('R-OTP-03 no code stands in the database or in an answer', async () => {
    const shop = await registerShop(server);
    const code = await codeFor(shop.phone);
    const rows = await server.deps.database.transaction({ businessId: shop.businessId, readOnly: true }, (sql) =>
      sql.query<{ code_hash: string }>('select * from one_time_code'),
    );
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(rows.map(({ code_hash }) => code_hash.length)).toContain(64);
  });

  it('C-014 a deactivated user gets no code', async () => {
    const shop = await registerShop(server);
    const { phone } = newRegistration();
    const api = apiClient(server, shop);
    const added = await api.post('/users', { username: 'Joseph', email: 'j@example.com', phone, pin: '6294' });
    await api.delete(`/users/${(added.body as { data: { id: number } }).data.id}`);
    const before = server.sentCodes.length;
    expect((await forgot(phone)).status).toBe(200);
    const code = await codeFor(shop.phone);
    expect([server.sentCodes.length, server.sentCodes.at(-1)?.code]).toEqual([before + 1, code]);
  });
});
