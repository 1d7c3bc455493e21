import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION, PUSH_BYTES_MAX, PUSH_PLAIN_BYTES_MAX } from '../../../sync/protocol/push.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { addStaff } from '../../support/staff.ts';
import { ENGINES } from '../../support/test-database.ts';

const packed = promisify(gzip);

describe.each(ENGINES)('the sync calls on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  it('SYN-20 knows another history of the same mid as a fork', async () => {
    const device = await PushDevice.register(server, shop);
    const wire = device.wire('customer.create', customerArgs(device));
    await device.push([wire]);
    const twin = await PushDevice.register(server, shop, device.clientId);
    twin.incarnation = device.incarnation;
    expect(await twin.push([twin.wire('customer.create', customerArgs(twin, { name: 'The twin’s' }))])).toMatchObject({
      result: 'fork',
    });
  });

  it('SYN-20 SYN-6 knows a fork by the hash before a run also where the run itself is new', async () => {
    const device = await PushDevice.register(server, shop);
    const wires = Array.from({ length: 2 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push(wires);
    const twin = await PushDevice.register(server, shop, device.clientId);
    twin.incarnation = device.incarnation;
    // What the twin had under these mids went to another history of the server, which is gone.
    const other = Array.from({ length: 2 }, () => twin.wire('customer.create', customerArgs(twin)));
    const next = twin.wire('customer.create', customerArgs(twin));
    expect(await twin.push([next])).toMatchObject({ result: 'fork', lmid: 2, outcomes: [] });
    expect(await twin.push([...other.slice(1), next])).toMatchObject({ result: 'fork', outcomes: [] });
    expect(await device.push([device.wire('customer.create', customerArgs(device))])).toMatchObject({
      result: 'taken',
      lmid: 3,
    });
  });

  it('SYN-20 gives a device that leaves an incarnation a new one, and says up to where both agree', async () => {
    const device = await PushDevice.register(server, shop);
    const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push(wires);
    const hashes = [...wires.slice(0, 2).map(({ mid, h }) => ({ mid, h })), { mid: 3, h: 'f'.repeat(32) }];
    const answer = await ask(server, 'POST /api/v1/sync/client', {
      token: shop.token,
      body: {
        protocol: PROTOCOL_VERSION,
        clientId: device.clientId,
        leaving: { incarnation: device.incarnation, hashes },
        appVersion: 'test',
      },
    });
    expect(answer.body).toMatchObject({ incarnation: device.incarnation + 1, commonMid: 2 });
  });

  it('SYN-20 SYN-21 keeps a device in its incarnation where all that the server has of it is the device’s', async () => {
    const device = await PushDevice.register(server, shop);
    const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
    const leave = async (incarnation: number) => {
      const hashes = wires.map(({ mid, h }) => ({ mid, h }));
      const body = {
        protocol: PROTOCOL_VERSION,
        clientId: device.clientId,
        leaving: { incarnation, hashes },
        appVersion: 'test',
      };
      return (await ask(server, 'POST /api/v1/sync/client', { token: shop.token, body })).body;
    };
    expect(await leave(device.incarnation)).toMatchObject({ incarnation: device.incarnation, commonMid: 0 });
    await device.push(wires.slice(0, 2));
    expect(await leave(device.incarnation)).toMatchObject({ incarnation: device.incarnation, commonMid: 2 });
    // One that a restored server knows nothing of.
    device.incarnation += 1;
    expect(await leave(device.incarnation)).toMatchObject({ incarnation: device.incarnation, commonMid: 0 });
    expect(await device.push(wires)).toMatchObject({ result: 'taken', lmid: 3 });
  });

  it('SYN-20 takes twenty thousand hashes of a device that leaves, packed', async () => {
    const device = await PushDevice.register(server, shop);
    const hashes = Array.from({ length: 20_000 }, (_, index) => ({
      mid: index + 1,
      h: (index + 1).toString(16).padStart(32, '0'),
    }));
    const body = await packed(
      JSON.stringify({
        protocol: PROTOCOL_VERSION,
        clientId: device.clientId,
        leaving: { incarnation: 1, hashes },
        appVersion: 'test',
      }),
    );
    const response = await server.app.request('/api/v1/sync/client', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.token}`, 'content-encoding': 'gzip' },
      body,
    });
    expect(response.status).toBe(200);
  });

  it('SYN-2 hands out blocks of ids that nobody else gets, more when asked', async () => {
    const device = await PushDevice.register(server, shop);
    const asked = await ask(server, 'POST /api/v1/sync/leases', {
      token: shop.token,
      body: { clientId: device.clientId, incarnation: device.incarnation, count: 2 },
    });
    expect((asked.body as { blocks: number[] }).blocks).toHaveLength(2);
    const [row] = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query<{ total: number; distinct: number }>(
        'select count(*) as total, count(distinct block) as distinct from lease_block',
      ),
    );
    expect(row?.distinct).toBe(row?.total);
    const foreign = await ask(server, 'POST /api/v1/sync/leases', {
      token: (await addStaff(server, shop)).token,
      body: { clientId: device.clientId, incarnation: device.incarnation, count: 1 },
    });
    expect(foreign.status).toBe(403);
    const taken = await ask(server, 'POST /api/v1/sync/client', {
      token: (await addStaff(server, shop)).token,
      body: { protocol: PROTOCOL_VERSION, clientId: device.clientId, leaving: null, appVersion: 'test' },
    });
    expect(taken.status).toBe(403);
  });

  it('SYN-6 takes a body as gzip, up to the limits, packed and unpacked', async () => {
    const device = await PushDevice.register(server, shop);
    const body = JSON.stringify(device.requestOf([device.wire('customer.create', customerArgs(device))]));
    const send = async (bytes: Uint8Array | string, encoding: string | null, headers: Record<string, string> = {}) => {
      const response = await server.app.request('/api/v1/sync/push', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.token}`,
          'content-type': 'application/json',
          ...(encoding === null ? {} : { 'content-encoding': encoding }),
          ...headers,
        },
        body: bytes as BodyInit,
      });
      return response.status;
    };
    expect(await send(await packed(body), 'gzip')).toBe(200);
    expect(await send(body, null)).toBe(200);
    expect(await send(body, 'br')).toBe(415);
    expect(await send(body, 'gzip')).toBe(400);
    expect(await send((await packed(body)).subarray(0, 40), 'gzip')).toBe(400);
    expect(await send(await packed('x'.repeat(PUSH_PLAIN_BYTES_MAX + 1)), 'gzip')).toBe(413);
    expect(await send('x'.repeat(PUSH_PLAIN_BYTES_MAX + 1), null)).toBe(413);
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    const incompressible = Buffer.concat(
      Array.from({ length: 6 }, (_, index) => Buffer.from(noise.map((byte) => (byte * (index + 3)) % 256))),
    );
    expect((await packed(incompressible)).length).toBeGreaterThan(PUSH_BYTES_MAX);
    expect(await send(await packed(incompressible), 'gzip')).toBe(413);
    expect(await send(body, null, { 'content-length': String(PUSH_PLAIN_BYTES_MAX + 1) })).toBe(413);
  });

  it.each([PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1, 0, -1])(
    'SYN-8 answers protocol %d as outdated, whatever else the body holds',
    async (protocol) => {
      const push = await ask(server, 'POST /api/v1/sync/push', {
        token: shop.token,
        body: { protocol, anything: ['else'] },
      });
      expect(push.status).toBe(426);
      expect(push.body).toMatchObject({ error: 'outdated' });
      const register = await ask(server, 'POST /api/v1/sync/client', { token: shop.token, body: { protocol } });
      expect(register.status).toBe(426);
      const pull = await ask(server, `GET /api/v1/sync/pull?protocol=${protocol}`, { token: shop.token });
      expect(pull.status).toBe(protocol < 0 ? 400 : 426);
    },
  );

  it('SYN-8 wants a session for every sync call', async () => {
    for (const line of [
      'POST /api/v1/sync/push',
      'GET /api/v1/sync/pull',
      'POST /api/v1/sync/client',
      'POST /api/v1/sync/leases',
    ]) {
      const answer = await ask(server, line, line.startsWith('POST') ? { body: {} } : {});
      expect([line, answer.status]).toEqual([line, 401]);
    }
  });
});
