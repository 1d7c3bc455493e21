import Dexie from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { dayRange } from '../../../domain/time.ts';
import { mutationHash, HASH_ZERO } from '../../../sync/protocol/mutation-hash.ts';
import { unsealReplica } from '../../../sync/replica/seal.ts';
import { openShopDatabase } from '../../../sync/store/dexie-database.ts';
import { keepSummaries } from '../../../sync/store/keep-summaries.ts';
import { salesWithLaterMoney } from '../../../sync/store/later-money.ts';
import { readSalesReport } from '../../../sync/store/report-reads.ts';
import { databaseNameOf } from '../../../sync/store/schema.ts';
import { BUSINESS_ID, customerRow, itemRow, NOON_MS, saleRow, USER_ID } from '../../support/shop-rows.ts';

const WEEK_MS = 7 * 86_400_000;
const CLIENT = { businessId: BUSINESS_ID, userId: USER_ID };

/** The database as the first build made it. Never changed: somebody's phone may have slept since. */
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
  return { ...open, h: mutationHash(HASH_ZERO, open) };
};
const entryOf = (seq: number, wire: object, fields: object) => ({
  ...{ seq, incarnation: 1, wire, touched: [], state: 'pending', outcome: null, unfit: null },
  ...fields,
});
const customer = { id: 105, name: 'Asha', phone: null, address: null, notes: null };
const ENTRIES = [
  entryOf(2, wireOf(2, 'customer.create', 1, customer), { touched: [{ table: 'customer', id: 105 }] }),
  // Refused, with what that build knew of it; and one that no build here can read.
  entryOf(3, wireOf(3, 'item.setStore', 1, { id: 7, isKauntaEnabled: true }), {
    state: 'refused',
    outcome: { mid: 3, h: 'x', kind: 'refused', codes: ['item_missing'], detail: {} },
  }),
  entryOf(4, wireOf(4, 'drawer.open', 7, { why: ['é', null, 1.5] }), { unfit: 'unknown_format' }),
];

async function firstBuild(): Promise<void> {
  const dexie = new Dexie(databaseNameOf(CLIENT));
  dexie.version(1).stores(FIRST_STORES);
  await dexie.open();
  await dexie.table('outbox').bulkPut(ENTRIES);
  await dexie.table('archive').put({
    ...entryOf(1, wireOf(1, 'item.setStore', 1, { id: 7 }), {}),
    archivedAtMs: NOON_MS,
    proof: { lmid: 1, hash: HASH_ZERO },
  });
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

test('SYN-5 SYN-26 the database of the first build opens with its entries byte for byte, and goes on from there', async () => {
  await firstBuild();
  const database = await openShopDatabase({
    client: CLIENT,
    create: null,
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
  onTestFinished(() => database.close());
  const entries = await database.read((tx) => tx.outbox());
  expect(JSON.stringify(entries)).toBe(JSON.stringify(ENTRIES));
  expect(await database.read((tx) => tx.archive())).toHaveLength(1);
  // What that build did not know yet reads as nothing.
  const unknownThen = { resync: null, restoredAtMs: null };
  expect(await database.read((tx) => tx.getState())).toEqual({ ...FIRST_STATE, ...unknownThen });
  expect((await database.read((tx) => tx.getRows('item', [7])))[0]).toMatchObject({ id: 7, ofThatBuild: 1 });
  // Nothing that the app does when it opens touches what waits.
  await database.write(unsealReplica);
  expect(await database.read((tx) => tx.outboxFrom(1, 2, 10))).toEqual([ENTRIES[0], ENTRIES[2]]);
  expect(JSON.stringify(await database.read((tx) => tx.outbox()))).toBe(JSON.stringify(ENTRIES));
  // What a later build finds by an index is found in what was there before it.
  const week = { fromMs: NOON_MS + WEEK_MS - 1, toMs: NOON_MS + WEEK_MS + 1 };
  expect((await salesWithLaterMoney(database, week)).map(({ id }) => id)).toEqual([200]);
  // What it kept no sums of is read from the rows, and summed up from then on.
  const day = { range: dayRange(NOON_MS, 'UTC'), zone: 'UTC', currency: 'UGX' };
  const read = () => readSalesReport(database, day, () => false);
  const fromRows = await read();
  expect(fromRows).toMatchObject({ saleCount: 1 });
  const atOnce = () => Promise.resolve();
  await keepSummaries(database, { zone: 'UTC', currency: 'UGX', rest: atOnce, isStopped: () => false });
  expect(await database.tables.summary.where('madeFor').above('').count()).toBe(2);
  expect(await read()).toEqual(fromRows);
});
