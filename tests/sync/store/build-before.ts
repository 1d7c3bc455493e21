import { readFileSync } from 'node:fs';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import type { ServerPorts, StoredRow } from '../../../server/mutate/server-store.ts';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import type { OutboxEntry, ReplicaState } from '../../../sync/ports.ts';
import type { WireBefore } from '../../../sync/protocol/build-before.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import { TABLE_NAMES } from '../../../sync/protocol/tables.ts';
import { type BuildArguments, runMutation } from '../../../sync/replica/run-mutation.ts';
import type { ConnectionOptions } from '../../../sync/store/database/connection.ts';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { databaseNameOf, type IndexedDbPlace } from '../../../sync/store/database/schema.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { BUSINESS_ID, USER_ID } from '../../support/shop-rows.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import { Phone } from '../../support/device/two-phones.ts';
import { actBefore } from '../protocol/wire-before.ts';

/*
 * A device and its server in the state of the build before (fixtures/build-before.json, made by that build). The
 * profile was copied once. After that the device sent acts, of which the server has decided one sale, not yet confirmed
 * by a page.
 */

export const CLIENT = { businessId: BUSINESS_ID, userId: USER_ID };

/** An entry as that build wrote it, without the fields that have other names now. */
export type EntryBefore = Omit<OutboxEntry, 'wire' | 'opening' | 'state'> & {
  act?: string;
  incarnation: number;
  wire: WireBefore;
  state: OutboxEntry['state'] | 'settled';
  issuedAgain?: true;
};
type StateBefore = ReplicaState & { incarnation: number; leases: { block: number; next: number }[] };

interface BuildBefore {
  tables: Record<string, object[]> & { outbox: EntryBefore[]; archive: EntryBefore[]; meta: MetaBefore[] };
  server: {
    version: number;
    clients: ClientBefore[];
    outcomes: { client: ClientBefore; outcomes: Outcome[] }[];
    rows: StoredRow[];
  };
}
interface ClientBefore {
  clientId: string;
  incarnation: number;
  userId: number;
  lmid: number;
  hash: string;
}
type MetaBefore = { key: 'state'; value: StateBefore } | { key: 'status' | 'sentinel'; value: unknown };

/** Reads the fixture anew each time, because tests change it. */
export const readBuildBefore = (): BuildBefore =>
  JSON.parse(readFileSync(new URL('fixtures/build-before.json', import.meta.url), 'utf8')) as BuildBefore;

export function stateBefore({ tables }: Pick<BuildBefore, 'tables'>): StateBefore {
  const found = tables.meta.find((meta) => meta.key === 'state');
  if (!found) throw new Error('The fixture has a state');
  return found.value;
}

/** Returns an entry by its seq, from 5 to 10. */
export function entryBefore({ tables }: Pick<BuildBefore, 'tables'>, seq: number): EntryBefore {
  const found = tables.outbox.find((entry) => entry.seq === seq);
  if (!found) throw new Error(`The fixture has no entry ${seq}`);
  return found;
}

export const actOf = (clientId: string, { incarnation, wire }: EntryBefore): string =>
  actBefore(clientId, incarnation, wire);

/** The tables of that build. Never change them, because phones may still have that version. */
const STORES_BEFORE = {
  ...{ business: '&id', user: '&id', paymentMethod: '&id', feedback: '&id' },
  ...{ item: '&id, [createdAtMs+id], sku', customer: '&id, [createdAtMs+id]', supplier: '&id, [createdAtMs+id]' },
  order: '&id, [createdAtMs+id], customerId',
  sale: '&id, [createdAtMs+id], [customerId+createdAtMs+id], [status+createdAtMs+id], *flags, paymentMethodId, transactionId',
  purchase: '&id, [createdAtMs+id], [supplierId+createdAtMs+id]',
  ...{ stockMovement: '&id, [itemId+createdAtMs+id]', conflict: '&id, [status+table+rowId]' },
  ...{ cashCount: '&id, [createdAtMs+id]', base: '&key, staged', staged: '[table+id], differs' },
  outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit, act',
  archive: '&seq, archivedAtMs, act',
  ...{ meta: '&key', tally: '&key', journal: '++seq', draft: '&key' },
  ...{ imageFile: '&key, state', summary: '[kind+fromMs+toMs], madeFor' },
};

/** The tables of the build before that one, which did not store the form of an entry. */
const STORES_WITHOUT_FORMS = {
  ...STORES_BEFORE,
  outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit',
  archive: '&seq, archivedAtMs',
};

