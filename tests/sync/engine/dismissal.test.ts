import { beforeEach, expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import { HASH_ZERO } from '../../../sync/protocol/mutation-hash.ts';
import type { HealAnswer, HealRequest } from '../../../sync/protocol/heal.ts';
import type { PullAnswer, PullRequest } from '../../../sync/protocol/pull.ts';
import type { PushAnswer, PushRequest } from '../../../sync/protocol/push.ts';
import { countKept } from '../../../sync/replica/waiting.ts';
import { customerArgs, openReplica, type Replica } from '../../support/replica.ts';
import { itemRow, NOON_MS } from '../../support/shop-rows.ts';
import { openMemoryDevice } from '../../support/test-device.ts';

/** A server that has dismissed this device's person: it takes pushes as far as `takesUpTo`, and answers nothing else. */
class ClosedShop implements Transport {
  isDismissed = true;
  isReachable = true;
  isSessionOver = false;
  takesUpTo = Infinity;
  clashedMid = 0;
  batchMax = Infinity;
  lmid = 0;
  hash = HASH_ZERO;
  readonly sent: number[] = [];
  /** What it had not had before. */
  readonly taken: number[] = [];
  /** What a device said that nobody sends any more. */
  readonly passed: number[] = [];
  readonly hashByMid = new Map([[0, HASH_ZERO]]);
  pulls = 0;

  push = async (request: PushRequest): Promise<CallResult<PushAnswer>> => {
    if (!this.isReachable) return { kind: 'unreachable' };
    if (this.isSessionOver) return { kind: 'signed_out' };
    if (request.mutations.length > this.batchMax) return { kind: 'too_large' };
    this.sent.push(...request.mutations.map(({ mid }) => mid));
    for (const { mid, h } of request.mutations) {
      if (mid > this.takesUpTo) continue;
      this.hashByMid.set(mid, h);
      if (mid <= this.lmid) continue;
      this.taken.push(mid);
      [this.lmid, this.hash] = [mid, h];
    }
    const last = request.mutations.at(-1)?.mid ?? 0;
    const stopped = last > this.takesUpTo ? { mid: this.takesUpTo + 1, reason: 'failed' as const } : null;
    const { batchId } = request;
    const outcomes = request.mutations
      .filter(({ mid }) => mid === this.clashedMid)
      .map(({ mid, h }) => ({ mid, h, kind: 'refused' as const, codes: ['id_clash'], detail: {} }));
    return {
      kind: 'answer',
      value: { batchId, epoch: 'e1', serverTimeMs: NOON_MS, result: 'taken', lmid: this.lmid, outcomes, stopped },
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
  goBackTo(mid: number): void {
    [this.lmid, this.hash] = [mid, this.hashByMid.get(mid) ?? HASH_ZERO];
  }
  register = async (): Promise<CallResult<never>> => ({ kind: 'unreachable' });
  heal = async ({ upTo = Infinity, passed }: HealRequest): Promise<CallResult<HealAnswer>> => {
    for (const { mid, h } of passed) {
      this.passed.push(mid);
      [this.lmid, this.hash] = [mid, h];
    }
    const [lmid, hash] = this.lmid <= upTo ? [this.lmid, this.hash] : [upTo, this.hashByMid.get(upTo) ?? HASH_ZERO];
    return { kind: 'answer', value: { epoch: 'e1', serverTimeMs: NOON_MS, lmid, hash, refusals: [] } };
  };
  lease = async () => ({ kind: 'answer' as const, value: { blocks: [501, 502] } });
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

const phase = () => replica.read(async (tx) => (await tx.getStatus()).phase);
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
  // No pull has proved that it arrived: it all stays in the outbox, with the rows that are nowhere else.
  expect((await replica.outbox()).map(({ state, wire }) => [state, wire.mid])).toEqual([
    ['pending', 1],
    ['pending', 2],
  ]);
  expect(await replica.row('sale', saleId)).toBeDefined();
  expect((await replica.device.journal()).map(({ what }) => what)).toEqual(['dismissed']);
  // Nobody goes on working here.
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

test('SYN-25 SYN-20 SYN-22 of a profile of yesterday all was sent, and what clashed its copy issues again', async () => {
  for (let nth = 0; nth < 2; nth += 1) await replica.sell(1, 100);
  server.clashedMid = 2;
  // The copy of this profile has sent more.
  [server.lmid, server.hash] = [7, 'of-its-copy'];
  await runEngine(ports, true);
  const { dismissal, nextMid } = await replica.state();
  expect([dismissal?.sentMid, nextMid, await kept()]).toEqual([2, 3, 0]);
  expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1, 2]);
});

test('SYN-25 SYN-22 SYN-9 what was sent before the device knew is sent again batch by batch, and a clash in the last of them is issued again', async () => {
  const named = (name: string) => replica.run('customer.create', (tools) => ({ ...customerArgs(tools), name }));
  for (const name of ['Asha', 'Brian', 'Carol']) await named(name);
  [server.batchMax, server.clashedMid] = [1, 3];
  await runEngine(ports, true);
  // Each once before it knew, which no pull has proved, and each once to hear what became of it.
  expect(server.sent).toEqual([1, 2, 3, 1, 2, 3, 4]);
  expect((await replica.read((tx) => tx.outboxEntry(1, 4)))?.wire.args).toMatchObject({ name: 'Carol' });
  expect([await phase(), await kept()]).toEqual(['dismissed', 0]);
});

test.each([{ isLetIn: false }, { isLetIn: true }])(
  'SYN-25 SYN-21 SYN-22 what clashed and was issued again is passed over for a restored server, where it might clash no more: %j',
  async ({ isLetIn }) => {
    const named = (name: string) => replica.run('customer.create', (tools) => ({ ...customerArgs(tools), name }));
    for (const name of ['Asha', 'Brian', 'Carol']) await named(name);
    server.clashedMid = 2;
    await runEngine(ports, true);
    expect((await replica.read((tx) => tx.outboxEntry(1, 4)))?.wire.args).toMatchObject({ name: 'Brian' });
    server.goBackTo(1);
    server.clashedMid = 0;
    server.taken.length = 0;
    server.isDismissed = !isLetIn;
    await runEngine(ports, true);
    expect([server.passed, server.taken]).toEqual([[2], [3, 4]]);
  },
);

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

test('SYN-25 SYN-21 what a restored server lost of a dismissed user’s acts is sent again, and nothing else is', async () => {
  for (let nth = 0; nth < 3; nth += 1) await replica.sell(1, 100);
  await runEngine(ports, true);
  server.sent.length = 0;
  server.goBackTo(1);
  expect((await runEngine(ports, true)).phase).toBe('dismissed');
  expect([server.lmid, server.hash]).toEqual([3, server.hashByMid.get(3)]);
  server.sent.length = 0;
  await runEngine(ports, true);
  expect(server.sent).toEqual([]);
  expect((await replica.device.journal()).map(({ what }) => what)).toEqual(['dismissed', 'restored', 'healed']);
});

test('SYN-25 G11 whoever is let in again finds the shop, and what was sent meanwhile is proved as ever', async () => {
  await replica.sell(1, 100);
  await runEngine(ports, true);
  server.isDismissed = false;
  await runEngine(ports, true);
  expect(await phase()).toBe('idle');
  expect(await replica.row('item', 1)).toMatchObject({ version: 9 });
  expect(await replica.outbox()).toEqual([]);
  expect((await replica.read((tx) => tx.archive())).map(({ proof }) => proof.lmid)).toEqual([1]);
  expect((await replica.run('customer.create', (tools) => customerArgs(tools))).ok).toBe(true);
});
