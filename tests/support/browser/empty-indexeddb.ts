import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import Dexie from 'dexie';

/** Gives the page an empty IndexedDB, as a device has that never opened Kaunta. */
export function emptyIndexedDb(): void {
  const indexedDB = new IDBFactory();
  Object.assign(globalThis, { indexedDB, IDBKeyRange });
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
}
