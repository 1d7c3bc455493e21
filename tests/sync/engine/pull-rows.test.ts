import { beforeEach, expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import type { PullAnswer, PullRequest } from '../../../sync/protocol/pull.ts';
import { runMutation } from '../../../sync/replica/run-mutation.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { MemoryDatabase } from '../../support/memory/memory-database.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import { customerRow } from '../../support/shop-rows.ts';

/** The numbers of pages of changes and of history, each with one customer. Cookies give a device's progress. */
const PAGES = { changes: 3, history: 25 };

let database: MemoryDatabase;
let pulls: PullRequest[];
let pushes: number[];
let onPull: ((request: PullRequest) => Promise<void> | void) | null;
let ports: EnginePorts;
let lmid: { mid: number; hash: string };

const answerOf = (request: PullRequest): PullAnswer => {
  const [changes = 0, history = 0] = (request.cookie ?? '0/0').split('/').map(Number);
  const isPast = request.want === 'history';
  const next = isPast ? [changes, history + 1] : [Math.min(changes + 1, PAGES.changes), history];
  const isLast = isPast ? next[1] === PAGES.history : next[0] === PAGES.changes;
  const isNew = next.join('/') !== request.cookie;
  return {
    epoch: 'e',
    serverTimeMs: 0,
    baseCookie: request.cookie,
    cookie: next.join('/'),
    kind: isPast ? 'history' : 'changes',
    projection: 'admin',
    version: 1,
    pages: isNew ? [{ table: 'customer', rows: [{ ...customerRow({ id: 1_000 + changes * 100 + history }) }] }] : [],
    tombstones: [],
    more: !isLast,
    historyLeft: (next[1] ?? 0) < PAGES.history,
    confirmed: isLast && !isPast ? { lmid: lmid.mid, hash: lmid.hash, outcomes: [] } : null,
  };
};

beforeEach(() => {
  database = new MemoryDatabase(
    newReplicaState({ businessId: 1, userId: 5, role: 'admin', clientId: '0123456789abcdef' }),
  );
  [pulls, pushes, onPull, lmid] = [[], [], null, { mid: 0, hash: HASH_ZERO }];
  const transport: Transport = {
    async pull(request): Promise<CallResult<PullAnswer>> {
      pulls.push(request);
      const answer = answerOf(request);
      await onPull?.(request);
      return { kind: 'answer', value: answer };
    },
    push: async (request) => {
      pushes.push(request.mutations.length);
      const last = request.mutations.at(-1);
      if (last) lmid = { mid: last.mid, hash: last.h };
      const { batchId } = request;
      const answer = { batchId, epoch: 'e', serverTimeMs: 0, outcomes: [], stopped: null };
      return { kind: 'answer', value: { ...answer, result: 'taken', lmid: lmid.mid } };
    },
    knownActs: async () => ({ kind: 'unreachable' }),
    audit: async () => ({ kind: 'unreachable' }),
  };
  ports = {
    database,
    transport,
    clock: { nowMs: () => 1_000_000, offsetMinutes: () => 180 },
    random: { below: (bound) => bound - 1 },
    online: { isOnline: () => true },
    device: { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => null },
  };
});

const acts = newTestActs();
const stateOf = () => database.read((tx) => tx.meta.getState());
const sell = () =>
  runMutation({ ...ports, acts }, 'customer.create', ({ mintId }) => ({
    id: mintId(),
    name: 'Amina',
    phone: null,
    address: null,
    notes: null,
  }));

test('SYN-11 every page of present and past is asked for once and stored, in the order of the cookies', async () => {
  expect(await runEngine(ports, true)).toEqual({ phase: 'idle', wakeAfterMs: null });
  expect(database.rows('customer')).toHaveLength(PAGES.changes + PAGES.history);
  expect(await stateOf()).toMatchObject({ cookie: `${PAGES.changes}/${PAGES.history}`, historyLeft: false });
  expect(pulls.filter(({ want }) => want === 'history')).toHaveLength(PAGES.history);
});

test.each([
  { of: 'the present', want: 'changes', first: 'null', second: '1/0', third: '2/0' },
  { of: 'the past, where no change waits to be sent', want: 'history', first: '3/0', second: '3/1', third: '3/2' },
])('SYN-11 a page of $of travels while the one before it is stored', async ({ want, first, second, third }) => {
  const told: string[] = [];
  onPull = (request) => void told.push(`${request.want}: asked after ${request.cookie}`);
  database.onAwait = (point) => {
    const { cookie } = database.inspect().state;
    if (point === 'committed' && told.at(-1) !== `stored ${cookie}`) told.push(`stored ${cookie}`);
  };
  await runEngine(ports, true);
  const from = told.indexOf(`${want}: asked after ${first}`);
  expect(told.slice(from, from + 4)).toEqual([
    `${want}: asked after ${first}`,
    `${want}: asked after ${second}`,
    `stored ${second}`,
    `${want}: asked after ${third}`,
  ]);
});

test('SYN-11 SYN-18 what was asked for ahead is dropped when another drainer has gone on meanwhile', async () => {
  let hasGoneOn = false;
  onPull = async (request) => {
    if (hasGoneOn || request.want !== 'history') return;
    hasGoneOn = true;
    await database.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), cookie: '3/7' }));
  };
  await runEngine(ports, true);
  expect(database.journal().some(({ what }) => what === 'stale_page')).toBe(true);
  expect(await stateOf()).toMatchObject({ cookie: '3/7', historyLeft: true });
  await runEngine(ports, true);
  expect(await stateOf()).toMatchObject({ cookie: '3/25', historyLeft: false });
});

test('SYN-12 the past makes way for a change that waits to be sent', async () => {
  let asked = 0;
  onPull = async ({ want }) => {
    if (want !== 'history') return;
    asked += 1;
    if (asked === 2) expect(await sell()).toMatchObject({ ok: true });
  };
  const pagesBefore: number[] = [];
  const { push } = ports.transport;
  ports = { ...ports, transport: { ...ports.transport, push: (request) => (pagesBefore.push(asked), push(request)) } };
  await runEngine(ports, true);
  expect(pushes).toEqual([1]);
  expect(pagesBefore[0]).toBeLessThan(6);
  expect(await stateOf()).toMatchObject({ historyLeft: false, confirmedMid: 1 });
});

test('SYN-11 a connection that breaks between pages leaves the stored ones stored', async () => {
  const { pull } = ports.transport;
  const broken: Transport['pull'] = async (request) =>
    request.cookie === '2/0' ? { kind: 'unreachable' } : await pull(request);
  expect((await runEngine({ ...ports, transport: { ...ports.transport, pull: broken } }, true)).phase).toBe('offline');
  expect((await stateOf()).cookie).toBe('2/0');
  await runEngine(ports, true);
  expect(database.rows('customer')).toHaveLength(PAGES.changes + PAGES.history);
});
