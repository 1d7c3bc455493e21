import { beforeEach, expect, test } from 'vitest';
import { takePush } from '../../../server/mutate/answer-push.ts';
import type { ServerPorts } from '../../../server/mutate/server-store.ts';
import type { MutationArgs, MutationName } from '../../../sync/mutation/registry.ts';
import { rowIdOf } from '../../../sync/protocol/act.ts';
import { mintingActFrom } from '../../../sync/protocol/derived-act.ts';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { type WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, saleArgs } from '../../support/mutation-args.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { BUSINESS_ID, itemRow, NOON_MS } from '../../support/shop-rows.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import { shopRows } from '../../sim/shop.ts';

const CALLER = { businessId: BUSINESS_ID, userId: BUSINESS_ID + 1 };
const CLIENT = '000000000000000a';
const MINUTE_MS = 60_000;

let store: MemoryServerStore;
let ports: ServerPorts;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOON_MS;
  store = createMemoryServerStore({ random: { below: () => 0 } });
  store.addBusiness(BUSINESS_ID, 'e', shopRows(BUSINESS_ID, NOON_MS));
  await store.change(BUSINESS_ID, (tx) =>
    tx.writeRows([{ table: 'item', id: 1, before: undefined, after: itemRow({ id: 1 }) }]),
  );
  ports = {
    store,
    clock: { nowMs: () => nowMs },
    random: { below: () => 0 },
    announce: () => undefined,
    isMutationsFault: () => false,
  };
});

const acts = newTestActs();
const minter = { mintId: () => acts.draw((open) => open.mintId()) };

/** Returns the client's first mutation as sent. */
function first<Name extends MutationName>(
  name: Name,
  args: MutationArgs<Name>,
  changes: Partial<WireMutation> = {},
): WireMutation {
  const act = acts.draw((open) => open.act);
  const place = { act, attempt: 0, mid: 1 };
  const open = { ...place, name, format: 1, args, actorUserId: CALLER.userId, atMs: nowMs, offsetMinutes: 180 };
  const wire = { ...open, clockOffsetMs: 0, deps: [], ...changes };
  return { ...wire, h: mutationHash(HASH_ZERO, wire) };
}

/** Gives these mutations consecutive mids from 1. */
function inARow(wires: readonly WireMutation[]): WireMutation[] {
  let previous = HASH_ZERO;
  return wires.map(({ h: _own, ...open }, index) => {
    const wire = { ...open, mid: index + 1, h: '' };
    wire.h = previous = mutationHash(previous, wire);
    return wire;
  });
}

const push = (...mutations: WireMutation[]) => pushAs(CALLER, mutations);
const pushAs = (caller: typeof CALLER, mutations: WireMutation[]) =>
  takePush(ports, caller, {
    protocol: PROTOCOL_VERSION,
    batchId: 'batch-0001',
    clientId: CLIENT,
    previousHash: HASH_ZERO,
    mutations,
    cookie: null,
    waitsForParents: false,
    device: { pendingCount: 1, oldestPendingAtMs: null, appVersion: 't', clockOffsetMs: 0, storagePersistent: null },
  });

test('SYN-10 SYN-10b a lock, a time-out or a lost connection counts against no mutation, however often it comes', async () => {
  const wire = first('customer.create', customerArgs(minter));
  class LockTimeout extends Error {}
  const whole = ports;
  for (let attempt = 0; attempt < 6; attempt += 1) {
    let isBusy = true;
    const change: typeof store.change = (businessId, work) => {
      const result = isBusy ? Promise.reject(new LockTimeout()) : store.change(businessId, work);
      isBusy = false;
      return result;
    };
    ports = { ...whole, store: { ...store, change } };
    await expect(push(wire)).rejects.toThrow(LockTimeout);
    nowMs += 5 * MINUTE_MS;
  }
  expect(await store.change(BUSINESS_ID, (tx) => tx.failure(CLIENT, 1))).toBeNull();
  ports = whole;
  expect(await push(wire)).toMatchObject({ lmid: 1, outcomes: [{ kind: 'applied' }], stopped: null });
});

