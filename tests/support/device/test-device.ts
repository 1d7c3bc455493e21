import Dexie, { type Table } from 'dexie';
import type { LocalDatabase } from '../../../sync/local-database.ts';
import type { JournalEvent, ReplicaState } from '../../../sync/ports.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { MemoryDatabase } from '../memory/memory-database.ts';
import { BUSINESS_ID, USER_ID } from '../shop-rows.ts';

/** A device's database, with further reads for tests that run on every implementation. */
export interface TestDevice {
  readonly database: LocalDatabase;
  rowCount(key: string): Promise<number>;
  /** All rows of a table, in the order of their ids. */
  rows<T extends TableName>(table: T): Promise<Rows[T][]>;
  /** The journal, the oldest event first. */
  journal(): Promise<JournalEvent[]>;
  /** Call inside a write: its commit finds no space. */
  runOutOfSpace(): void;
}

export const freshState = (fields: Partial<ReplicaState> = {}): ReplicaState => ({
  ...newReplicaState({ businessId: BUSINESS_ID, userId: USER_ID, role: 'admin', clientId: '0123456789abcdef' }),
  ...fields,
});

export const openMemoryDevice = (state: ReplicaState = freshState()): Promise<TestDevice> =>
  Promise.resolve(memoryDeviceOf(new MemoryDatabase(state)));

export const memoryDeviceOf = (database: MemoryDatabase): TestDevice => ({
  database,
  rowCount: (key) => Promise.resolve(database.rowCount(key)),
  rows: (table) => Promise.resolve(database.rows(table)),
  journal: () => Promise.resolve([...database.journal()]),
  runOutOfSpace: () => database.failNextCommit(),
});

/** The database of the screens, with the tables that live queries read. */
export interface DexieDevice extends TestDevice {
  readonly database: ShopDatabase;
}

export async function openDexieDevice(state: ReplicaState = freshState()): Promise<DexieDevice> {
  const database = await openShopDatabase({
    client: state,
    create: state,
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
  return {
    database,
    rowCount: async (key) => (await database.tables.rowCounts.get(key))?.count ?? 0,
    rows: <T extends TableName>(table: T) => (database.tables.rows[table] as Table<Rows[T], number>).toArray(),
    journal: async () => (await database.tables.journal.toArray()).map(({ seq: _, ...event }) => event),
    runOutOfSpace: abortForSpace,
  };
}

/** Aborts the transaction as a browser does if its commit finds no space on the disk. */
function abortForSpace(): void {
  const { idbtrans } = Dexie.currentTransaction as unknown as { idbtrans: { _abort(reason: string): void } };
  idbtrans._abort('QuotaExceededError');
}

export const DEVICES = [
  { kind: 'in memory', open: openMemoryDevice },
  { kind: 'over Dexie', open: openDexieDevice },
] as const;
