import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE_LASTS_MS, CODE_TRIES_MAX } from '../../../domain/people/one-time-code.ts';
import { tidyUp } from '../../../server/housekeeping.ts';
import { TooManyPins } from '../../../server/pin-hash.ts';
import { ask, newRegistration, registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { solveTask, taskOf } from '../../support/server/solve-task.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const register = (server: TestServer, body: object, address: string) =>
  ask(server, 'POST /api/v1/auth/register', { body, address });

describe('R-REG-41 how many register', () => {
  let server: TestServer;
  let hashed = 0;
  beforeAll(async () => {
    server = await startTestServer();
    const { hash } = server.deps.pins;
    server.deps.pins.hash = (pin) => ((hashed += 1), hash(pin));
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance(7 * 86_400_000));

  it('R-REG-41 thirty of an address are free, taken phones among them; the next gets a task before anything is hashed', async () => {
    const taken = await registerShop(server);
    hashed = 0;
    for (let n = 0; n < 30; n += 1)
      expect((await register(server, newRegistration({ phone: taken.phone }), '10.6.0.1')).status).toBe(409);
    expect(hashed).toBe(30);
    const fresh = newRegistration();
    const stopped = await register(server, fresh, '10.6.0.1');
    expect([stopped.status, stopped.body]).toMatchObject([429, { error: 'Too many attempts', task: { bits: 21 } }]);
    expect(hashed).toBe(30);
    expect((await register(server, newRegistration(), '10.6.0.2')).status).toBe(201);
    expect((await register(server, { ...fresh, task: solveTask(taskOf(stopped)) }, '10.6.0.1')).status).toBe(201);
  });

  it('R-REG-41 what the form refuses is not counted', async () => {
    for (let n = 0; n < 40; n += 1)
      expect((await register(server, newRegistration({ pin: '12' }), '10.6.0.3')).status).toBe(422);
    expect((await register(server, newRegistration(), '10.6.0.3')).status).toBe(201);
  });

  it('R-REG-41 the installation as a whole has a limit, from however many addresses', async () => {
    const taken = await registerShop(server);
    const { pins } = server.deps;
    const { hash } = pins;
    const cheap = await hash('7302');
    pins.hash = () => Promise.resolve(cheap);
    const statuses: number[] = [];
    for (let n = 0; n < 301; n += 1) {
      const address = `10.7.${n >> 8}.${n & 255}`;
      statuses.push((await register(server, newRegistration({ phone: taken.phone }), address)).status);
    }
    pins.hash = hash;
    // The first request has registered the shop.
    expect(statuses.slice(0, 299).every((status) => status === 409)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('R-PIN-10 whoever comes while too many PINs wait is told so, and no try of theirs is counted', async () => {
    const { phone, pin, cookie } = await registerShop(server);
    const { pins } = server.deps;
    const { verify } = pins;
    pins.verify = () => Promise.reject(new TooManyPins('Too many PINs are waiting to be checked'));
    for (let n = 0; n < 7; n += 1) {
      const busy = await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin }, cookie });
      expect([busy.status, busy.headers.get('retry-after'), busy.body]).toEqual([
        503,
        '2',
        { error: 'Busy', message: 'Kaunta is busy. Please try again.', details: [] },
      ]);
    }
    pins.verify = verify;
    expect((await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin }, cookie })).status).toBe(200);
  });
});

