import type { IndexedDbPlace } from './schema.ts';

/**
 * Returns the native version of a database, or null if there is none, and changes nothing. It does not use Dexie: Dexie
 * would create a missing database and patch a newer build's database before we could look.
 */
export function nativeVersionOf(name: string, { indexedDB }: IndexedDbPlace): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      // Without a version in the call, only a missing database fires this event. Aborting leaves the database missing.
      request.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
      request.transaction?.abort();
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'));
    request.onsuccess = () => {
      const { version } = request.result;
      request.result.close();
      resolve(version);
    };
  });
}
