let isAsked = false;

/**
 * Asks the browser, once in the life of a page, to keep what is stored (SYN-26). Its answer reaches Sync status with
 * the next run of the engine.
 */
export async function askToKeepStorage(): Promise<void> {
  // Not every engine has it, whatever the type says.
  const storage: StorageManager | undefined = navigator.storage;
  if (isAsked || !storage?.persist) return;
  isAsked = true;
  if (!(await storage.persisted())) await storage.persist();
}
