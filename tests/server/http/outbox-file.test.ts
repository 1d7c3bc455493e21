import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import type { CallResult } from '../../../sync/ports.ts';
import { HASH_ZERO } from '../../../sync/protocol/mutation-hash.ts';
import { type OutboxFile, readOutboxFile, writeOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { type PushAnswer, pushAnswerSchema, type PushRequest, type WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { addStaff } from '../../support/staff.ts';
import { ENGINES } from '../../support/test-database.ts';

describe.each(ENGINES)('waiting changes that come as a file, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  const fileOf = (device: PushDevice, mutations: WireMutation[], previousHash = HASH_ZERO): OutboxFile => {
    const { clientId, incarnation, user } = device;
    const { businessId, userId } = user;
    const facts = { ...device.requestOf(mutations).device, appVersion: '0.9', pendingCount: mutations.length };
    const file = { businessId, userId, clientId, incarnation, previousHash, writtenAtMs: 1, device: facts, mutations };
    const read = readOutboxFile(writeOutboxFile(file));
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };
  const importAs = (user: SignedInUser, file: OutboxFile) => {
    const push = async (request: PushRequest): Promise<CallResult<PushAnswer>> => {
      const answer = await ask(server, 'POST /api/v1/sync/push', { token: user.token, body: request });
      return { kind: 'answer', value: v.parse(pushAnswerSchema, answer.body) };
    };
    return sendOutboxFile({ transport: { push }, random: { below: () => 7 } }, file);
  };

  it('SYN-27 any admin’s device sends them, the author stays the author, and neither a second import nor the device itself doubles them', async () => {
    const staff = await addStaff(server, shop);
    const device = await PushDevice.register(server, staff);
    const item = itemArgs(device);
    const sale = saleArgs(device, [item]);
    const wires = [device.wire('item.create', item), device.wire('sale.create', sale, { deps: [1] })];
    const file = fileOf(device, wires);
    expect(await importAs(shop, file)).toEqual({ kind: 'sent', notAccepted: 0 });
    const sold = await ask(server, `GET /api/v1/sales/${sale.id}`, { token: shop.token });
    expect(sold.body).toMatchObject({ data: { createdByUserId: staff.userId } });

    expect(await importAs(shop, file)).toEqual({ kind: 'sent', notAccepted: 0 });
    expect(await device.push(wires)).toMatchObject({ result: 'taken', lmid: 2 });
    const { rows } = await device.pullAll();
    expect(rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 800 });
  });

  it('SYN-27 a longer run goes in batches, and what was refused is told', async () => {
    const device = await PushDevice.register(server, shop);
    const wires = Array.from({ length: 130 }, () => device.wire('customer.create', customerArgs(device)));
    wires.push(device.wire('item.setStore', { id: 987_654_321, isKauntaEnabled: true }));
    expect(await importAs(shop, fileOf(device, wires))).toEqual({ kind: 'sent', notAccepted: 1 });
    // Half of them was there already when the file came.
    const more = [device.wire('customer.create', customerArgs(device))];
    expect(await importAs(shop, fileOf(device, [...wires, ...more]))).toEqual({ kind: 'sent', notAccepted: 1 });
  });

  it('SYN-27 nobody sends what they may not do: staff send for staff, never for an admin or another business', async () => {
    const [staff, colleague] = [await addStaff(server, shop), await addStaff(server, shop)];
    const admins = await PushDevice.register(server, shop);
    const ofAdmin = fileOf(admins, [admins.wire('customer.create', customerArgs(admins))]);
    expect(await importAs(staff, ofAdmin)).toEqual({ kind: 'unknown' });
    const device = await PushDevice.register(server, staff);
    const ofStaff = fileOf(device, [device.wire('customer.create', customerArgs(device))]);
    expect(await importAs(await registerShop(server), ofStaff)).toEqual({ kind: 'unknown' });
    expect(await importAs(colleague, ofStaff)).toEqual({ kind: 'sent', notAccepted: 0 });
  });

  it('SYN-27 SYN-20 a file that begins too late is told from one of a device that went on otherwise', async () => {
    const device = await PushDevice.register(server, shop);
    const [first, second] = [
      device.wire('customer.create', customerArgs(device)),
      device.wire('customer.create', customerArgs(device)),
    ];
    expect(await importAs(shop, fileOf(device, [second], first.h))).toEqual({ kind: 'gap' });
    await device.push([first]);
    const other = await PushDevice.register(server, shop);
    const forked = other.wire('customer.create', customerArgs(other));
    const file = { ...fileOf(other, [forked]), clientId: device.clientId, incarnation: device.incarnation };
    expect(await importAs(shop, file)).toEqual({ kind: 'fork' });
  });
});