/** Opens that build's database with the present code; each call makes another copy of the profile. */
export async function openBuildBefore(
  before: BuildBefore = readBuildBefore(),
  options: (place: IndexedDbPlace) => Partial<ConnectionOptions> = () => ({}),
  schema: 8 | 9 = 9,
): Promise<ShopDatabase> {
  const place = { indexedDB: new IDBFactory(), IDBKeyRange };
  const dexie = new Dexie(databaseNameOf(CLIENT), place);
  const hasForms = schema === 9;
  dexie.version(schema).stores(hasForms ? STORES_BEFORE : STORES_WITHOUT_FORMS);
  await dexie.open();
  const entries = ({ act, ...entry }: EntryBefore) => (hasForms && act !== undefined ? { ...entry, act } : entry);
  const tables = {
    ...before.tables,
    outbox: before.tables.outbox.map(entries),
    archive: before.tables.archive.map(entries),
  };
  for (const [table, rows] of Object.entries(tables)) await dexie.table(table).bulkPut(rows);
  dexie.close();
  return await openToday(place, options(place));
}

export async function openToday(
  place?: IndexedDbPlace,
  options: Partial<ConnectionOptions> = {},
): Promise<ShopDatabase> {
  const database = await openShopDatabase({
    client: CLIENT,
    ...{ create: null, witness: null, onStopped: () => undefined, onBlocked: null },
    ...(place && { place }),
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

/**
 * Returns the shop's server after its upgrade: each outcome has its act, and each device its newest incarnation only.
 */
export function serverAfter({ server: { version, clients, outcomes, rows } }: BuildBefore) {
  let nowMs = Math.max(...rows.map(({ row }) => (row && 'createdAtMs' in row ? row.createdAtMs : 0))) + 600_000;
  let draws = 0;
  const random = { below: (bound: number) => ((draws += 1) * 2_654_435_761) % bound };
  const clock = { nowMs: () => (nowMs += 1_000) };
  const store = createMemoryServerStore({ random, clock });
  const newest = new Map(
    clients.toSorted((a, b) => a.incarnation - b.incarnation).map((each) => [each.clientId, each]),
  );
  const decided = outcomes.map(
    ({ client: { clientId, incarnation }, outcomes: said }) =>
      [
        `${clientId}.${incarnation}`,
        said.map((outcome) => ({ act: actBefore(clientId, incarnation, outcome), attempt: 0, outcome })),
      ] as const,
  );
  const order = ({ version: ofRow, table, id }: StoredRow) => [ofRow, TABLE_NAMES.indexOf(table), id] as const;
  store.restore(
    BUSINESS_ID,
    {
      epoch: 'epoch',
      ledger: {
        version,
        clients: new Map([...newest].map(([clientId, { incarnation: _, ...client }]) => [clientId, client])),
        decided: new Map(decided),
        failures: new Map(),
        quarantined: [],
      },
      log: rows.toSorted((a, b) => compare(order(a), order(b))),
      // The device has seen the version before the newest one.
      marks: new Map([10, 11].map((taken) => [taken, { nonce: taken === 10 ? '19000057' : 'later', atMs: nowMs }])),
      horizon: 0,
    },
    null,
  );
  const ports: ServerPorts = { store, clock, random, announce: () => undefined, isMutationsFault: () => false };
  return { ports, store };
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((each, index) => each - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Makes a device with the real engine and this upgraded database. */
export function deviceOver(ports: ServerPorts, database: ShopDatabase) {
  const phone = new Phone(ports, { userId: USER_ID, role: 'admin' }, () => ports.clock.nowMs());
  const acts = newTestActs();
  return {
    database,
    async sync(): Promise<void> {
      const report = await runEngine({ ...phone.ports(), database }, true);
      if (report.phase !== 'idle') throw new Error(`The device is ${report.phase} after a sync`);
    },
    async run<Name extends MutationName>(name: Name, build: BuildArguments<Name>) {
      const result = await runMutation({ database, clock: phone.ports().clock, acts }, name, build);
      if (!result.ok) throw new Error(`${name} was refused: ${result.error.code}`);
      return result.args;
    },
  };
}

/** Returns the server's rows of a table that devices have too, by id. */
export const serverRows = (store: MemoryServerStore, table: StoredRow['table']) =>
  store
    .committed(BUSINESS_ID)
    .rows.filter((each) => each.table === table)
    .map(({ row }) => row);
