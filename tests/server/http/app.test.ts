import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask, newRegistration, registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';

const notFound = { error: 'Not found', message: 'There is nothing at this address.', details: [] };

describe('the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('R-API-39 C-150 says its version in the one envelope', async () => {
    expect((await ask(server, 'GET /api/v1/version')).body).toEqual({ success: true, data: { version: '0.0.0-test' } });
  });

  it('C-118 serves both prefixes with the same handlers', async () => {
    for (const path of ['version', 'business/categories', 'auth/me', 'auth/nonsense']) {
      const [versioned, plain] = [await ask(server, `GET /api/v1/${path}`), await ask(server, `GET /api/${path}`)];
      expect([plain.status, plain.body]).toEqual([versioned.status, versioned.body]);
    }
  });

  it('R-API-11 R-REG-11 C-138 lists the business categories to anybody', async () => {
    const { body } = await ask(server, 'GET /api/v1/business/categories');
    expect(body).toMatchObject({
      success: true,
      data: expect.arrayContaining([expect.objectContaining({ id: 5, name: 'Food and Groceries' })]) as unknown,
    });
  });

  it('R-API-31 R-API-32 R-ENT-29 C-138 lists a business category’s item categories and their schemas to who is signed in', async () => {
    const shop = await registerShop(server);
    const list = await ask(server, 'GET /api/v1/business/item-categories/1', { cookie: shop.cookie });
    expect(list.body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ id: expect.any(Number) as unknown, name: 'Phones' }),
      ]) as unknown,
    });
    const [first] = (list.body as { data: { id: number }[] }).data;
    const schema = await ask(server, `GET /api/v1/business/item-category-schema/${first?.id}`, { cookie: shop.cookie });
    expect(schema.body).toMatchObject({
      data: {
        fields: expect.arrayContaining([
          expect.objectContaining({
            name: expect.any(String) as unknown,
            label: expect.any(String) as unknown,
            type: expect.any(String) as unknown,
          }),
        ]) as unknown,
      },
    });
    for (const id of ['99', '0', 'abc', '%00', '9'.repeat(30)])
      expect((await ask(server, `GET /api/v1/business/item-categories/${id}`, { cookie: shop.cookie })).status).toBe(
        404,
      );
    expect((await ask(server, 'GET /api/v1/business/item-categories/1')).status).toBe(401);
  });

  it.each(['GET /api', 'GET /api/v1', 'GET /api/v1/nothing', 'DELETE /api/v1/auth/login', 'PUT /api/nothing'])(
    'answers %s with 404 as JSON',
    async (line) => {
      const answer = await ask(server, line);
      expect([answer.status, answer.body]).toEqual([404, notFound]);
    },
  );

  it.each([
    ['no JSON', '{"phone":"0772123456","pin":"47', 400],
    ['nothing', '', 400],
    ['no object', '[]', 422],
    ['null', 'null', 422],
    ['a number', '12', 422],
    ['wrong types', '{"phone":{"a":1},"pin":[4711]}', 422],
    ['a deep nest', '['.repeat(50_000), 400],
    ['a deep nest that closes', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
  ])('refuses %s without quoting it', async (_what, text, status) => {
    const answer = await ask(server, 'POST /api/v1/auth/login', { text });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: expect.any(String) as unknown,
      message: expect.any(String) as unknown,
      details: expect.any(Array) as unknown,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/0772123456|47/);
  });

  it.each(['\u0000', '\ud800'])(
    'refuses text that the database cannot keep (%j) instead of failing',
    async (character) => {
      const answer = await ask(server, 'POST /api/v1/auth/register', {
        body: newRegistration({ businessName: `Shop ${character}` }),
      });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ message: 'Some text has characters that cannot be stored' });
    },
  );

  it('refuses a body that is no JSON by its type, so that no form of another site can speak here', async () => {
    const answer = await ask(server, 'POST /api/v1/auth/login', {
      text: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(400);
  });

  it('refuses a body that is too large, and one that does not say its length', async () => {
    const tooLarge = await ask(server, 'POST /api/v1/auth/login', {
      text: '{}',
      headers: { 'content-length': String(300 * 1024) },
    });
    expect([tooLarge.status, tooLarge.body]).toEqual([
      413,
      { error: 'Too large', message: 'The request is larger than 256 KiB.', details: [] },
    ]);
    expect(
      (await ask(server, 'POST /api/v1/auth/login', { text: '{}', headers: { 'transfer-encoding': 'chunked' } }))
        .status,
    ).toBe(411);
  });

  it('sends the security headers with every answer: pages, files, errors and JSON', async () => {
    for (const path of ['/', '/api/v1/version', '/api/v1/nothing', '/no-such-shop', '/a/b/c', '/healthz', '/readyz']) {
      const { headers } = await ask(server, `GET ${path}`);
      expect(headers.get('content-security-policy')).toMatch(
        // The built page allows its own inline script.
        /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/]+=*')*;/,
      );
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toMatch(/'unsafe-eval'|script-src[^;]*unsafe-inline|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('R-PRN-06 lets the pages of the app alone ask for a printer and the camera, and a shop’s public pages for nothing', async () => {
    const policyOf = async (path: string) =>
      Object.fromEntries(
        ((await ask(server, `GET ${path}`)).headers.get('permissions-policy') ?? '')
          .split(', ')
          .map((part) => part.split('=') as [string, string]),
      );
    const own = { camera: '(self)', usb: '(self)', serial: '(self)', bluetooth: '(self)' };
    const never = { geolocation: '()', microphone: '()', payment: '()' };
    expect(await policyOf('/settings/printer')).toEqual({ ...own, ...never });
    expect(await policyOf('/api/v1/version')).toEqual({ ...own, ...never });
    expect(await policyOf('/no-such-shop')).toEqual({
      ...{ camera: '()', usb: '()', serial: '()', bluetooth: '()' },
      ...never,
    });
  });

  it('packs long answers for those who can unpack them', async () => {
    const plain = await ask(server, 'GET /api/v1/business/categories', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const shop = await registerShop(server);
    const response = await server.app.request('/api/v1/business/item-categories/1', {
      headers: { cookie: shop.cookie, 'accept-encoding': 'gzip, br' },
    });
    expect(response.headers.get('content-encoding')).toBe('br');
    const { brotliDecompressSync } = await import('node:zlib');
    const text = brotliDecompressSync(new Uint8Array(await response.arrayBuffer())).toString();
    expect(JSON.parse(text)).toMatchObject({ success: true });
  });

  it('tells a caller nothing of a failure, and the log enough', async () => {
    const own = await startTestServer();
    await own.deps.database.asOwner((sql) => sql.script('drop table session cascade'));
    onTestFinished(() => own.close());
    const answer = await ask(own, 'GET /api/v1/auth/me', { token: 'x'.repeat(43) });
    expect([answer.status, answer.body]).toEqual([
      500,
      { error: 'Server error', message: 'Something went wrong. Please try again.', details: [] },
    ]);
    expect(own.logLines.find((line) => line.includes('A request failed'))).toMatch(
      /relation \\"session\\" does not exist.*stack/,
    );
  });

  it('says that it is busy, and to try again, when the database cannot be asked', async () => {
    const own = await startTestServer();
    await own.deps.database.close();
    const answer = await ask(own, 'GET /api/v1/auth/me', { token: 'x'.repeat(43) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await ask(own, 'GET /healthz')).status).toBe(503);
  });

  it('is healthy while the database answers', async () => {
    expect((await ask(server, 'GET /healthz')).body).toEqual({ status: 'ok' });
  });

  it('logs each request by its route, never by what was asked for', async () => {
    await ask(server, 'GET /api/v1/business/item-categories/0772123456?q=0772123456');
    const line = server.logLines.at(-1) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      method: 'GET',
      route: '/api/v1/business/item-categories/:businessCategoryId',
      status: 401,
      msg: 'request',
    });
    expect(line).not.toContain('0772123456');
  });
});
