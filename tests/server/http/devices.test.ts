import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { addStaff } from '../../support/staff.ts';
import { ENGINES } from '../../support/test-database.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36';

describe.each(ENGINES)('the devices of a shop on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  const devices = async (user = shop): Promise<Record<string, unknown>[]> => {
    const answer = await ask(server, 'GET /api/v1/devices', { token: user.token });
    return (answer.body as { data: Record<string, unknown>[] }).data;
  };
  const pull = (device: PushDevice, report: unknown) => {
    const query = new URLSearchParams({
      ...{ protocol: '1', clientId: device.clientId, incarnation: String(device.incarnation), confirmedMid: '0' },
      ...{ want: 'changes', rowsMax: '10', device: typeof report === 'string' ? report : JSON.stringify(report) },
    });
    return ask(server, `GET /api/v1/sync/pull?${query.toString()}`, {
      token: device.user.token,
      headers: { 'user-agent': PHONE },
    });
  };
  const report = {
    pendingCount: 3,
    oldestPendingAtMs: 5,
    appVersion: '1.2',
    clockOffsetMs: -9,
    storagePersistent: true,
  };

  it('SYN-28 each push and each pull tells when it was last seen, how much waits there and since when', async () => {
    const device = await PushDevice.register(server, shop);
    const wires = [device.wire('customer.create', customerArgs(device))];
    await device.send({
      ...device.requestOf(wires),
      device: { ...report, pendingCount: 7, storagePersistent: null },
    });
    const [pushed] = await devices();
    const seenAt = new Date(server.clock.nowMs()).toISOString();
    expect(pushed).toMatchObject({ id: device.clientId, lastSeenAt: seenAt, lastMutationNumber: 1, pendingCount: 7 });
    server.clock.advance(60_000);
    expect((await pull(device, report)).status).toBe(200);
    expect(await devices()).toEqual([
      {
        id: device.clientId,
        userId: shop.userId,
        userName: expect.any(String),
        name: 'Chrome on Android',
        lastSeenAt: new Date(server.clock.nowMs()).toISOString(),
        lastMutationNumber: 1,
        pendingCount: 3,
        oldestPendingAt: new Date(5).toISOString(),
        appVersion: '1.2',
        clockOffsetMs: -9,
        storagePersistent: true,
      },
    ]);
  });

  it('SYN-28 a device that took a new identity is one device, and what it says of another’s is not believed', async () => {
    const other = await registerShop(server);
    const device = await PushDevice.register(server, other);
    const again = await PushDevice.register(server, other, device.clientId);
    expect(again.incarnation).toBe(2);
    await pull(again, report);
    const staff = await addStaff(server, other);
    const posing = Object.assign(await PushDevice.register(server, staff), {
      clientId: device.clientId,
      incarnation: 2,
    });
    await pull(posing, { ...report, pendingCount: 99 });
    const listed = await devices(other);
    expect(listed.map(({ id }) => id).filter((id) => id === device.clientId)).toHaveLength(1);
    expect(listed.find(({ id }) => id === device.clientId)).toMatchObject({ pendingCount: 3 });
  });

  it('SYN-28 a report that cannot be read is no reason to refuse a pull', async () => {
    const device = await PushDevice.register(server, await registerShop(server));
    for (const broken of ['{', '{"pendingCount":-1}', 'null', 'x'.repeat(500)])
      expect((await pull(device, broken)).status).toBe(200);
  });

  it('SYN-28 the list is for admins of this very shop: staff are answered 403, nobody 401', async () => {
    const staff = await addStaff(server, shop);
    expect((await ask(server, 'GET /api/v1/devices', { token: staff.token })).status).toBe(403);
    expect((await ask(server, 'GET /api/v1/devices', {})).status).toBe(401);
    expect(await devices(await registerShop(server))).toEqual([]);
  });
});
