import type { IndexedDbPlace } from './schema.ts';

/**
 * The native version of a database, or null when there is none; opens it without changing anything. Dexie would make
 * an absent database, and would patch one that a newer build has made, before we could look.
 */
export function nativeVersionOf(name: string, { indexedDB }: IndexedDbPlace): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      // Only an absent database upgrades when no version is named. Aborting leaves it absent.
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
