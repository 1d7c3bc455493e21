let isAsked = false;

/**
 * Asks the browser, once in the life of a page, not to delete the stored data (SYN-26). The next run of the engine puts
 * the browser's answer into Sync status.
 */
export async function askToKeepStorage(): Promise<void> {
  // Old browsers do not have it, although its type says so.
  const storage: StorageManager | undefined = navigator.storage;
  if (isAsked || !storage?.persist) return;
  isAsked = true;
  if (!(await storage.persisted())) await storage.persist();
}
