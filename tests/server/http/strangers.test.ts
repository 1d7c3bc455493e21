import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TASK_BITS_SHORT_MAX, TASK_LASTS_MS } from '../../../domain/people/guess-task.ts';
import { CODE_BITS_MAX, demandedBits, PHONE_PRESSURE, shortAgainMs } from '../../../server/account/guess-pressure.ts';
import { tidyUp } from '../../../server/housekeeping.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { ask, newRegistration, registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { solveTask, taskOf } from '../../support/server/solve-task.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('devices that nobody knows, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  // After a week the attempts of the test before are forgotten.
  beforeEach(() => server.clock.advance(7 * 86_400_000));

  const login = (phone: string, pin: string, address: string, extra: { cookie?: string; task?: unknown } = {}) => {
    const { cookie, ...task } = extra;
    const body = { phone, pin, ...task };
    return ask(server, 'POST /api/v1/auth/login', { body, address, ...(cookie === undefined ? {} : { cookie }) });
  };

  it('R-PIN-04 R-PIN-06 G9 gives devices that nobody knows a task after five wrong PINs of a phone, from any address, and no locked door', async () => {
    const { phone, pin } = await registerShop(server);
    for (let n = 1; n <= 5; n += 1) expect((await login(phone, '9999', `10.2.1.${n}`)).status).toBe(401);
    const stopped = await login(phone, pin, '10.2.2.1');
    expect(stopped.status).toBe(429);
    expect(stopped.headers.get('retry-after')).toBeNull();
    expect(stopped.body).toEqual({
      error: 'Too many attempts',
      message:
        'There were too many attempts from devices that Kaunta does not know. This one has to do some arithmetic first.',
      details: [],
      task: { challenge: expect.any(String) as unknown, bits: 21 },
    });
    const solved = await login(phone, pin, '10.2.2.1', { task: solveTask(taskOf(stopped)) });
    expect(solved.status).toBe(200);
    // The right PIN reset only its own count, so it does not help guessing.
    expect(taskOf(await login(phone, pin, '10.2.2.2')).bits).toBe(21);
  });

  it('R-PIN-06 a solved task serves one try, and the next is harder', async () => {
    const { phone } = await registerShop(server);
    for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.2.3.${n}`);
    const task = solveTask(taskOf(await login(phone, '9999', '10.2.3.6')));
    const tried = await Promise.all([0, 1, 2].map(() => login(phone, '9999', '10.2.3.7', { task })));
    expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 429, 429]);
    expect(taskOf(await login(phone, '9999', '10.2.3.8', { task })).bits).toBe(22);
  });

  it('R-PIN-06 refuses a task that is made up, made easier, not solved, or of long ago', async () => {
    const { phone } = await registerShop(server);
    for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.2.4.${n}`);
    const { challenge } = taskOf(await login(phone, '9999', '10.2.4.6'));
    const solved = solveTask({ challenge, bits: 21 });
    const easier = challenge.replace(/^21/, '1');
    for (const task of [
      { challenge: '1.9999999999999.00.AAAA', answer: 0 },
      { challenge: easier, answer: solveTask({ challenge: easier, bits: 11 }).answer },
      { challenge, answer: solved.answer + 1 },
      { challenge: '', answer: 0 },
    ])
      expect((await login(phone, '9999', '10.2.4.7', { task })).status).toBe(429);
    for (const task of ['x', { challenge: 1, answer: 0 }, { challenge, answer: -1 }, { challenge, answer: 1.5 }])
      expect((await login(phone, '9999', '10.2.4.8', { task })).status).toBe(422);
    server.clock.advance(TASK_LASTS_MS);
    // After half a day two tries of the phone are forgotten. Three more, and a task is required again.
    for (let n = 1; n <= 3; n += 1) await login(phone, '9999', `10.2.4.${10 + n}`);
    expect((await login(phone, '9999', '10.2.4.9', { task: solved })).status).toBe(429);
  });

  it('R-PIN-03 a stranger’s guessing never locks out the shop’s own devices', async () => {
    const { phone, pin, cookie } = await registerShop(server);
    for (let n = 1; n <= 8; n += 1) await login(phone, '9999', `10.2.5.${n}`);
    expect((await login(phone, pin, '10.2.5.99')).status).toBe(429);
    expect((await login(phone, pin, '10.2.5.1', { cookie })).status).toBe(200);
  });

  it('R-PIN-03 the cookie of a known device is bound to its account, and nobody else makes one', async () => {
    const [mine, other] = [await registerShop(server), await registerShop(server)];
    for (let n = 1; n <= 5; n += 1) await login(mine.phone, '9999', `10.2.6.${n}`);
    const device = /kaunta_device=([^;]+)/.exec(mine.cookie)?.[1] ?? '';
    const others = /kaunta_device=([^;]+)/.exec(other.cookie)?.[1] ?? '';
    const [business, user] = device.split('.');
    const forged = [business, user, ...others.split('.').slice(2)].join('.');
    for (const cookie of [others, forged, `${device}x`, device.slice(0, -1), '~~~~', 'a.b.c.d'])
      expect((await login(mine.phone, mine.pin, '10.2.6.9', { cookie: `kaunta_device=${cookie}` })).status).toBe(429);
    expect((await login(mine.phone, mine.pin, '10.2.6.9', { cookie: `kaunta_device=${device}` })).status).toBe(200);
  });

  it('R-PIN-03 a device that several people share is known to each of them', async () => {
    const people = [await registerShop(server), await registerShop(server), await registerShop(server)];
    let device = '';
    for (const { phone, pin } of people) {
      const answer = await login(phone, pin, '10.2.7.1', { cookie: device });
      device =
        answer.headers
          .getSetCookie()
          .find((cookie) => cookie.startsWith('kaunta_device'))
          ?.split(';')[0] ?? '';
    }
    for (const { phone, pin } of people) {
      for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.2.8.${n}`);
      expect((await login(phone, pin, '10.2.7.1', { cookie: device })).status).toBe(200);
    }
  });

  it('R-PIN-05 whoever is refused leaves no row behind, and no phone stands in the table', async () => {
    const { phone } = await registerShop(server);
    for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.2.9.${n}`);
    const rows = () =>
      server.deps.database.transaction({ businessId: null, readOnly: true }, (sql) =>
        sql.query('select * from guess_pressure'),
      );
    const before = await rows();
    for (let n = 1; n <= 5; n += 1) expect((await login(phone, '9999', `10.2.10.${n}`)).status).toBe(429);
    const after = await rows();
    expect(after).toHaveLength(before.length);
    expect(JSON.stringify(after)).not.toContain(phone.replaceAll(/\D/g, ''));
  });

  it('R-PIN-04 one address that tries many phones gets a task, others do not', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 16; n += 1) statuses.push((await login(`07790001${10 + n}`, '9999', '10.3.1.1')).status);
    // The whole installation has fifteen.
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 401), 429]);
    server.clock.advance(86_400_000);
    const { phone, pin } = await registerShop(server);
    expect((await login(phone, pin, '10.3.1.2')).status).toBe(200);
  });

  it('R-PIN-04 tries that come at the same moment are counted one after the other', async () => {
    const { phone } = await registerShop(server);
    const tried = await Promise.all(Array.from({ length: 9 }, (_, n) => login(phone, '9999', `10.3.2.${n}`)));
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('R-PIN-04 an IPv6 caller is counted in their /64 and in their /48', async () => {
    const subjects = async () =>
      (
        await server.deps.database.transaction({ businessId: null, readOnly: true }, (sql) =>
          sql.query('select subject from guess_pressure'),
        )
      ).length;
    const before = await subjects();
    await login('0779000201', '9999', '2001:db8:1:1::1');
    // New rows: the /64, the /48, the phone. That of the installation existed.
    expect(await subjects()).toBe(before + 3);
    await login('0779000201', '9999', '2001:db8:1:1::2');
    expect(await subjects()).toBe(before + 3);
    await login('0779000201', '9999', '2001:db8:1:2::1');
    expect(await subjects()).toBe(before + 4);
  });

  describe('an attack', () => {
    /** Sets the counts as after this number of further tries, whose arithmetic would take too long in a test. */
    const afterAttack = (tries: number) =>
      server.deps.database.transaction({ businessId: null }, (sql) =>
        sql.query('update guess_pressure set level = level + $1', [tries]),
      );
    // Otherwise the next test would have to wait for weeks.
    afterEach(() =>
      server.deps.database.transaction({ businessId: null }, (sql) => sql.query('delete from guess_pressure')),
    );

    it('R-PIN-11 while an attack asks more of a new device than ten minutes of a cheap phone, the answer says so, how long it will be, and which doors are open', async () => {
      const { phone, pin, cookie } = await registerShop(server);
      for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.4.1.${n}`);
      // Nine tasks beyond the free tries double up to the longest short one.
      await afterAttack(8);
      expect(taskOf(await login(phone, pin, '10.4.2.1'))).toEqual({
        challenge: expect.any(String) as unknown,
        bits: 29,
      });
      await afterAttack(5);
      const stopped = await login(phone, pin, '10.4.2.1');
      expect([stopped.status, taskOf(stopped).bits]).toEqual([429, 34]);
      // Five tries of the phone are forgotten in a day, which is the number needed.
      expect(stopped.headers.get('retry-after')).toBe('69121');
      expect(stopped.body).toMatchObject({
        message:
          'Somebody is trying out PINs, so logging in on devices that Kaunta does not know is held up for about 20 hours, longer if it goes on. A device that has logged in before gets in as always. Forgot PIN works now too: it sends a code to your phone, and then this device is known.',
      });
      // The first way in: a known device.
      expect((await login(phone, pin, '10.4.2.2', { cookie })).status).toBe(200);
      // The second way: a code.
      const asked = await ask(server, 'POST /api/v1/auth/forgot-pin', { body: { phone }, address: '10.4.2.1' });
      expect(asked.status).toBe(200);
      await vi.waitFor(() => expect(server.sentCodes.at(-1)?.phone).toBe(phone), PATIENTLY);
      const body = { phone, code: server.sentCodes.at(-1)?.code, pin: '8264' };
      const reset = await ask(server, 'POST /api/v1/auth/reset-pin', { body, address: '10.4.2.1' });
      expect(reset.status).toBe(200);
      const known = reset.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      expect((await login(phone, '8264', '10.4.2.1', { cookie: known })).status).toBe(200);
    });

    it('R-PIN-11 registering that is held up says so in words of its own', async () => {
      const register = () =>
        ask(server, 'POST /api/v1/auth/register', { body: newRegistration(), address: '10.4.4.1' });
      expect((await register()).status).toBe(201);
      await afterAttack(1_000);
      const stopped = await register();
      expect([stopped.status, taskOf(stopped).bits > TASK_BITS_SHORT_MAX]).toEqual([429, true]);
      expect((stopped.body as { message: string }).message).toMatch(
        /^Very many shops were registered just now, so registering is held up for about \d+ hours, longer if it goes on\. Whoever has an account can log in as always\.$/,
      );
    });

    it('R-PIN-11 after the time that was told a short task is asked for, and not a second earlier', async () => {
      const { phone, pin } = await registerShop(server);
      for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.4.3.${n}`);
      await afterAttack(12);
      const told = taskOf(await login(phone, pin, '10.4.3.9'));
      expect(told.bits).toBeGreaterThan(TASK_BITS_SHORT_MAX);
      server.clock.advance((told.shortAgainMs ?? 0) - 1_000);
      expect(taskOf(await login(phone, pin, '10.4.3.9')).bits).toBe(TASK_BITS_SHORT_MAX + 1);
      server.clock.advance(1_000);
      const short = taskOf(await login(phone, pin, '10.4.3.9'));
      expect(short).toEqual({ challenge: expect.any(String) as unknown, bits: TASK_BITS_SHORT_MAX });
    });

    it('R-PIN-11 a code never costs more than a short task, whatever strangers do', () => {
      expect(CODE_BITS_MAX).toBeLessThan(TASK_BITS_SHORT_MAX);
      const rules = { ...PHONE_PRESSURE, bitsMax: CODE_BITS_MAX };
      expect([demandedBits(1_000, rules), shortAgainMs(1_000, rules)]).toEqual([CODE_BITS_MAX, 0]);
    });
  });

  it('R-PIN-05 what was counted and spent is tidied away', async () => {
    const { phone } = await registerShop(server);
    for (let n = 1; n <= 5; n += 1) await login(phone, '9999', `10.3.3.${n}`);
    const task = solveTask(taskOf(await login(phone, '9999', '10.3.3.6')));
    expect((await login(phone, '9999', '10.3.3.6', { task })).status).toBe(401);
    server.clock.advance(15 * 86_400_000);
    await tidyUp(server.deps.database, server.clock.nowMs());
    const left = await server.deps.database.transaction({ businessId: null, readOnly: true }, async (sql) => [
      ...(await sql.query('select 1 from guess_pressure')),
      ...(await sql.query('select 1 from used_task')),
    ]);
    expect(left).toEqual([]);
  });
});
