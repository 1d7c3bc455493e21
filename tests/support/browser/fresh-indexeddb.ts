import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import Dexie from 'dexie';
import { beforeEach } from 'vitest';

// Every test has its own device: an empty IndexedDB.
beforeEach(() => {
  const indexedDB = new IDBFactory();
  Object.assign(globalThis, { indexedDB, IDBKeyRange });
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
});
