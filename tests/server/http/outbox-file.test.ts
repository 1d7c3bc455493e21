import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBelow, systemRandom } from '../../../server/random.ts';
import { sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import type { CallResult } from '../../../sync/ports.ts';
import { actOfBuildBefore } from '../../../sync/protocol/build-before.ts';
import { canonicalJson } from '../../../sync/protocol/canonical-json.ts';
import { type OutboxFile, readOutboxFile, writeOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { type PushAnswer, pushAnswerSchema, type PushRequest, type WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

/** Randomness for the queue ids: each import has its own queue. */
const systemChance = { below: (bound: number) => randomBelow(systemRandom, bound) };

describe.each(ENGINES)('waiting changes that come as a file, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  const fileOf = ({ user }: PushDevice, mutations: WireMutation[]): OutboxFile => {
    const { businessId, userId } = user;
    const read = readOutboxFile(writeOutboxFile({ businessId, userId, writtenAtMs: 1, mutations }));
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };
  const importAs = (user: SignedInUser, file: OutboxFile) => {
    const push = async (request: PushRequest): Promise<CallResult<PushAnswer>> => {
      const answer = await ask(server, 'POST /api/v1/sync/push', { token: user.token, body: request });
      return { kind: 'answer', value: v.parse(pushAnswerSchema, answer.body) };
    };
    return sendOutboxFile({ transport: { push }, random: systemChance }, file);
  };

  it('SYN-27 any admin’s device sends them, the author stays the author, and neither a second import nor the device itself doubles them', async () => {
    const staff = await addStaff(server, shop);
    const device = PushDevice.of(server, staff);
    const item = itemArgs(device);
    const sale = saleArgs(device, [item]);
    const brought = device.wire('item.create', item);
    const wires = [brought, device.wire('sale.create', sale, { deps: [brought.act] })];
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
    const device = PushDevice.of(server, shop);
    const wires = Array.from({ length: 130 }, () => device.wire('customer.create', customerArgs(device)));
    wires.push(device.wire('item.setStore', { id: 987_654_321, isKauntaEnabled: true }));
    expect(await importAs(shop, fileOf(device, wires))).toEqual({ kind: 'sent', notAccepted: 1 });
    // Half of them were on the server before the file came.
    const more = [device.wire('customer.create', customerArgs(device))];
    expect(await importAs(shop, fileOf(device, [...wires, ...more]))).toEqual({ kind: 'sent', notAccepted: 1 });
  });

  it('SYN-27 nobody sends what they may not do: staff send for staff, never for an admin or another business', async () => {
    const [staff, colleague] = [await addStaff(server, shop), await addStaff(server, shop)];
    const admins = PushDevice.of(server, shop);
    const ofAdmin = fileOf(admins, [admins.wire('customer.create', customerArgs(admins))]);
    expect(await importAs(staff, ofAdmin)).toEqual({ kind: 'not_yours' });
    const device = PushDevice.of(server, staff);
    const ofStaff = fileOf(device, [device.wire('customer.create', customerArgs(device))]);
    expect(await importAs(await registerShop(server), ofStaff)).toEqual({ kind: 'not_yours' });
    expect(await importAs(shop, { ...ofStaff, userId: 4_711 })).toEqual({ kind: 'not_yours' });
    expect(await importAs(colleague, ofStaff)).toEqual({ kind: 'sent', notAccepted: 0 });
  });

  it('SYN-27 SYN-5 a file of what was refused, and retried since, tells what became of it', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const stock = {
      id: device.mintId(),
      itemId: item.id,
      quantityHundredths: 500,
      costPriceMinor: null,
      batchId: null,
    };
    const early = device.wire('stock.add', stock);
    const file = fileOf(device, [early]);
    expect(await importAs(shop, file)).toEqual({ kind: 'sent', notAccepted: 1 });
    expect(await importAs(shop, file)).toEqual({ kind: 'sent', notAccepted: 1 });
    const { act, atMs } = early;
    const retry = device.wire('stock.add', stock, { act, atMs, attempt: 1 });
    const own = PushDevice.of(server, shop);
    await own.push([own.wire('item.create', item)]);
    await device.push([early, retry]);
    expect(await importAs(shop, file)).toEqual({ kind: 'sent', notAccepted: 0 });
    expect((await device.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 1_500 });
  });

  it('SYN-27 SYN-20 a file of a device that has gone on otherwise counts beside what it sent itself', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const brought = device.wire('item.create', item);
    await device.push([brought, device.wire('sale.create', saleArgs(device, [item]))]);
    const copy = PushDevice.of(server, shop, device.clientId);
    const { act, atMs } = brought;
    const wires = [
      copy.wire('item.create', item, { act, atMs }),
      copy.wire('sale.create', saleArgs(copy, [item]), { deps: [act] }),
    ];
    expect(await importAs(shop, fileOf(copy, wires))).toEqual({ kind: 'sent', notAccepted: 0 });
    expect((await device.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 600 });
    expect(await device.push([device.wire('customer.create', customerArgs(device))])).toMatchObject({ lmid: 3 });
  });

  it('SYN-27 SYN-2 a file of the build before is known by the acts that its device gives them, once it is updated', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const { text, acts } = fileOfBuildBefore(shop, [
      { name: 'item.create', args: item, deps: [] },
      { name: 'sale.create', args: saleArgs(device, [item]), deps: [1] },
    ]);
    const read = readOutboxFile(text);
    if (!read.ok) throw new Error(read.error);
    expect(await importAs(shop, read.value)).toEqual({ kind: 'sent', notAccepted: 0 });
    expect(await importAs(shop, read.value)).toEqual({ kind: 'sent', notAccepted: 0 });
    const updated = read.value.mutations.map(({ mid: _mid, h: _h, ...act }) => device.wireOf(act));
    expect(updated.map(({ act }) => act)).toEqual(acts);
    expect(updated[1]?.deps).toEqual([acts[0]]);
    expect((await device.push(updated)).outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect((await device.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 800 });
  });
});

/** Makes a file in the format of the build before: changes with mids, after other, confirmed ones. */
function fileOfBuildBefore(
  { businessId, userId }: SignedInUser,
  changes: readonly { name: string; args: unknown; deps: readonly number[] }[],
): { text: string; acts: string[] } {
  const place = { clientId: 'abcdef0123456789', incarnation: 3 };
  const firstMid = 7;
  const previousHash = 'c'.repeat(32);
  let h = previousHash;
  const wires = changes.map(({ name, args, deps }, index) => {
    const mid = firstMid + index;
    const open = { mid, name, format: 1, args, actorUserId: userId, atMs: 1_750_000_000_000, offsetMinutes: 180 };
    const wire = { ...open, clockOffsetMs: 0, deps: deps.map((nth) => firstMid + nth - 1) };
    const hashed = [h, mid, name, 1, args, userId, wire.atMs, 180, 0, wire.deps];
    h = createHash('sha256').update(canonicalJson(hashed)).digest('hex').slice(0, 32);
    return { ...wire, h };
  });
  const device = { pendingCount: wires.length, oldestPendingAtMs: 1, appVersion: '0.9', clockOffsetMs: 0 };
  const head = { kaunta: 'outbox', format: 1, businessId, userId, ...place, previousHash, writtenAtMs: 1, device };
  const lines = [head, ...wires, { end: wires.length }];
  return {
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    acts: wires.map(({ mid, h: own }) => actOfBuildBefore({ ...place, mid, h: own })),
  };
}
