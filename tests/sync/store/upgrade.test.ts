import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { dayRange } from '../../../domain/time.ts';
import { isOfSource } from '../../../sync/protocol/act.ts';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type WireMutation } from '../../../sync/protocol/push.ts';
import { unsealReplica } from '../../../sync/replica/seal.ts';
import { keepSummaries } from '../../../sync/store/sums/keep-summaries.ts';
import { salesWithLaterMoney } from '../../../sync/store/later-money.ts';
import { sourcesOf } from '../../../sync/store/live-reads.ts';
import { readSalesReport } from '../../../sync/store/sums/report-reads.ts';
import { databaseNameOf } from '../../../sync/store/database/schema.ts';
import { customerRow, itemRow, NOON_MS, saleRow, USER_ID } from '../../support/shop-rows.ts';
import { actBefore, hashBefore } from '../protocol/wire-before.ts';
import {
  actOf,
  CLIENT,
  entryBefore,
  openBuildBefore,
  openToday,
  readBuildBefore,
  stateBefore,
} from './build-before.ts';

const WEEK_MS = 7 * 86_400_000;

/** The tables of the first build. Never change them, because phones may still have that version. */
const FIRST_STORES = {
  ...{ business: '&id', user: '&id', paymentMethod: '&id', stockMovement: '&id', conflict: '&id' },
  ...{ item: '&id, [createdAtMs+id]', customer: '&id, [createdAtMs+id]' },
  ...{ order: '&id, [createdAtMs+id]', sale: '&id, [createdAtMs+id]' },
  ...{
    base: '&key, staged',
    outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit',
    archive: '&seq, archivedAtMs',
  },
  ...{ meta: '&key', tally: '&key', journal: '++seq' },
};
const FIRST_STATE = {
  ...{ ...CLIENT, role: 'admin', clientId: '0123456789abcdef', incarnation: 1, nextSeq: 4, nextMid: 4 },
  ...{ lastHash: HASH_ZERO, leases: [{ block: 100, next: 9 }], lastStampMs: 0, cookie: 'c', version: 3, epoch: 'e' },
  ...{ confirmedMid: 1, confirmedHash: HASH_ZERO, projection: 'admin', historyLeft: false, snapshotComplete: true },
  ...{ clockOffsetMs: null, sealed: false },
};

const wireOf = (mid: number, name: string, format: number, args: object) => {
  const open = {
    ...{ mid, name, format, args, actorUserId: USER_ID, atMs: NOON_MS, offsetMinutes: 180, clockOffsetMs: null },
    deps: [],
  };
  return { ...open, h: hashBefore(HASH_ZERO, open) };
};
const entryOf = (seq: number, wire: ReturnType<typeof wireOf>, fields: object) => ({
  ...{ seq, incarnation: 1, wire, touched: [], state: 'pending', outcome: null, unfit: null },
  ...fields,
});
const customer = { id: 105, name: 'Asha', phone: null, address: null, notes: null };
const ENTRIES = [
  entryOf(2, wireOf(2, 'customer.create', 1, customer), { touched: [{ table: 'customer', id: 105 }] }),
  // A refused entry in that build's form, and one that the present build cannot read.
  entryOf(3, wireOf(3, 'item.setStore', 1, { id: 7, isKauntaEnabled: true }), {
    state: 'refused',
    outcome: { mid: 3, h: 'x', kind: 'refused', codes: ['item_missing'], detail: {} },
  }),
  entryOf(4, wireOf(4, 'drawer.open', 7, { why: ['é', null, 1.5] }), { unfit: 'unknown_format' }),
];

const ARCHIVED = {
  ...entryOf(1, wireOf(1, 'item.setStore', 1, { id: 7 }), {}),
  archivedAtMs: NOON_MS,
  proof: { lmid: 1, hash: HASH_ZERO },
};

async function firstBuild(): Promise<void> {
  const dexie = new Dexie(databaseNameOf(CLIENT));
  dexie.version(1).stores(FIRST_STORES);
  await dexie.open();
  await dexie.table('outbox').bulkPut(ENTRIES);
  await dexie.table('archive').put(ARCHIVED);
  await dexie.table('item').put({ ...itemRow({ id: 7 }), ofThatBuild: 1 });
  await dexie.table('customer').put(customerRow({ ...customer, version: 0 }));
  const later = { ...{ id: 201, amountMinor: 5, paymentMethodId: null, paymentMethodName: null }, byUserId: USER_ID };
  await dexie.table('sale').put(
    saleRow({
      id: 200,
      createdAtMs: NOON_MS,
      payments: [{ ...later, transactionId: null, atMs: NOON_MS + WEEK_MS }],
    }),
  );
  await dexie
    .table('base')
    .put({ key: 'customer/105', table: 'customer', id: 105, row: null, seqs: [2], next: null, staged: 0 });
  await dexie.table('meta').bulkPut([
    { key: 'state', value: FIRST_STATE },
    {
      key: 'status',
      value: {
        phase: 'idle',
        lastSyncAtMs: 1,
        lastProgressAtMs: 1,
        failureCount: 0,
        retryAtMs: null,
        storagePersistent: null,
      },
    },
    { key: 'sentinel', value: 'token' },
  ]);
  dexie.close();
}

