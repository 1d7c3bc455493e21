import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEventsHub, type BusinessNews, type EventsHub } from '../../../server/events-hub.ts';
import { createLog } from '../../../server/log.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { apiClient } from '../../support/server/api-client.ts';
import {
  ask,
  cookieOf,
  registerShop,
  startTestServer,
  type SignedInUser,
  type TestServer,
} from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { createPostgres } from '../../support/server/test-database.ts';
import { PATIENTLY } from '../../support/patience.ts';

/** Reads the events of a stream one by one; `undefined` at its end. */
function readEvents(response: Response): { next: () => Promise<string | undefined>; cancel: () => Promise<void> } {
  if (response.body === null) throw new Error('The answer has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    async next() {
      while (!rest.includes('\n\n')) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        rest += value;
      }
      const [event = '', ...others] = rest.split('\n\n');
      rest = others.join('\n\n');
      return event;
    },
    cancel: () => reader.cancel(),
  };
}

describe('SYN-16 the event stream', () => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await registerShop(server);
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = async (user: SignedInUser) => {
    const response = await server.app.request('/api/v1/events', { headers: { cookie: user.cookie } });
    const events = readEvents(response);
    onTestFinished(() => events.cancel());
    return { response, ...events };
  };

  it('SYN-16 begins with where the business stands, then tells each newer version, and nothing else', async () => {
    const { response, next } = await open(shop);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await next()).toMatch(/^retry: 3000\ndata: \{"epoch":"[0-9a-f]{16}","version":1\}$/);
    server.deps.events.publish(shop.businessId, { epoch: 'e', version: 2, secret: 'x' } as BusinessNews);
    expect(await next()).toBe('data: {"epoch":"e","version":2}');
  });

  it('SYN-16 tells also what came between its reading and its listening', async () => {
    const { database } = server.deps;
    const transaction = database.transaction.bind(database);
    const between = vi.spyOn(database, 'transaction');
    onTestFinished(() => between.mockRestore());
    between.mockImplementation(async (options, work) => {
      const result = await transaction(options, work);
      const isNews = typeof result === 'object' && result !== null && 'epoch' in result && 'version' in result;
      if (!isNews) return result;
      between.mockImplementation(transaction);
      await apiClient(server, shop).post('/customers', { name: 'Grace' });
      return result;
    });
    const { next } = await open(shop);
    const [first, second] = [await next(), await next()].map((event) =>
      Number(/"version":(\d+)/.exec(event ?? '')?.[1]),
    );
    expect(second).toBe((first ?? 0) + 1);
  });

  it('SYN-16 tells a business only its own', async () => {
    const other = await registerShop(server);
    const [ours, theirs] = [await open(shop), await open(other)];
    await ours.next();
    await theirs.next();
    server.deps.events.publish(shop.businessId, { epoch: 'e', version: 5 });
    server.deps.events.publish(other.businessId, { epoch: 'e', version: 9 });
    expect(await theirs.next()).toBe('data: {"epoch":"e","version":9}');
  });

  it('needs a session, and ends with it', async () => {
    expect((await ask(server, 'GET /api/v1/events')).status).toBe(401);
    const other = await registerShop(server);
    const { next } = await open(other);
    await next();
    await ask(server, 'POST /api/v1/auth/logout', { cookie: other.cookie });
    expect(await next()).toBeUndefined();
  });

  it('beats, and hears at a beat that the session was ended elsewhere', async () => {
    const other = await registerShop(server);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { next } = await open(other);
    await next();
    vi.advanceTimersByTime(25_000);
    expect(await next()).toBe(':');
    await server.deps.database.transaction({ businessId: other.businessId }, (sql) =>
      sql.query('update session set revoked_at_ms = 1'),
    );
    vi.advanceTimersByTime(25_000);
    expect(await next()).toBe(':');
    expect(await next()).toBeUndefined();
  });

  it('ends when the server does', async () => {
    const own = await startTestServer();
    const user = await registerShop(own);
    const { next } = readEvents(await own.app.request('/api/v1/events', { headers: { cookie: user.cookie } }));
    await next();
    own.deps.events.close();
    expect(await next()).toBeUndefined();
    await own.close();
  });

  it('R-LIM-05 a user has 20 streams over all sessions; the oldest gives way, and is told to come back much later', async () => {
    const user = await registerShop(server);
    const other = await addStaff(server, user);
    const theirs = await open(other);
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    let phone = user;
    for (let n = 0; n < 22; n += 1) {
      if (n % 5 === 4) {
        const { phone: number, pin } = user;
        const signedIn = await ask(server, 'POST /api/v1/auth/login', { body: { phone: number, pin } });
        phone = { ...user, cookie: cookieOf(signedIn) };
      }
      streams.push(await open(phone));
    }
    for (const { next } of [theirs, ...streams]) await next();
    for (const { next } of streams.slice(0, 2)) {
      expect(await next()).toBe('retry: 300000');
      expect(await next()).toBeUndefined();
    }
    server.deps.events.publish(user.businessId, { epoch: 'e', version: 3 });
    for (const { next } of [theirs, ...streams.slice(2)]) expect(await next()).toBe('data: {"epoch":"e","version":3}');
  });

  it('R-LIM-05 keeps the newest six streams of a session', async () => {
    const user = await registerShop(server);
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    for (let n = 0; n < 7; n += 1) streams.push(await open(user));
    for (const { next } of streams) await next();
    expect(await streams[0]?.next()).toBe('retry: 300000');
    expect(await streams[0]?.next()).toBeUndefined();
    server.deps.events.publish(user.businessId, { epoch: 'e', version: 3 });
    for (const { next } of streams.slice(1)) expect(await next()).toBe('data: {"epoch":"e","version":3}');
  });
});

