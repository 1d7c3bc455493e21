import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import Dexie from 'dexie';
import { beforeEach } from 'vitest';

// Every test has a device of its own: an IndexedDB that nobody wrote to before.
beforeEach(() => {
  const indexedDB = new IDBFactory();
  Object.assign(globalThis, { indexedDB, IDBKeyRange });
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
});
