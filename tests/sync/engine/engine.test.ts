import { beforeEach, expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import type { PullAnswer, PullRequest } from '../../../sync/protocol/pull.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type PushAnswer, type PushRequest } from '../../../sync/protocol/push.ts';
import { runMutation } from '../../../sync/replica/run-mutation.ts';
import { beginQueue } from '../../../sync/replica/new-queue.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { MemoryDatabase } from '../../support/memory/memory-database.ts';
import { newTestActs } from '../../support/device/test-acts.ts';

/** A server that accepts everything, unless a test sets another answer. */
class ScriptedServer implements Transport {
  lmid = 0;
  hash = HASH_ZERO;
  readonly pushes: PushRequest[] = [];
  readonly pulls: PullRequest[] = [];
  onPush: ((request: PushRequest) => CallResult<PushAnswer> | null) | null = null;
  #version = 1;

  push = async (request: PushRequest): Promise<CallResult<PushAnswer>> => {
    this.pushes.push(request);
    const scripted = this.onPush?.(request);
    if (scripted) return scripted;
    const last = request.mutations.at(-1);
    if (last && last.mid > this.lmid) [this.lmid, this.hash] = [last.mid, last.h];
    this.#version += 1;
    return this.taken(request);
  };

  taken(request: PushRequest): CallResult<PushAnswer> {
    return {
      kind: 'answer',
      value: {
        batchId: request.batchId,
        epoch: 'e',
        serverTimeMs: 0,
        result: 'taken',
        lmid: this.lmid,
        outcomes: [],
        stopped: null,
      },
    };
  }

  knownActs: Transport['knownActs'] = async () => ({ kind: 'unreachable' });

  pull = async (request: PullRequest): Promise<CallResult<PullAnswer>> => {
    this.pulls.push(request);
    return {
      kind: 'answer',
      value: {
        epoch: 'e',
        serverTimeMs: 0,
        baseCookie: request.cookie,
        cookie: `v${this.#version}`,
        kind: 'changes',
        projection: 'admin',
        version: this.#version,
        pages: [],
        tombstones: [],
        more: false,
        historyLeft: false,
        confirmed: { lmid: this.lmid, hash: this.hash, outcomes: [] },
      },
    };
  };

  audit = async () => ({ kind: 'unreachable' as const });
}

let server: ScriptedServer;
let database: MemoryDatabase;
let nowMs: number;
let isOnline: boolean;
let ports: EnginePorts;

beforeEach(() => {
  server = new ScriptedServer();
  database = new MemoryDatabase(
    newReplicaState({ businessId: 1, userId: 5, role: 'admin', clientId: '0123456789abcdef' }),
  );
  nowMs = 1_000_000;
  isOnline = true;
  ports = {
    database,
    transport: server,
    clock: { nowMs: () => nowMs, offsetMinutes: () => 180 },
    random: { below: (bound) => bound - 1 },
    online: { isOnline: () => isOnline },
    device: { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => null },
  };
});

const acts = newTestActs();
const addCustomers = async (count: number) => {
  for (let nth = 0; nth < count; nth += 1) {
    const result = await runMutation({ ...ports, acts }, 'customer.create', ({ mintId }) => ({
      id: mintId(),
      name: `Customer ${nth}`,
      phone: null,
      address: null,
      notes: null,
    }));
    expect(result.ok).toBe(true);
  }
};
const outboxMids = () => database.read(async (tx) => (await tx.outbox.all()).map((entry) => entry.wire.mid));
const status = () => database.read((tx) => tx.meta.getStatus());

test('SYN-2 a device asks nobody before it sells and sends: its first request is what it sold', async () => {
  await addCustomers(1);
  expect((await runEngine(ports, true)).phase).toBe('idle');
  expect(server.pushes.map(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([[1]]);
  expect(await outboxMids()).toEqual([]);
});

test('SYN-28 each push and the first page of each pull say what waits here, since when, and what the device is', async () => {
  await runEngine(ports, true);
  await addCustomers(2);
  server.pulls.length = 0;
  await runEngine(ports, true);
  const device = { appVersion: 'test', clockOffsetMs: expect.any(Number), storagePersistent: null };
  const waiting = { ...device, confirmedMid: 0, pendingCount: 2, oldestPendingAtMs: nowMs };
  expect(server.pushes.map((push) => push.device)).toEqual([waiting]);
  // An accepted act waits until a page of a pull proves it.
  expect(server.pulls.map((pull) => pull.device)).toEqual([waiting]);
  server.pulls.length = 0;
  await runEngine(ports, true);
  expect(server.pulls[0]?.device).toEqual({
    ...{ ...device, confirmedMid: 2 },
    ...{ pendingCount: 0, oldestPendingAtMs: null },
  });
});

test('SYN-6 250 changes go out in runs of at most 100 without holes, each naming the hash before it', async () => {
  await runEngine(ports, true);
  await addCustomers(250);
  await runEngine(ports, true);
  expect(server.pushes.map((push) => push.mutations.length)).toEqual([100, 100, 50]);
  const sent = server.pushes.flatMap((push) => push.mutations);
  expect(sent.map((wire) => wire.mid)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  expect(server.pushes.map((push) => push.previousHash)).toEqual([HASH_ZERO, sent[99]?.h, sent[199]?.h]);
  expect(await outboxMids()).toEqual([]);
});

test('SYN-6 a batch that is too large for the server goes out in halves', async () => {
  await runEngine(ports, true);
  await addCustomers(8);
  server.onPush = (request) => (request.mutations.length > 2 ? { kind: 'too_large' } : null);
  await runEngine(ports, true);
  expect(server.pushes.map((push) => push.mutations.length)).toEqual([8, 4, 2, 2, 2, 2]);
  expect(await outboxMids()).toEqual([]);
});

test('SYN-9 the answer to a push takes nothing out of the outbox; the pull that proves it does', async () => {
  await runEngine(ports, true);
  await addCustomers(2);
  server.pull = async () => ({ kind: 'unreachable' });
  await runEngine(ports, true);
  expect(server.lmid).toBe(2);
  expect(await outboxMids()).toEqual([1, 2]);
});

test('SYN-26 SYN-26d SYN-9 a device that has no space left sends what waits all the same; its proof waits for space', async () => {
  await runEngine(ports, true);
  await addCustomers(2);
  const full = { read: database.read.bind(database), write: () => Promise.reject(new StorageFailure('quota')) };
  await expect(runEngine({ ...ports, database: full }, true)).rejects.toThrow('This device has no space left.');
  expect(server.lmid).toBe(2);
  expect(await outboxMids()).toEqual([1, 2]);
  expect((await runEngine(ports, true)).phase).toBe('idle');
  expect(await outboxMids()).toEqual([]);
});

test('SYN-7 SYN-9 after a lost answer the same run goes out again, word for word', async () => {
  await runEngine(ports, true);
  await addCustomers(2);
  server.onPush = (request) => {
    server.lmid = 2;
    server.hash = request.mutations[1]?.h ?? '';
    server.onPush = null;
    return { kind: 'unreachable' };
  };
  expect((await runEngine(ports, true)).phase).toBe('offline');
  await runEngine(ports, true);
  expect(server.pushes[1]?.mutations).toEqual(server.pushes[0]?.mutations);
  expect(await outboxMids()).toEqual([]);
});

test.each([
  ['signed_out', 'sign_in'],
  ['outdated', 'outdated'],
] as const)('SYN-8 %s pauses the queue and empties nothing', async (kind, phase) => {
  await runEngine(ports, true);
  await addCustomers(3);
  server.onPush = () => ({ kind });
  expect(await runEngine(ports, true)).toEqual({ phase, wakeAfterMs: null });
  expect(await outboxMids()).toEqual([1, 2, 3]);
});

test('SYN-8 failures wait longer and longer; new work, the network and a person do not wait, and begin it anew', async () => {
  await runEngine(ports, true);
  await addCustomers(1);
  server.onPush = () => ({ kind: 'retry_later', status: 500, retryAfterMs: null });
  const waits: (number | null)[] = [];
  for (let failure = 0; failure < 4; failure += 1) {
    const { wakeAfterMs } = await runEngine(ports, failure === 0);
    waits.push(wakeAfterMs);
    if (failure < 3) nowMs += wakeAfterMs ?? 0;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  const pushesBefore = server.pushes.length;
  nowMs += 3_000;
  expect(await runEngine(ports, false)).toEqual({ phase: 'idle', wakeAfterMs: 5_000 });
  expect(server.pushes).toHaveLength(pushesBefore);
  expect((await runEngine(ports, true)).wakeAfterMs).toBe(1_000);
  server.onPush = null;
  await runEngine(ports, true);
  expect((await status()).failureCount).toBe(0);
  expect(await outboxMids()).toEqual([]);
});

test('SYN-8 Retry-After is obeyed, also by new work and by a person who taps', async () => {
  const { pull } = server;
  server.pull = async () => ({ kind: 'retry_later', status: 429, retryAfterMs: 90_000 });
  expect((await runEngine(ports, true)).wakeAfterMs).toBe(90_000);
  server.pull = pull;
  const asked = server.pushes.length + server.pulls.length;
  nowMs += 30_000;
  await addCustomers(1);
  expect((await runEngine(ports, true)).wakeAfterMs).toBe(60_000);
  expect(server.pushes.length + server.pulls.length).toBe(asked);
  nowMs += 60_000;
  expect((await runEngine(ports, false)).phase).toBe('idle');
  expect(await outboxMids()).toEqual([]);
});

test('SYN-8 SYN-23 a clock that is set back makes nobody wait longer than a back-off can be', async () => {
  let asked = 0;
  server.pull = async () => {
    asked += 1;
    return { kind: 'retry_later', status: 503, retryAfterMs: 3_600_000 };
  };
  expect((await runEngine(ports, true)).wakeAfterMs).toBe(900_000);
  nowMs -= 365 * 86_400_000;
  await runEngine(ports, false);
  expect(asked).toBe(2);
});

test('SYN-10 a mutation that fails inside the server holds those behind it, while the pull confirms those before it', async () => {
  await runEngine(ports, true);
  await addCustomers(3);
  server.onPush = (request) => {
    const [first] = request.mutations;
    if (first?.mid === 1) [server.lmid, server.hash] = [1, first.h];
    const answer = server.taken(request);
    return answer.kind === 'answer'
      ? { ...answer, value: { ...answer.value, stopped: { mid: 2, reason: 'failed' } } }
      : answer;
  };
  expect((await runEngine(ports, true)).wakeAfterMs).not.toBeNull();
  expect(await outboxMids()).toEqual([2, 3]);
});

test('SYN-17 a run without a network asks nobody and loses nothing', async () => {
  await runEngine(ports, true);
  await addCustomers(1);
  isOnline = false;
  const before = server.pushes.length + server.pulls.length;
  expect((await runEngine(ports, true)).phase).toBe('offline');
  expect(server.pushes.length + server.pulls.length).toBe(before);
  expect(await outboxMids()).toEqual([1]);
});

test('SYN-18 two drainers at once on one database send twice and count once', async () => {
  await runEngine(ports, true);
  await addCustomers(5);
  await Promise.all([runEngine(ports, true), runEngine(ports, true)]);
  expect(server.lmid).toBe(5);
  expect(await outboxMids()).toEqual([]);
});

const stateNow = () => database.read((tx) => tx.meta.getState());
/** Begins a new queue, as another drainer of this database would. */
const leaveQueue = (clientId: string) => database.write((tx) => beginQueue(tx, clientId));
const forked = (request: PushRequest): CallResult<PushAnswer> => {
  const taken = server.taken(request);
  return taken.kind === 'answer' ? { ...taken, value: { ...taken.value, result: 'fork' } } : taken;
};

test('SYN-20 SYN-20a a fork that a push tells of: a new queue has all that waits, in its order, and is sent at once', async () => {
  await runEngine(ports, true);
  await addCustomers(3);
  const { clientId } = await stateNow();
  server.onPush = (request) => (request.clientId === clientId ? forked(request) : null);
  await runEngine(ports, true);
  const [refused, taken] = server.pushes.slice(-2);
  expect(taken?.mutations.map(({ act }) => act)).toEqual(refused?.mutations.map(({ act }) => act));
  expect([taken?.previousHash, taken?.mutations.map(({ mid }) => mid)]).toEqual([HASH_ZERO, [1, 2, 3]]);
  expect(taken?.device?.formerClientId).toBe(clientId);
  expect(await outboxMids()).toEqual([]);
  const journal = database.journal().map(({ what, detail }) => [what, detail]);
  expect(journal).toContainEqual(['fork', { sentAgain: 3 }]);
});

test('SYN-20 SYN-20a SYN-18 a queue that another drainer has left is not left once more', async () => {
  await runEngine(ports, true);
  await addCustomers(1);
  const { clientId } = await stateNow();
  server.onPush = (request) => {
    if (request.clientId !== clientId) return null;
    void leaveQueue('fedcba9876543210');
    return forked(request);
  };
  await runEngine(ports, true);
  expect((await stateNow()).clientId).toBe('fedcba9876543210');
  expect(await outboxMids()).toEqual([]);
});

test('SYN-20 SYN-20a SYN-18 a page that was asked for by a queue that was left meanwhile is dropped', async () => {
  await runEngine(ports, true);
  const { cookie, clientId } = await stateNow();
  const pull = server.pull;
  server.pull = async (request) => {
    const answer = await pull(request);
    if (answer.kind !== 'answer' || request.clientId !== clientId) return answer;
    await leaveQueue('fedcba9876543210');
    return { ...answer, value: { ...answer.value, cookie: 'of another client' } };
  };
  await runEngine(ports, true);
  expect(await stateNow()).toMatchObject({ clientId: 'fedcba9876543210', cookie });
});

test("SYN-23 the difference to the server's clock is measured, and every later change carries it", async () => {
  const pull = server.pull;
  server.pull = async (request) => {
    const answer = await pull(request);
    return answer.kind === 'answer' ? { ...answer, value: { ...answer.value, serverTimeMs: nowMs + 600_000 } } : answer;
  };
  await runEngine(ports, true);
  await addCustomers(1);
  const [entry] = await database.read((tx) => tx.outbox.all());
  expect(entry?.wire).toMatchObject({ atMs: nowMs, clockOffsetMs: 600_000 });
});