/** Returns the acts of a person as text; no upgrade changes them. */
const said = (entries: readonly { wire: Omit<WireMutation, 'act' | 'attempt' | 'deps'> }[]): string =>
  JSON.stringify(
    entries.map(({ wire: { name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs } }) => [
      ...[name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs],
    ]),
  );

/** Returns an entry without its mutation. */
const beside = ({ wire: _wire, ...entry }: { wire: object }) => entry;

/** Expects the beginning of a queue: mids from 1, each with the hash of the chain. */
function expectQueue(wires: readonly WireMutation[]): string {
  let previous = HASH_ZERO;
  for (const [index, { h, ...open }] of wires.entries()) {
    expect(open.mid).toBe(index + 1);
    previous = mutationHash(previous, open);
    expect(h).toBe(previous);
  }
  return previous;
}

test('SYN-5 SYN-5b SYN-26 the database of the first build opens with its entries byte for byte, in a queue of today, and goes on from there', async () => {
  await firstBuild();
  const database = await openToday();
  const entries = await database.read((tx) => tx.outbox.all());
  expect(said(entries)).toBe(said(ENTRIES));
  expect(entries.map(beside)).toEqual(ENTRIES.map(({ incarnation: _, ...entry }) => beside(entry)));
  expect(entries.map(({ wire }) => wire.act)).toEqual(
    ENTRIES.map(({ wire }) => actBefore(FIRST_STATE.clientId, 1, wire)),
  );
  const waiting = entries.filter(({ state }) => state === 'pending');
  const lastHash = expectQueue(waiting.map(({ wire }) => wire));
  expect(entries[1]?.wire).toMatchObject({ mid: 3, h: ENTRIES[1]?.wire.h, attempt: 0 });
  const { incarnation: _incarnation, ...archived } = ARCHIVED;
  const act = actBefore(FIRST_STATE.clientId, 1, ARCHIVED.wire);
  expect(await database.read((tx) => tx.archive.all())).toEqual([
    { ...archived, wire: { ...archived.wire, act, attempt: 0 } },
  ]);
  const { incarnation: _left, leases: _leases, ...kept } = FIRST_STATE;
  const state = await database.read((tx) => tx.meta.getState());
  expect(state).toEqual({
    ...kept,
    ...{ clientId: state.clientId, formerClientId: FIRST_STATE.clientId },
    ...{ nextMid: 3, lastHash, confirmedMid: 0, confirmedHash: HASH_ZERO, dismissal: null },
    // Fields that the old build did not have are null.
    ...{ resync: null, restoredAtMs: null },
  });
  expect((await database.read((tx) => tx.rows.get('item', [7])))[0]).toMatchObject({ id: 7, ofThatBuild: 1 });
  // The opening of the app does not change waiting entries.
  await database.write(unsealReplica);
  expect(await database.read((tx) => tx.outbox.pendingFrom(1, 10))).toEqual(waiting);
  expect(JSON.stringify(await database.read((tx) => tx.outbox.all()))).toBe(JSON.stringify(entries));
});

test('SYN-26 what a later build finds by an index, or sums up, it finds in the database of the first build', async () => {
  await firstBuild();
  const database = await openToday();
  const week = { fromMs: NOON_MS + WEEK_MS - 1, toMs: NOON_MS + WEEK_MS + 1 };
  expect((await salesWithLaterMoney(database, week)).map(({ id }) => id)).toEqual([200]);
  // Days without sums are computed from the rows, and stored from then on.
  const day = { range: dayRange(NOON_MS, 'UTC'), zone: 'UTC', currency: 'UGX' };
  const read = () => readSalesReport(database, day, () => false);
  const fromRows = await read();
  expect(fromRows).toMatchObject({ saleCount: 1 });
  const atOnce = () => Promise.resolve();
  await keepSummaries(database, { zone: 'UTC', currency: 'UGX', rest: atOnce, isStopped: () => false });
  expect(await database.tables.summary.where('madeFor').above('').count()).toBe(2);
  expect(await read()).toEqual(fromRows);
});

