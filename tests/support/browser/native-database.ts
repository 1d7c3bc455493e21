import Dexie from 'dexie';
import { forceCloseDatabase, IDBDatabase, IDBTransaction } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';

/*
 * The browser's own view of a database, without Dexie, and what a browser may do to a connection (SYN-26).
 */

type NativeDatabase = globalThis.IDBDatabase;

/** Returns the browser's own connection under the database. */
export const nativeOf = (database: ShopDatabase): NativeDatabase =>
  database.tables.meta.db.backendDB() as NativeDatabase;

export function openNative(
  name: string,
  version?: number,
  upgrade?: (db: NativeDatabase) => void,
): Promise<NativeDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade?.(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
}

export function deleteNative(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('not deleted'));
  });
}

/** Closes the connection as a browser may do. The cast is safe: the connection comes from the tests' own IndexedDB. */
export function closeByBrowser(database: ShopDatabase): void {
  forceCloseDatabase(nativeOf(database) as unknown as Parameters<typeof forceCloseDatabase>[0]);
}

/** Call inside a write: aborts its transaction and closes the connection. */
export function loseConnectionWithin(database: ShopDatabase): void {
  const { idbtrans } = Dexie.currentTransaction as unknown as { idbtrans: { _abort(reason: string): void } };
  idbtrans._abort('UnknownError');
  closeByBrowser(database);
}

/** The next transaction reaches the disk and its completion is never heard of. */
export function loseNextAnswer(): void {
  const spy = vi.spyOn(Dexie.prototype as { transaction: (...args: unknown[]) => Promise<unknown> }, 'transaction');
  spy.mockImplementationOnce(async function (this: Dexie, ...args: unknown[]) {
    spy.mockRestore();
    await (this.transaction as (...args: unknown[]) => Promise<unknown>)(...args);
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });
}

/**
 * The next transaction that anybody begins does not come to its end by itself, as in a page in which nothing runs any
 * more; `onBegin` is called in the moment it was begun.
 * @returns how to let it end
 */
export function holdNextTransaction(onBegin: () => void): () => void {
  let isHeld = true;
  const hold = (transaction: IDBTransaction) => {
    const ask = () => {
      if (isHeld) transaction.objectStore('meta').count().addEventListener('success', ask);
    };
    ask();
  };
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...args) {
    const transaction = this.transaction(...args);
    hold(transaction);
    onBegin();
    return transaction;
  });
  return () => {
    isHeld = false;
  };
}

/** As WebKit does once the connection is closed: of what is aborted from here on nothing is heard any more. */
export function loseAborts(): void {
  const { abort } = IDBTransaction.prototype;
  vi.spyOn(IDBTransaction.prototype, 'abort').mockImplementation(function (this: IDBTransaction) {
    abort.call(this);
    for (const target of [this, ...requestsOf(this)]) silence(target);
  });
}

/** The next commit reaches the disk, and its transaction never says so. */
export function loseCommit(transaction: IDBTransaction): void {
  silence(transaction);
  transaction.commit();
}

const silence = (target: EventTarget): void => void (target.dispatchEvent = () => true);

const requestsOf = (transaction: IDBTransaction): EventTarget[] =>
  (transaction as unknown as { _requests: { request: EventTarget | null }[] })._requests
    .map(({ request }) => request)
    .filter((request) => request !== null);
