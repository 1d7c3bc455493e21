import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESERVED_SLUGS } from '../../../domain/text/slug.ts';
import { rowIdOf, sourceFromId } from '../../../sync/protocol/act.ts';
import { apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import {
  ask,
  cookieOf,
  newRegistration,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestAnswer,
  type TestRequest,
  type TestServer,
} from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const invalid = (path: string, message: string) => ({
  error: 'Invalid input',
  message,
  details: expect.arrayContaining([{ path, message }]) as unknown,
});

describe.each(ROUTE_ENGINES)('registering and signing in on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  let lastAddress = 0;
  const register = (changes: object = {}): Promise<TestAnswer> =>
    ask(server, 'POST /api/v1/auth/register', {
      body: { ...newRegistration(), ...changes },
      address: `10.8.0.${(lastAddress += 1)}`,
    });
  const login = (phone: string, pin: string, address?: string, extra: { cookie?: string } = {}) =>
    ask(server, 'POST /api/v1/auth/login', {
      body: { phone, pin },
      ...(address === undefined ? {} : { address }),
      ...extra,
    });

  it('R-API-08 R-REG-29 answers a success message', async () => {
    const answer = await register();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ success: true, message: 'Registration successful! You can now log in.' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('R-REG-32 R-REG-33 R-ENT-01 C-012 makes the registrant the owner and an admin, whatever the request says', async () => {
    const answer = await register({ isBusinessOwner: false, role: 'staff', isActive: false, id: 5, businessId: 7 });
    expect(answer.body).toMatchObject({ data: { user: { role: 'admin', isBusinessOwner: true, isActive: true } } });
    expect(answer.body).not.toMatchObject({ data: { user: { id: 5 } } });
  });

  it('R-REG-17 C-002 names the user by first and last name', async () => {
    expect(
      (await register({ firstName: ' Amina ', lastName: 'Okello', username: 'somebody else' })).body,
    ).toMatchObject({ data: { user: { username: 'Amina Okello' } } });
  });

  it.each([
    ['R-REG-13', 'businessName', 'A', 'Business name must be at least 2 characters'],
    ['R-REG-14', 'firstName', 'A', 'First name must be at least 2 characters'],
    ['R-REG-15', 'lastName', 'A', 'Last name must be at least 2 characters'],
    ['R-REG-16', 'username', 'A', 'Username must be at least 2 characters'],
    ['R-REG-18', 'email', 'nobody', 'Please enter a valid email address'],
    ['R-ENT-05', 'email', undefined, 'Please enter a valid email address'],
    ['R-ENT-04', 'phone', undefined, 'Phone number is too short'],
    ['R-REG-19', 'address', '1234', 'Address must be at least 5 characters'],
    ['R-REG-20', 'country', 'U', 'Country is required'],
    ['R-REG-21', 'currency', '', 'Currency is required'],
    ['R-REG-22', 'phone', '077212345', 'Phone number is too short'],
    ['R-REG-23', 'phone', '0772 123456 / 0701 123456', 'Invalid phone number format'],
    ['R-REG-24 C-001', 'pin', '12345', 'PIN must be exactly 4 digits'],
    ['R-REG-25', 'pin', '123', 'PIN must be exactly 4 digits'],
    ['R-REG-26', 'pin', '12a4', 'PIN must contain only numbers'],
    ['R-REG-27', 'businessCategoryId', 0, 'Please select a business category'],
    ['R-REG-27', 'businessCategoryId', undefined, 'Please select a business category'],
  ])('%s refuses %s = %j with the form’s own sentence', async (_id, field, value, sentence) => {
    const answer = await register({ [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(field, sentence));
  });

  it('names every wrong field at once, and repeats nothing of what was sent', async () => {
    const answer = await register({ businessName: 'A', pin: '987', email: 'secret-mail' });
    expect(answer.body).toMatchObject({ details: [{ path: 'businessName' }, { path: 'email' }, { path: 'pin' }] });
    expect(JSON.stringify(answer.body)).not.toMatch(/987|secret-mail/);
  });

  it('R-REG-34 R-ENT-04 C-005 refuses a phone that a user has, however it is typed', async () => {
    await register({ phone: '0772 900001' });
    for (const phone of ['+256 772-900001', '00256772900001', '0772-900-001', '256772900001']) {
      const answer = await register({ phone });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        error: 'Registration failed',
        message: 'This phone number is already registered',
        details: [{ path: 'phone', message: 'This phone number is already registered' }],
      });
    }
  });

  it('R-REG-34 lets one of two registrations at the same moment win, and tells the other the same as a later one', async () => {
    const phone = '0772 900002';
    const answers = await Promise.all([register({ phone }), register({ phone }), register({ phone })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual([
      expect.objectContaining({ message: 'This phone number is already registered' }),
      expect.objectContaining({ message: 'This phone number is already registered' }),
    ]);
  });

  it('R-REG-35 R-ENT-09 C-023 C-134 gives every shop a slug of its own, also those that register at once', async () => {
    const businessName = 'Mama’s Dukà';
    const answers = await Promise.all([
      register({ businessName }),
      register({ businessName }),
      register({ businessName }),
    ]);
    const slugs = answers.map(({ body }) => (body as { data: { business: { slug: string } } }).data.business.slug);
    expect(slugs.toSorted()).toEqual(['mamas-duka', 'mamas-duka-2', 'mamas-duka-3']);
  });

  it('C-023 keeps the words that Kaunta’s own addresses begin with', async () => {
    const { body } = await register({ businessName: 'Sales' });
    expect(RESERVED_SLUGS.has('sales')).toBe(true);
    expect(body).toMatchObject({ data: { business: { slug: 'sales-2' } } });
  });

  it('SYN-2 SYN-7 C-131 C-133 starts the shop at version 1 with Cash as its default method, all ids of one act', async () => {
    const shop = await registerShop(server);
    const found = await server.deps.database.transaction({ businessId: shop.businessId }, async (sql) => ({
      business: (
        await sql.query<{ version: number; row_version: number; doc: { defaultPaymentMethodId: number } }>(
          'select version, row_version, doc from business',
        )
      )[0],
      methods: await sql.query<{ id: number; version: number; doc: object }>(
        'select id, version, doc from payment_method',
      ),
    }));
    const [method] = found.methods;
    expect(found.methods).toMatchObject([
      { version: 1, doc: { name: 'Cash', icon: 'Banknote', isReadonly: true, createdByUserId: null } },
    ]);
    expect(found.business).toMatchObject({ version: 1, row_version: 1, doc: { defaultPaymentMethodId: method?.id } });
    const act = sourceFromId(shop.userId).padEnd(32, '0');
    expect([shop.userId, method?.id]).toEqual([rowIdOf(act, 0), rowIdOf(act, 1)]);
  });

  it('C-140 keeps the zone of the registering device', async () => {
    const registered = await register({ timeZone: 'Africa/Kampala' });
    expect(registered.body).toMatchObject({ data: { business: { timeZone: 'Africa/Kampala' } } });
    expect((await register({ timeZone: 'Mars/Olympus' })).status).toBe(422);
  });

  it('X-TYPE-41 where the device does not say its zone, the shop keeps the days of its country', async () => {
    for (const [country, timeZone] of [
      ['UG', 'Africa/Kampala'],
      ['KE', 'Africa/Nairobi'],
    ] as const) {
      const { timeZone: _, ...body } = newRegistration({ country });
      const { body: answer } = await ask(server, 'POST /api/v1/auth/register', { body });
      expect(answer).toMatchObject({ data: { business: { timeZone } } });
    }
  });

  it('R-API-07 R-LOGIN-05 SYN-25 answers a token, the user and a cookie that lasts as long as its user, once dismissed, may push', async () => {
    const { phone, pin } = await registerShop(server);
    const answer = await login(phone, pin);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      data: { authToken: expect.stringMatching(/^[\w-]{43}$/) as unknown, user: { phone, role: 'admin' } },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kaunta_session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^kaunta_device=[\w.~-]+; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('R-API-10 C-011 R-LOGIN-06 R-ENT-10 R-ENT-38 says who is signed in, and for which business', async () => {
    const shop = await registerShop(server);
    const answer = await ask(server, 'GET /api/v1/auth/me', { cookie: shop.cookie });
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        user: {
          id: shop.userId,
          businessId: shop.businessId,
          username: 'Amina Okello',
          phone: shop.phone,
          email: 'amina@example.com',
          role: 'admin',
          isBusinessOwner: true,
        },
        business: {
          id: shop.businessId,
          name: expect.any(String) as unknown,
          slug: shop.slug,
          currency: 'UGX',
          businessCategoryId: 5,
          socialMediaX: null,
          socialMediaInstagram: null,
          socialMediaTiktok: null,
        },
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('R-LOGIN-13 R-ENT-06 returns a PIN in no answer, and keeps it nowhere', async () => {
    // As a separate word, because ids and tokens may contain these digits by chance.
    const thePin = /(?<![\w-])7391(?![\w-])/;
    const registration = newRegistration({ pin: '7391' });
    const answers = [
      await ask(server, 'POST /api/v1/auth/register', { body: registration }),
      await login(registration.phone, '7391'),
    ];
    answers.push(await ask(server, 'GET /api/v1/auth/me', { cookie: cookieOf(answers[1] as TestAnswer) }));
    for (const { body, status } of answers) {
      expect(status).toBeLessThan(300);
      expect(JSON.stringify(body)).not.toMatch(thePin);
      expect(JSON.stringify(body)).not.toMatch(/"\w*pin\w*":|argon2/i);
    }
    expect(server.logLines.join('')).not.toMatch(thePin);
  });

  it('R-LOGIN-08 R-LOGIN-09 R-LOGIN-10 refuses what the login form refuses, with its sentences', async () => {
    const wrong = async (body: object) => (await ask(server, 'POST /api/v1/auth/login', { body })).body;
    expect(await wrong({ phone: '077212345', pin: '1234' })).toEqual(invalid('phone', 'Phone number is required'));
    expect(await wrong({ phone: '0772123456', pin: '12345' })).toEqual(invalid('pin', 'PIN must be exactly 4 digits'));
    expect(await wrong({ phone: '0772123456', pin: '12a4' })).toEqual(invalid('pin', 'PIN must contain only numbers'));
    expect(await wrong({})).toEqual(invalid('phone', 'Phone number is required'));
  });

  it('C-005 lets a phone in however it is typed', async () => {
    await register({ phone: '+256 772-900003' });
    for (const phone of ['0772900003', '+256772900003', '256 772 900 003', '00256-772-900003'])
      expect((await login(phone, '7302', '10.9.9.9')).status).toBe(200);
  });

  it('C-005 asks for the country’s code when a number means two accounts with one PIN, and finds the right one when the PINs differ', async () => {
    await register({ phone: '0772 900004', country: 'UG', pin: '4815' });
    const kenyan = await register({ phone: '0772 900004', country: 'KE', pin: '6294' });
    expect((await login('0772900004', '4815')).status).toBe(200);
    expect((await login('0772900004', '6294')).body).toMatchObject({
      data: { user: { businessId: (kenyan.body as { data: { business: { id: number } } }).data.business.id } },
    });
    await register({ phone: '0772 900005', country: 'UG', pin: '8153' });
    await register({ phone: '0772 900005', country: 'KE', pin: '8153' });
    const ambiguous = await login('0772900005', '8153');
    expect(ambiguous.status).toBe(401);
    expect(ambiguous.body).toMatchObject({ message: expect.stringContaining('country') as unknown });
    expect((await login('+254 772 900005', '8153')).status).toBe(200);
  });

  it('G9 R-LOGIN-11 R-LOGIN-12 says the same of a wrong PIN and of an unknown phone', async () => {
    const { phone } = await registerShop(server);
    const [wrongPin, unknownPhone] = [
      await login(phone, '9999', '10.1.0.1'),
      await login('0779999999', '9999', '10.1.0.1'),
    ];
    expect(wrongPin.status).toBe(401);
    expect(wrongPin.body).toEqual({
      error: 'Login Failed',
      message: 'Please check your credentials and try again.',
      details: [],
    });
    expect(unknownPhone.status).toBe(401);
    expect(unknownPhone.body).toEqual(wrongPin.body);
  });

  it('G9 R-PIN-03 makes guessing a PIN slower and slower on a device that the account knows, and lets it in again after the wait', async () => {
    const { phone, pin, cookie } = await registerShop(server);
    const here = (tried: string) => login(phone, tried, '10.2.0.1', { cookie });
    for (let n = 1; n <= 5; n += 1) expect((await here('9999')).status).toBe(401);
    const blocked = await here(pin);
    expect(blocked.status).toBe(429);
    expect(blocked.headers.get('retry-after')).toBe('30');
    expect(blocked.body).toEqual({
      error: 'Too many attempts',
      message: 'Too many wrong attempts. Try again in 30 seconds.',
      details: [],
    });
    server.clock.advance(30_000);
    expect((await here('9999')).status).toBe(401);
    expect((await here(pin)).headers.get('retry-after')).toBe('60');
    server.clock.advance(60_000);
    expect((await here(pin)).status).toBe(200);
    expect((await here('9999')).status).toBe(401);
    expect((await here(pin)).status).toBe(200);
  });

  it('G9 counts an unknown phone as it counts a known one, however it is spelled', async () => {
    const spellings = ['0779000009', '+256779000009', '256 779 000 009', '00256779000009', '0779-000-009'];
    for (const [n, phone] of spellings.entries()) expect((await login(phone, '9999', `10.3.0.${n}`)).status).toBe(401);
    expect((await login('0779000009', '9999', '10.3.0.99')).status).toBe(429);
  });

  it('C-014 lets no inactive user in, and frees the phone for another', async () => {
    const shop = await registerShop(server);
    await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query('update app_user set is_active = false'),
    );
    expect((await login(shop.phone, shop.pin, '10.4.0.1')).status).toBe(401);
    expect((await ask(server, 'GET /api/v1/auth/me', { cookie: shop.cookie })).status).toBe(401);
    expect((await register({ phone: shop.phone })).status).toBe(201);
  });

  it('C-147 G8 a sign-in ends the session whose cookie it replaces, of whichever shop; not that of a program, nor a refused one', async () => {
    const [shop, other] = [await registerShop(server), await registerShop(server)];
    const me = (token: string) => ask(server, 'GET /api/v1/auth/me', { token });
    const signIn = (request: TestRequest, pin = other.pin) =>
      ask(server, 'POST /api/v1/auth/login', { ...request, body: { phone: other.phone, pin } });
    expect((await signIn({ cookie: shop.cookie }, '0000')).status).toBe(401);
    expect((await signIn({ token: shop.token })).status).toBe(200);
    expect((await me(shop.token)).status).toBe(200);
    const next = await signIn({ cookie: shop.cookie });
    expect(next.status).toBe(200);
    expect([(await me(shop.token)).status, (await me(other.token)).status]).toEqual([401, 200]);
    const again = await signIn({ cookie: cookieOf(next) });
    expect((await ask(server, 'GET /api/v1/auth/me', { cookie: cookieOf(next) })).status).toBe(401);
    expect((await ask(server, 'GET /api/v1/auth/me', { cookie: cookieOf(again) })).status).toBe(200);
    // Whose session was ended by another person has it in the trail; whoever signs in again has not logged out.
    const kinds = async (user: SignedInUser) =>
      listOf(await apiClient(server, user).get('/security/events')).map(({ kind }) => kind);
    const anew = { ...shop, token: String(dataOf(await login(shop.phone, shop.pin))['authToken']) };
    expect(await kinds(anew)).toContain('signed_out');
    expect(await kinds(other)).not.toContain('signed_out');
  });

  it('R-API-09 logs out: the session is gone, on the cookie and on the server, and once more is no error', async () => {
    const shop = await registerShop(server);
    const answer = await ask(server, 'POST /api/v1/auth/logout', { cookie: shop.cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('kaunta_session=; Max-Age=0')]);
    expect((await ask(server, 'GET /api/v1/auth/me', { cookie: shop.cookie })).status).toBe(401);
    expect((await ask(server, 'POST /api/v1/auth/logout', { cookie: shop.cookie })).status).toBe(200);
  });
});
