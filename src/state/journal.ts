import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';

/** Writes a failed search (R-PICK-05) to the journal, which Sync status shows. */
export function noteFailedSearch(database: ShopDatabase, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const event = { atMs: Date.now(), what: 'search_failed', detail: { reason: reason.slice(0, 200) } };
  // Ignore a device that cannot write: it shows that error wherever a person saves something.
  database.write((tx) => tx.meta.appendJournal(event)).catch(() => undefined);
}