test.each([
  [4 * MINUTE_MS, 'applied', []],
  [-4 * MINUTE_MS, 'applied', []],
  [6 * MINUTE_MS, 'flagged', ['clock_suspect']],
  [-365 * 24 * 60 * MINUTE_MS, 'flagged', ['clock_suspect']],
])(
  'SYN-23 a clock that is off by more than five minutes is flagged, and refuses nothing: %i ms',
  async (off, kind, codes) => {
    const sale = saleArgs(minter, [itemRow({ id: 1 })]);
    const wire = first('sale.create', sale, { atMs: nowMs - off, clockOffsetMs: off });
    expect((await push(wire)).outcomes).toMatchObject([{ mid: 1, kind, codes }]);
    expect(store.committed(BUSINESS_ID).rowOf('sale', sale.id)).toBeDefined();
  },
);

test('SYN-10 SYN-10b what stands before a mutation that goes wrong inside is committed, and what comes after waits', async () => {
  const [before, after] = [customerArgs(minter, { name: 'Before' }), customerArgs(minter, { name: 'After' })];
  const run = [before, { name: 'no id' } as never, after].map((args) => first('customer.create', args));
  expect(await push(...inARow(run))).toMatchObject({
    lmid: 1,
    outcomes: [{ mid: 1, kind: 'applied' }],
    stopped: { mid: 2, reason: 'failed' },
  });
  const isThere = ({ id }: { id: number }) => store.committed(BUSINESS_ID).rowOf('customer', id)?.row !== undefined;
  expect([isThere(before), isThere(after)]).toEqual([true, false]);
  expect(await store.change(BUSINESS_ID, (tx) => tx.failure(CLIENT, 2))).toMatchObject({ count: 1 });
});

test('SYN-2 SYN-2a SYN-21 the conflicts that one act opens have ids that follow from it, on a restored server too', async () => {
  const backup = store.backup(BUSINESS_ID);
  const base = { name: 'Item 1', priceMinor: itemRow({ id: 1 }).priceMinor };
  const edits = inARow([
    first('item.edit', { id: 1, base, change: { name: 'Theirs', priceMinor: 111 } }),
    first('item.edit', { id: 1, base, change: { name: 'Mine', priceMinor: 222 } }),
  ]);
  const conflictIds = () =>
    store
      .committed(BUSINESS_ID)
      .rows.filter(({ table, row }) => table === 'conflict' && row !== null)
      .map(({ id }) => id);
  expect((await push(...edits)).outcomes.map(({ kind }) => kind)).toEqual(['applied', 'conflict']);
  const opened = conflictIds();
  const ofAct = mintingActFrom(edits[1]?.act ?? '', 'server');
  expect(new Set(opened)).toEqual(new Set([rowIdOf(ofAct, 0), rowIdOf(ofAct, 1)]));
  store.restore(BUSINESS_ID, backup, 'restored');
  expect(conflictIds()).toEqual([]);
  expect((await push(...edits)).outcomes.map(({ kind }) => kind)).toEqual(['applied', 'conflict']);
  expect(conflictIds()).toEqual(opened);
});

test('SYN-10a M6 M29 money given back by a method that was refused is recorded all the same, and flagged', async () => {
  // Staff may create no payment methods; this person's role changed while the phone was offline.
  const staff = { businessId: BUSINESS_ID, userId: BUSINESS_ID + 2 };
  const methodId = minter.mintId();
  const by = { actorUserId: staff.userId };
  const method = { id: methodId, name: 'Airtel Money', icon: 'Phone' as const };
  const created = first('paymentMethod.create', method, by);
  const sale = saleArgs(minter, [itemRow({ id: 1 })]);
  const sold = first('sale.create', sale, by);
  const given = { amountMinor: sale.finalMinor, paymentMethodId: methodId, paymentMethodName: 'Airtel Money' };
  const cancel = (refunds: MutationArgs<'sale.cancel'>['refunds']) => {
    const args = { id: sale.id, reason: 'Brought back', refunds };
    return first('sale.cancel', args, { ...by, format: 2, deps: [created.act] });
  };
  const run = inARow([created, sold, cancel([]), cancel([{ id: minter.mintId(), ...given }])]);
  const answer = await pushAs(staff, run);
  expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
    ['refused', ['not_permitted']],
    ['applied', []],
    ['refused', ['parent_refused']],
    ['flagged', ['method_missing']],
  ]);
  expect(store.committed(BUSINESS_ID).rowOf('sale', sale.id)?.row).toMatchObject({
    ...{ status: 'cancelled', flags: ['method_missing'] },
    refunds: [{ paymentMethodId: methodId }],
  });
});
