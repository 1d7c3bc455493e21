import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36';

describe.each(ROUTE_ENGINES)('the devices of a shop on %s', (engine) => {
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
      ...{ protocol: String(PROTOCOL_VERSION), clientId: device.clientId, confirmedMid: '0' },
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
    const device = PushDevice.of(server, shop);
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
        // The device counts three; the one that it sent is decided.
        pendingCount: 2,
        oldestPendingAt: new Date(5).toISOString(),
        appVersion: '1.2',
        clockOffsetMs: -9,
        storagePersistent: true,
      },
    ]);
  });

  it('SYN-28 what a device counts as waiting and the server has decided already does not wait: after the push, and after the pull', async () => {
    const other = await registerShop(server);
    const device = PushDevice.of(server, other);
    const wires = Array.from({ length: 4 }, () => device.wire('customer.create', customerArgs(device)));
    const waiting = async () => (await devices(other)).map((each) => [each['pendingCount'], each['oldestPendingAt']]);
    const since = new Date(5).toISOString();
    // Five acts wait on the device. It sends two, then two more; no pull has confirmed any of them.
    const told = { ...report, pendingCount: 5, confirmedMid: 0 };
    await device.send({ ...device.requestOf(wires.slice(0, 2)), device: told });
    expect(await waiting()).toEqual([[3, since]]);
    await device.send({ ...device.requestOf(wires.slice(2)), device: told });
    expect(await waiting()).toEqual([[1, since]]);
    // It reports before it has removed the confirmed acts, which must not restore the old number.
    server.clock.advance(60_000);
    await pull(device, { ...report, pendingCount: 5 });
    expect(await waiting()).toEqual([[1, since]]);
    await pull(device, { ...report, pendingCount: 4 });
    expect(await waiting()).toEqual([[0, null]]);
    // Further changes that it reports are missing, and overdue after a day without news.
    await pull(device, { ...report, pendingCount: 6 });
    expect(await waiting()).toEqual([[2, since]]);
  });

  const pushAs = (device: PushDevice, told: object | null, more: object = {}) =>
    device.send({
      ...device.requestOf([device.wire('customer.create', customerArgs(device))]),
      ...{ device: told, ...more },
    });
  const idsOf = async (user: SignedInUser) => (await devices(user)).map(({ id }) => id);

  it('SYN-28 SYN-20 SYN-21 a device that began a new queue is one device, whichever call it says so with, however often', async () => {
    const other = await registerShop(server);
    const [first, second, third] = [0, 1, 2].map(() => PushDevice.of(server, other)) as [
      PushDevice,
      PushDevice,
      PushDevice,
    ];
    await pushAs(first, report);
    expect(await idsOf(other)).toEqual([first.clientId]);
    server.clock.advance(60_000);
    await pushAs(second, { ...report, formerClientId: first.clientId });
    expect(await idsOf(other)).toEqual([second.clientId]);
    server.clock.advance(60_000);
    await pull(third, { ...report, formerClientId: second.clientId });
    expect(await idsOf(other)).toEqual([third.clientId]);
    // It repeats the report, and is still the same device.
    server.clock.advance(60_000);
    await pushAs(third, { ...report, formerClientId: second.clientId });
    expect(await devices(other)).toMatchObject([
      { id: third.clientId, lastMutationNumber: 1, name: 'Chrome on Android' },
    ]);
  });

  it.each(['a push', 'a pull'])(
    'SYN-28 SYN-20 a true copy is a second device: what one was before is heard of again, by %s',
    async (way) => {
      const other = await registerShop(server);
      const [first, second] = [PushDevice.of(server, other), PushDevice.of(server, other)];
      await pushAs(first, report);
      server.clock.advance(60_000);
      await pushAs(second, { ...report, formerClientId: first.clientId });
      expect(await idsOf(other)).toEqual([second.clientId]);
      server.clock.advance(60_000);
      if (way === 'a push') await pushAs(first, report);
      else await pull(first, report);
      expect(await idsOf(other)).toEqual([first.clientId, second.clientId]);
    },
  );

  it('SYN-28 SYN-27 an imported file is no device, whoever imported it', async () => {
    const other = await registerShop(server);
    const staff = await addStaff(server, other);
    const [own, file] = [PushDevice.of(server, other), PushDevice.of(server, other)];
    await pushAs(own, report);
    expect((await pushAs(file, null, { authorUserId: staff.userId })).body).toMatchObject({ result: 'taken', lmid: 1 });
    expect((await pushAs(PushDevice.of(server, other), null)).body).toMatchObject({ result: 'taken', lmid: 1 });
    expect(await idsOf(other)).toEqual([own.clientId]);
  });

  it('SYN-28 what a device says of another user’s is not believed', async () => {
    const other = await registerShop(server);
    const staff = await addStaff(server, other);
    const device = PushDevice.of(server, other);
    await pull(device, report);
    server.clock.advance(60_000);
    const posing = PushDevice.of(server, staff, device.clientId);
    await pull(posing, { ...report, pendingCount: 99 });
    expect((await pushAs(posing, { ...report, pendingCount: 99 })).body).toMatchObject({ result: 'not_yours' });
    const usurper = PushDevice.of(server, staff);
    await pull(usurper, { ...report, formerClientId: device.clientId });
    const listed = await devices(other);
    expect(listed.map(({ id, userId, pendingCount }) => [id, userId, pendingCount])).toEqual([
      [usurper.clientId, staff.userId, 3],
      [device.clientId, other.userId, 3],
    ]);
  });

  it('SYN-28 a report that cannot be read is no reason to refuse a pull', async () => {
    const device = PushDevice.of(server, await registerShop(server));
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
