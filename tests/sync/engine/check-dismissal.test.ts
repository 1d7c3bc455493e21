import { beforeEach, expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import type { PullAnswer, PullRequest } from '../../../sync/protocol/pull.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type PushAnswer, type PushRequest } from '../../../sync/protocol/push.ts';
import { countKept } from '../../../sync/replica/waiting.ts';
import { customerArgs, openReplica, type Replica } from '../../support/device/replica.ts';
import { itemRow, NOON_MS } from '../../support/shop-rows.ts';
import { openMemoryDevice } from '../../support/device/test-device.ts';

/** A server that has dismissed this device's user: it accepts pushes up to `takesUpTo`, and refuses other requests. */
class ClosedShop implements Transport {
  isDismissed = true;
  isReachable = true;
  isSessionOver = false;
  takesUpTo = Infinity;
  batchMax = Infinity;
  lmid = 0;
  hash = HASH_ZERO;
  readonly sent: number[] = [];
  clientId = '';
  readonly acts = new Set<string>();
  pulls = 0;

  push = async (request: PushRequest): Promise<CallResult<PushAnswer>> => {
    if (!this.isReachable) return { kind: 'unreachable' };
    if (this.isSessionOver) return { kind: 'signed_out' };
    if (request.mutations.length > this.batchMax) return { kind: 'too_large' };
    if (request.clientId !== this.clientId) [this.clientId, this.lmid, this.hash] = [request.clientId, 0, HASH_ZERO];
    this.sent.push(...request.mutations.map(({ mid }) => mid));
    for (const { act, mid, h } of request.mutations) {
      if (mid > this.takesUpTo) continue;
      this.acts.add(act);
      if (mid > this.lmid) [this.lmid, this.hash] = [mid, h];
    }
    const last = request.mutations.at(-1)?.mid ?? 0;
    const stopped = last > this.takesUpTo ? { mid: this.takesUpTo + 1, reason: 'failed' as const } : null;
    const { batchId } = request;
    return {
      kind: 'answer',
      value: { batchId, epoch: 'e1', serverTimeMs: NOON_MS, result: 'taken', lmid: this.lmid, outcomes: [], stopped },
    };
  };
  pull = async ({ cookie }: PullRequest): Promise<CallResult<PullAnswer>> => {
    this.pulls += 1;
    if (!this.isReachable) return { kind: 'unreachable' };
    if (this.isSessionOver) return { kind: 'signed_out' };
    if (this.isDismissed) return { kind: 'dismissed' };
    return {
      kind: 'answer',
      value: {
        epoch: 'e1',
        serverTimeMs: NOON_MS,
        baseCookie: cookie,
        cookie: 'back',
        kind: 'changes',
        projection: 'admin',
        version: 9,
        pages: [{ table: 'item', rows: [{ ...itemRow({ id: 1, version: 9 }) }] }],
        tombstones: [],
        more: false,
        historyLeft: false,
        confirmed: { lmid: this.lmid, hash: this.hash, outcomes: [] },
      },
    };
  };
  knownActs: Transport['knownActs'] = async ({ acts }) => {
    const known = acts.filter((act) => this.acts.has(act));
    const outcome = { mid: 1, h: HASH_ZERO, kind: 'applied' as const, codes: [], detail: {} };
    const value = { epoch: 'e1', serverTimeMs: NOON_MS, cookie: 'c1', known: known.map((act) => ({ act, outcome })) };
    return { kind: 'answer', value };
  };
  audit = async () => ({ kind: 'unreachable' as const });
}

let replica: Replica;
let server: ClosedShop;
let ports: EnginePorts;

beforeEach(async () => {
  replica = await openReplica(openMemoryDevice, { item: [itemRow({ id: 1 }), itemRow({ id: 2 })] });
  server = new ClosedShop();
  ports = {
    database: replica.database,
    transport: server,
    clock: { nowMs: () => NOON_MS, offsetMinutes: () => 180 },
    random: { below: (bound) => bound - 1 },
    online: { isOnline: () => true },
    device: { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => null },
  };
});

const phase = () => replica.read(async (tx) => (await tx.meta.getStatus()).phase);
const kept = () => replica.read(countKept);

test('SYN-25 M32 a dismissed user’s device sends its queue, then keeps nothing of the shop but what it sent', async () => {
  const saleId = await replica.sell(1, 100);
  await replica.run('customer.create', (tools) => customerArgs(tools));
  expect((await runEngine(ports, true)).phase).toBe('dismissed');
  expect(server.lmid).toBe(2);
  expect([await phase(), await kept()]).toEqual(['dismissed', 0]);
  expect(await replica.row('item', 1)).toBeUndefined();
  expect(await replica.row('item', 2)).toBeUndefined();
  expect((await replica.state()).sealed).toBe(true);
  // No pull has proved the arrival, so everything stays in the outbox, with rows that exist only here.
  expect((await replica.outbox()).map(({ state, wire }) => [state, wire.mid])).toEqual([
    ['pending', 1],
    ['pending', 2],
  ]);
  expect(await replica.row('sale', saleId)).toBeDefined();
  expect((await replica.device.journal()).map(({ what }) => what)).toEqual(['dismissed']);
  // No further act is possible on this device.
  const late = await replica.run('customer.create', (tools) => customerArgs(tools));
  expect(late).toMatchObject({ ok: false, error: { code: 'not_permitted' } });
});

test('SYN-25 what has been sent is not sent again with every run, and what has not is counted', async () => {
  for (let nth = 0; nth < 3; nth += 1) await replica.sell(1, 100);
  server.takesUpTo = 1;
  await runEngine(ports, true);
  expect([await phase(), await kept()]).toEqual(['dismissed', 2]);
  server.takesUpTo = Infinity;
  server.sent.length = 0;
  await runEngine(ports, true);
  expect(server.sent).toEqual([2, 3]);
  expect(await kept()).toBe(0);
  server.sent.length = 0;
  await runEngine(ports, true);
  expect(server.sent).toEqual([]);
});

test('SYN-25 SYN-6 what was sent before the device knew is sent again batch by batch, to hear what became of it', async () => {
  for (let nth = 0; nth < 3; nth += 1) await replica.sell(1, 100);
  server.batchMax = 1;
  await runEngine(ports, true);
  expect(server.sent).toEqual([1, 2, 3, 1, 2, 3]);
  expect([await phase(), await kept()]).toEqual(['dismissed', 0]);
});

test('SYN-25 when the 30 days are over the outbox stays, and the device goes on saying so', async () => {
  for (let nth = 0; nth < 2; nth += 1) await replica.sell(1, 100);
  server.takesUpTo = 0;
  await runEngine(ports, true);
  server.isSessionOver = true;
  expect((await runEngine(ports, true)).wakeAfterMs).toBeNull();
  expect([await phase(), await kept()]).toEqual(['dismissed', 2]);
  server.isReachable = false;
  await runEngine(ports, true);
  expect([await phase(), await kept()]).toEqual(['dismissed', 2]);
  expect(await replica.outbox()).toHaveLength(2);
});

test('SYN-25 SYN-25a SYN-21 what a restored server lost of a dismissed user’s acts is sent again in a new queue, and then nothing more', async () => {
  for (let nth = 0; nth < 3; nth += 1) await replica.sell(1, 100);
  await runEngine(ports, true);
  const acts = [...server.acts];
  const { clientId } = await replica.state();
  server.acts.clear();
  expect((await runEngine(ports, true)).phase).toBe('dismissed');
  expect([[...server.acts], (await replica.state()).clientId === clientId]).toEqual([acts, false]);
  server.sent.length = 0;
  await runEngine(ports, true);
  expect(server.sent).toEqual([]);
  expect((await replica.device.journal()).map(({ what }) => what)).toEqual(['dismissed', 'restored', 'healed']);
});

test('SYN-25 SYN-25a G11 whoever is let in again finds the shop, and what was sent meanwhile is proved as ever', async () => {
  await replica.sell(1, 100);
  await runEngine(ports, true);
  server.isDismissed = false;
  await runEngine(ports, true);
  expect(await phase()).toBe('idle');
  expect(await replica.row('item', 1)).toMatchObject({ version: 9 });
  expect(await replica.outbox()).toEqual([]);
  expect((await replica.read((tx) => tx.archive.all())).map(({ proof }) => proof.lmid)).toEqual([1]);
  expect((await replica.run('customer.create', (tools) => customerArgs(tools))).ok).toBe(true);
});
