import { describe, expect, test } from 'vitest';
import { isNotAccepted } from '../../../sync/protocol/outcome.ts';
import { type Rows, TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import { retryAct } from '../../../sync/replica/decide.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import type { MemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { saleArgs } from '../../support/device/replica.ts';
import { BUSINESS_ID } from '../../support/shop-rows.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import {
  actOf,
  entryBefore,
  type EntryBefore,
  deviceOver,
  openBuildBefore,
  readBuildBefore,
  serverAfter,
  serverRows,
  stateBefore,
} from './build-before.ts';

/* A device of the build before, after it and its server were upgraded. */

const BEFORE = readBuildBefore();
const { clientId } = stateBefore(BEFORE);
/** Entries: a refused one; and waiting: a customer and her sale (on the server), goods and their sale, a delivery. */
const REMOVAL = entryBefore(BEFORE, 5);
const [ASHA, DECIDED] = [entryBefore(BEFORE, 6), entryBefore(BEFORE, 7)];
const [SOAP, WAITS, STOCK] = [entryBefore(BEFORE, 8), entryBefore(BEFORE, 9), entryBefore(BEFORE, 10)];
const SUGAR = 1;

const idOf = ({ wire }: EntryBefore): number => (wire.args as { id: number }).id; // all that waits brings a row
const outboxOf = (database: ShopDatabase) => database.read((tx) => tx.outbox.all());

/** Expects every act of this shop's users exactly once, and nothing else. */
function expectOnce(store: MemoryServerStore, ownSales: readonly number[] = []): void {
  const ids = (table: TableName) => serverRows(store, table).map((row) => row?.id);
  const had = (table: TableName) => BEFORE.server.rows.filter((row) => row.table === table).map(({ id }) => id);
  const sorted = (some: readonly (number | undefined)[]) => [...some].sort((a, b) => (a ?? 0) - (b ?? 0));
  expect(sorted(ids('sale'))).toEqual(sorted([...had('sale'), idOf(WAITS), ...ownSales]));
  expect(sorted(ids('customer'))).toEqual(sorted([2, idOf(ASHA)]));
  expect(sorted(ids('item'))).toEqual(sorted([SUGAR, idOf(SOAP)]));
  expect(ids('stockMovement')).toEqual([idOf(STOCK)]);
  const stockOf = (id: number) =>
    serverRows(store, 'item')
      .map((row) => row as Rows['item']) // of that table
      .find((item) => item.id === id)?.currentStockHundredths;
  // 2 were left, 5 were bought, and 3 of the goods made by hand were sold.
  expect(stockOf(SUGAR)).toBe(700 - 100 * ownSales.length);
  expect(stockOf(idOf(SOAP))).toBe(-300);
  // Decisions from before the upgrade are not written again.
  const { rowOf } = store.committed(BUSINESS_ID);
  expect([rowOf('sale', idOf(DECIDED))?.version, rowOf('customer', idOf(ASHA))?.version]).toEqual([11, 11]);
}

/** Expects that the device has nothing unsent, has the server's rows, and asks a person for one decision. */
async function expectSynced(database: ShopDatabase, store: MemoryServerStore): Promise<void> {
  expect(await outboxOf(database)).toMatchObject([
    { seq: REMOVAL.seq, state: 'refused', wire: { act: actOf(clientId, REMOVAL) } },
  ]);
  for (const table of TABLE_NAMES) {
    const here = await database.tables.rows[table].toArray();
    expect(here, table).toEqual(serverRows(store, table).toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0)));
  }
}

describe('a device of the build before', () => {
  test.each([
    ['of the schema 9', 9],
    ['of the schema 8, which knew no forms', 8],
  ] as const)('SYN-5 SYN-7a sends what it had, %s: all of it arrives once', async (_, schema) => {
    const { ports, store } = serverAfter(BEFORE);
    const device = deviceOver(ports, await openBuildBefore(BEFORE, () => ({}), schema));
    await device.sync();
    expectOnce(store);
    await expectSynced(device.database, store);
    const { clients, decidedOf } = store.committed(BUSINESS_ID);
    const state = await device.database.read((tx) => tx.meta.getState());
    expect(state).toMatchObject({ confirmedMid: 5, formerClientId: clientId });
    const queue = decidedOf(state);
    expect(queue.map(({ act }) => act)).toEqual(
      [ASHA, DECIDED, SOAP, WAITS, STOCK].map((entry) => actOf(clientId, entry)),
    );
    expect(queue.some(({ outcome }) => isNotAccepted(outcome))).toBe(false);
    expect(clients.find((client) => client.clientId === state.clientId)).toMatchObject({ userId: 70, lmid: 5 });
    const archive = await device.database.read((tx) => tx.archive.all());
    expect(archive.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10]);
    // The journal has neither a fork nor a restored server.
    const journal = await device.database.tables.journal.toArray();
    expect(journal.slice(BEFORE.tables['journal']?.length).map(({ what }) => what)).toEqual([]);
    await device.sync();
    expectOnce(store);
  });

  test('SYN-5a retries what was refused before the upgrade as the next attempt of the act that the server knows', async () => {
    const { ports, store } = serverAfter(BEFORE);
    const device = deviceOver(ports, await openBuildBefore());
    await device.sync();
    const { database } = device;
    expect(await database.write((tx) => retryAct(tx, REMOVAL.seq, ports.clock.nowMs(), newTestActs()))).toEqual({
      ok: true,
      others: 0,
    });
    await device.sync();
    const act = actOf(clientId, REMOVAL);
    expect(await outboxOf(database)).toMatchObject([{ state: 'refused', wire: { act, attempt: 1 } }]);
    expectOnce(store);
  });

  test('SYN-5 SYN-7a what that build knew to be decided under an incarnation that it had left is once, too', async () => {
    const { ports, store } = serverAfter(BEFORE);
    const odd = readBuildBefore();
    for (const entry of odd.tables.outbox)
      if (entry.seq === ASHA.seq || entry.seq === DECIDED.seq) entry.state = 'settled';
    const device = deviceOver(ports, await openBuildBefore(odd));
    await device.sync();
    expectOnce(store);
    await expectSynced(device.database, store);
  });
});

describe('two copies of one device of the build before', () => {
  test('SYN-20 SYN-7a both upgraded and synced bring everything once', async () => {
    const { ports, store } = serverAfter(BEFORE);
    const one = deviceOver(ports, await openBuildBefore());
    const other = deviceOver(ports, await openBuildBefore());
    for (const device of [one, other, one]) {
      await device.sync();
      expectOnce(store);
    }
    for (const { database } of [one, other]) await expectSynced(database, store);
  });

  test.each([
    ['before either is synced', false],
    ['after the first of them is synced', true],
  ])('SYN-20 SYN-7a and what each sold since the upgrade, %s, is there once as well', async (_, isSyncedFirst) => {
    const { ports, store } = serverAfter(BEFORE);
    const one = deviceOver(ports, await openBuildBefore());
    const other = deviceOver(ports, await openBuildBefore());
    if (isSyncedFirst) await one.sync();
    const sales = [];
    for (const device of [one, other])
      sales.push((await device.run('sale.create', (tools) => saleArgs(tools, SUGAR, 100))).id);
    for (const device of [one, other, one]) await device.sync();
    expectOnce(store, sales);
    for (const { database } of [one, other]) await expectSynced(database, store);
    // The second device found that it is a copy.
    const states = await Promise.all([one, other].map(({ database }) => database.read((tx) => tx.meta.getState())));
    expect(new Set(states.map((state) => state.clientId)).size).toBe(2);
  });
});
