import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';

/** Writes down that a search did not work (R-PICK-05), where the person who asks later finds it: in Sync status. */
export function noteFailedSearch(database: ShopDatabase, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const event = { atMs: Date.now(), what: 'search_failed', detail: { reason: reason.slice(0, 200) } };
  // A device that cannot even write this says so wherever something is saved.
  database.write((tx) => tx.meta.appendJournal(event)).catch(() => undefined);
}