describe('SYN-16 the hub between processes', () => {
  const log = createLog('silent');

  async function startHubs(count: number): Promise<EventsHub[]> {
    const { url, drop } = await createPostgres();
    const databases = await Promise.all(
      Array.from({ length: count }, () => openPostgres({ url, connectionsMax: 2, onConnectionError: () => {} })),
    );
    const hubs = databases.map((database) => createEventsHub(database.notices, log));
    onTestFinished(async () => {
      for (const hub of hubs) hub.close();
      await Promise.all(databases.map((database) => database.close()));
      await drop();
    });
    return hubs;
  }

  it('SYN-16 reaches the streams of another process on the same database, once each', async () => {
    const [here, there] = await startHubs(2);
    const heard: { hub: string; version: number }[] = [];
    here?.subscribe(
      7,
      { sessionId: 1, userId: 1 },
      { onNews: ({ version }) => heard.push({ hub: 'here', version }), onEnd: () => {} },
    );
    there?.subscribe(
      7,
      { sessionId: 2, userId: 2 },
      { onNews: ({ version }) => heard.push({ hub: 'there', version }), onEnd: () => {} },
    );
    there?.subscribe(
      8,
      { sessionId: 3, userId: 3 },
      { onNews: () => heard.push({ hub: 'another business', version: 0 }), onEnd: () => {} },
    );
    // The listener starts a little later and misses earlier events, so the event is repeated until it arrives.
    let version = 0;
    await expect
      .poll(() => {
        version += 1;
        here?.publish(7, { epoch: 'e', version });
        return heard.some(({ hub }) => hub === 'there');
      }, PATIENTLY)
      .toBe(true);
    await expect.poll(() => heard.filter(({ hub }) => hub === 'there').at(-1)?.version, PATIENTLY).toBe(version);
    expect(heard.filter(({ hub }) => hub === 'here').map((each) => each.version)).toEqual(
      Array.from({ length: version }, (_, index) => index + 1),
    );
    expect(new Set(heard.filter(({ hub }) => hub === 'there').map((each) => each.version)).size).toBe(
      heard.filter(({ hub }) => hub === 'there').length,
    );
    expect(heard.some(({ hub }) => hub === 'another business')).toBe(false);
  });
});
