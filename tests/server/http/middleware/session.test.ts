import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deactivateUser } from '../../../../server/account/deactivate-user.ts';
import { ask, cookieOf, registerShop, startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;

describe('sessions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const me = (request: Parameters<typeof ask>[2]) => ask(server, 'GET /api/v1/auth/me', request);

  it('C-157 R-API-01 R-API-04 are shown by cookie, or by bearer token', async () => {
    const shop = await registerShop(server);
    expect((await me({ cookie: shop.cookie })).status).toBe(200);
    expect((await me({ token: shop.token })).status).toBe(200);
    for (const request of [{}, { token: 'x'.repeat(43) }, { token: "' or true --" }, { cookie: 'kaunta_session=' }]) {
      const refused = await me(request);
      expect(refused.status).toBe(401);
      expect(refused.body).toMatchObject({ error: 'Unauthorized' });
    }
  });

  it('C-009 R-API-05 refuse a user id that is not the session’s', async () => {
    const [ours, theirs] = [await registerShop(server), await registerShop(server)];
    expect((await me({ cookie: ours.cookie, headers: { 'x-user-id': String(ours.userId) } })).status).toBe(200);
    for (const claimed of [String(theirs.userId), '', 'abc'])
      expect((await me({ cookie: ours.cookie, headers: { 'x-user-id': claimed } })).status).toBe(401);
    expect((await me({ headers: { 'x-user-id': String(ours.userId) } })).status).toBe(401);
  });

  it('are known to the server by a hash only', async () => {
    const shop = await registerShop(server);
    const rows = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query<{ token_hash: string }>('select * from session'),
    );
    expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(shop.token).digest('hex')]);
    expect(JSON.stringify(rows)).not.toContain(shop.token);
  });

  it('G10 end when they are not used for 30 days, and go on while they are', async () => {
    const own = await startTestServer();
    onTestFinished(() => own.close());
    const shop = await registerShop(own);
    for (let week = 0; week < 6; week += 1) {
      own.clock.advance(7 * DAY_MS);
      const answer = await ask(own, 'GET /api/v1/auth/me', { cookie: shop.cookie });
      expect(answer.status).toBe(200);
      // The cookie that identifies the device to the account is set at sign-in only.
      expect(shop.cookie.split('; ')).toContain(cookieOf(answer));
    }
    own.clock.advance(30 * DAY_MS - 1);
    expect((await ask(own, 'GET /api/v1/version', { cookie: shop.cookie })).status).toBe(200);
    own.clock.advance(30 * DAY_MS);
    const ended = await ask(own, 'GET /api/v1/auth/me', { cookie: shop.cookie });
    expect(ended.status).toBe(401);
    expect(ended.body).toMatchObject({ message: 'Your session has ended. Sign in again.' });
  });

  it('are of one device each: logging out here leaves the other signed in', async () => {
    const shop = await registerShop(server);
    const other = await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.phone, pin: shop.pin } });
    await ask(server, 'POST /api/v1/auth/logout', { cookie: shop.cookie });
    expect((await me({ cookie: shop.cookie })).status).toBe(401);
    expect((await me({ cookie: cookieOf(other) })).status).toBe(200);
  });

  it('of a dismissed user open nothing, and of one who is back only after signing in anew', async () => {
    const shop = await registerShop(server);
    await deactivateUser(server.deps, shop.businessId, shop.userId);
    const refused = await me({ cookie: shop.cookie });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ message: 'Your account is no longer active.' });
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query('update app_user set is_active = true'),
    );
    const ended = await me({ cookie: shop.cookie });
    expect(ended.body).toMatchObject({ error: 'Unauthorized', message: 'Your session has ended. Sign in again.' });
    const again = await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.phone, pin: shop.pin } });
    expect((await me({ cookie: cookieOf(again) })).status).toBe(200);
  });

  it('C-157 have a cookie that is Secure behind https', async () => {
    const own = await startTestServer({ settings: { trustedProxies: 1 } });
    onTestFinished(() => own.close());
    const shop = await registerShop(own);
    const login = (proto: string) =>
      ask(own, 'POST /api/v1/auth/login', {
        body: { phone: shop.phone, pin: shop.pin },
        headers: { 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.9' },
      });
    expect((await login('https')).headers.getSetCookie()[0]).toMatch(/; Secure/);
    expect((await login('http')).headers.getSetCookie()[0]).not.toMatch(/Secure/);
  });
});

describe('changes from other sites', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'https://evil.example', host: 'shop.example' }, 403],
    [{ origin: 'null', host: 'shop.example' }, 403],
    [{ origin: 'https://shop.example', host: 'shop.example' }, 200],
    [{}, 200],
  ])('with %j answer %i', async (headers, status) => {
    const shop = await registerShop(server);
    const answer = await ask(server, 'POST /api/v1/auth/logout', { cookie: shop.cookie, headers });
    expect(answer.status).toBe(status);
    const stillIn = await ask(server, 'GET /api/v1/auth/me', { cookie: shop.cookie, headers });
    expect(stillIn.status).toBe(status === 403 ? 200 : 401);
  });
});