describe('the database of the build before', () => {
  const before = readBuildBefore();
  const { clientId, incarnation } = stateBefore(before);
  const [removal, asha, sale] = [entryBefore(before, 5), entryBefore(before, 6), entryBefore(before, 7)];
  const [soap, second] = [entryBefore(before, 8), entryBefore(before, 9)];

  test('SYN-5 SYN-5b opens with what people did byte for byte, under the acts that the server gives the same', async () => {
    const database = await openBuildBefore();
    for (const [table, entries] of [
      ['outbox', await database.read((tx) => tx.outbox.all())],
      ['archive', await database.read((tx) => tx.archive.all())],
    ] as const) {
      const was = before.tables[table];
      expect(said(entries)).toBe(said(was));
      expect(entries.map(({ wire }) => [wire.act, wire.attempt])).toEqual(
        was.map((entry) => [actOf(clientId, entry), 0]),
      );
      expect(entries.map(({ wire: _wire, ...entry }) => entry)).toEqual(
        was.map(({ wire: _, incarnation: _incarnation, act, ...entry }) => {
          const { previousHash: _hash, ...left }: typeof entry & { previousHash?: unknown } = entry;
          // The id of a form's opening is no act id any more, but still finds what the form has saved.
          return act === undefined ? left : { ...left, opening: act };
        }),
      );
    }
    expect((await database.read((tx) => tx.outbox.ofOpening('b'.repeat(32))))?.seq).toBe(sale.seq);
  });

  test('SYN-5 SYN-10 what waits begins a queue in its old order, and needs acts; what was refused stays as it was', async () => {
    const database = await openBuildBefore();
    const [refused, ...waiting] = await database.read((tx) => tx.outbox.all());
    expectQueue(waiting.map(({ wire }) => wire));
    expect(waiting.map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10]);
    expect(waiting.map(({ wire }) => wire.deps)).toEqual([
      [],
      [actOf(clientId, asha)],
      [],
      [actOf(clientId, soap)],
      [],
    ]);
    expect(await database.read((tx) => tx.outbox.pendingFrom(1, 100))).toEqual(waiting);
    expect([sale.wire.deps, second.wire.deps]).toEqual([[asha.wire.mid], [soap.wire.mid]]);
    const { mid, h } = removal.wire;
    expect(refused).toMatchObject({
      ...{ seq: removal.seq, state: 'refused', outcome: removal.outcome, unfit: 'customer_in_use' },
      wire: { mid, h, deps: [] },
    });
  });

  test('SYN-20 SYN-20a is another client from then on, which says which one it was, and every copy becomes the same one', async () => {
    const [one, other] = [await openBuildBefore(), await openBuildBefore()];
    const state = await one.read((tx) => tx.meta.getState());
    const { incarnation: _, leases: _leases, ...kept } = stateBefore(before);
    const { renumbered: _renumbered, ...left }: typeof kept & { renumbered?: unknown } = kept;
    expect(state).toEqual({
      ...left,
      ...{ clientId: state.clientId, formerClientId: clientId },
      ...{ nextMid: 6, lastHash: (await one.read((tx) => tx.outbox.pendingAt(5)))?.wire.h },
      ...{ confirmedMid: 0, confirmedHash: HASH_ZERO, dismissal: null },
    });
    expect(state.clientId).toMatch(/^[0-9a-f]{16}$/);
    expect(state.clientId).not.toBe(clientId);
    expect((await other.read((tx) => tx.meta.getState())).clientId).toBe(state.clientId);
    // A copy that had left that incarnation is another device.
    const gone = readBuildBefore();
    stateBefore(gone).incarnation = incarnation + 1;
    const third = await openBuildBefore(gone);
    expect((await third.read((tx) => tx.meta.getState())).clientId).not.toBe(state.clientId);
  });

  test('SYN-2 still knows what went through it: the ids of the blocks that it was lent', async () => {
    const sources = await sourcesOf(await openBuildBefore());
    const isOurs = (id: number) => sources.some((source) => isOfSource(id, source));
    const blocks = stateBefore(before).leases.map(({ block }) => block);
    expect(blocks).toHaveLength(3);
    for (const block of blocks)
      expect([-1, 0, 2 ** 20 - 1, 2 ** 20].map((place) => isOurs(block * 2 ** 20 + place))).toEqual([
        ...[false, true, true, false],
      ]);
    // A sale from its own earlier incarnation, and one of another phone.
    expect([10_485_792_505_858, 3_145_738_485_766, 15_728_688_234_496].map(isOurs)).toEqual([true, false, false]);
  });

  test('SYN-5 what that build only kept for its hash goes; what a server had decided elsewhere waits for the proof', async () => {
    const odd = readBuildBefore();
    entryBefore(odd, 6).state = 'settled';
    // An entry that was refused for its id and issued again under another mid.
    odd.tables.outbox.push({ ...entryBefore(odd, 5), seq: 11, touched: [], issuedAgain: true });
    const database = await openBuildBefore(odd);
    const entries = await database.read((tx) => tx.outbox.all());
    expect(entries.map(({ seq, state }) => [seq, state])).toEqual([
      [5, 'refused'],
      ...[6, 7, 8, 9, 10].map((seq) => [seq, 'pending']),
    ]);
    expect(JSON.stringify(entries)).not.toContain('issuedAgain');
    expectQueue(entries.slice(1).map(({ wire }) => wire));
  });

  test('SYN-21 SYN-25 asks a restored server anew, and sends a dismissed person’s changes anew, in the new queue', async () => {
    const odd = readBuildBefore();
    const resync = {
      ...{ phase: 'healing', isRestored: true, epoch: 'other', cookie: null, historyLeft: true, refusedSeqs: [] },
    };
    Object.assign(stateBefore(odd), { resync, dismissal: { incarnation: 2, sentMid: 5 } });
    const database = await openBuildBefore(odd);
    expect(await database.read((tx) => tx.meta.getState())).toMatchObject({
      resync: { ...resync, lostSeq: null },
      dismissal: { sentMid: 0 },
    });
  });
});