describe.each(ROUTE_ENGINES)('R-REG-40 the phone of whoever registers, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, codesReachPhones: true });
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance(86_400_000));

  const askedFor = (message: string) => ({ details: [{ path: 'code', message }] });
  const SENT = askedFor('Type the code that was sent to this phone.');
  const WRONG = askedFor('This code is not right, or it is older than 10 minutes.');
  const lastCode = () => server.sentCodes.at(-1)?.code ?? '';
  const wrongCode = () => String((Number(lastCode()) + 1) % 1_000_000).padStart(6, '0');

  it('R-REG-40 is proved by a code first, which helps once', async () => {
    const body = newRegistration();
    const first = await register(server, body, '10.6.1.1');
    expect([first.status, first.body]).toMatchObject([422, SENT]);
    expect(server.sentCodes.at(-1)?.phone).toBe(body.phone);
    expect((await register(server, { ...body, code: wrongCode() }, '10.6.1.1')).body).toMatchObject(WRONG);
    expect((await register(server, { ...body, code: lastCode() }, '10.6.1.1')).status).toBe(201);
    const again = await register(server, { ...body, code: lastCode() }, '10.6.1.1');
    expect([again.status, again.body]).toMatchObject([422, WRONG]);
  });

  it('R-PIN-10 R-REG-40 its code is still good if the server was too busy to register', async () => {
    const body = newRegistration();
    await register(server, body, '10.6.1.9');
    const { pins } = server.deps;
    const { hash } = pins;
    pins.hash = () => Promise.reject(new TooManyPins('Too many PINs are waiting to be checked'));
    expect((await register(server, { ...body, code: lastCode() }, '10.6.1.9')).status).toBe(503);
    pins.hash = hash;
    expect((await register(server, { ...body, code: lastCode() }, '10.6.1.9')).status).toBe(201);
  });

  it('R-REG-40 is told to be taken only to who holds it', async () => {
    const taken = newRegistration();
    await register(server, taken, '10.6.1.2');
    await register(server, { ...taken, code: lastCode() }, '10.6.1.2');
    server.clock.advance(3_600_000);
    const body = newRegistration({ phone: taken.phone });
    expect((await register(server, body, '10.6.1.3')).body).toMatchObject(SENT);
    expect((await register(server, { ...body, code: lastCode() }, '10.6.1.3')).status).toBe(409);
  });

  it('R-REG-40 its code lasts ten minutes, five tries, and for that phone alone', async () => {
    const [late, guessed, other] = [newRegistration(), newRegistration(), newRegistration()];
    await register(server, late, '10.6.1.4');
    const lateCode = lastCode();
    server.clock.advance(CODE_LASTS_MS);
    expect((await register(server, { ...late, code: lateCode }, '10.6.1.4')).body).toMatchObject(WRONG);
    await register(server, guessed, '10.6.1.5');
    expect((await register(server, { ...other, code: lastCode() }, '10.6.1.5')).body).toMatchObject(WRONG);
    for (let n = 0; n < CODE_TRIES_MAX; n += 1) await register(server, { ...guessed, code: wrongCode() }, '10.6.1.5');
    expect((await register(server, { ...guessed, code: lastCode() }, '10.6.1.5')).body).toMatchObject(WRONG);
    // Another code is sent after a minute.
    expect((await register(server, guessed, '10.6.1.6')).headers.get('retry-after')).toBe('60');
  });

  it('R-REG-40 no code and no phone stands in the table, and old ones are tidied away', async () => {
    const body = newRegistration();
    await register(server, body, '10.6.1.7');
    const rows = () =>
      server.deps.database.transaction({ businessId: null, readOnly: true }, (sql) =>
        sql.query('select * from registration_code'),
      );
    expect(JSON.stringify(await rows())).not.toMatch(new RegExp(`${lastCode()}"|${body.phone.replaceAll(/\D/g, '')}`));
    server.clock.advance(CODE_LASTS_MS + 1);
    await tidyUp(server.deps.database, server.clock.nowMs());
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['without a sender', { codesReachPhones: false }],
    ['where it is switched off', { codesReachPhones: true, settings: { provePhones: false } }],
  ])('R-REG-40 is not proved %s', async (_when, options) => {
    const plain = await startTestServer({ engine, ...options });
    expect((await register(plain, newRegistration(), '10.6.1.8')).status).toBe(201);
    expect(plain.sentCodes).toEqual([]);
    await plain.close();
  });
});
