import { Dexie, type ObservabilitySet } from 'dexie';
import type { StoreName } from './database/schema.ts';
import { whenReadsGoOn } from './held-reads.ts';

/** A result may come this much later than a change, so that many changes in a row need only one read. */
const LATER_MS = 100;

/** The stores that a watcher reads. It ignores changes of other stores, such as a stored draft. */
export interface Watched {
  database: { readonly name: string };
  stores: readonly StoreName[];
}

/**
 * Runs a read of the device's database now and after these stores change, in this tab, another tab or the worker, at
 * most every tenth of a second. After a change it waits while live reads are held: no person waits for it. Returns a
 * function that stops it. For code outside of React's hooks.
 */
export function watch<T>(
  { database, stores }: Watched,
  query: () => Promise<T>,
  onResult: (result: T) => void,
  onError: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting: () => unknown = () => undefined;
  let isReading = false;
  let isStopped = false;
  const read = async (): Promise<void> => {
    isReading = true;
    try {
      const result = await query();
      if (!isStopped) onResult(result);
    } catch (error) {
      if (!isStopped) onError(error);
    } finally {
      isReading = false;
    }
  };
  const readSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      stopWaiting = whenReadsGoOn(readNow);
    }, LATER_MS);
  };
  const readNow = (): void => {
    // A read that is running may not include this change, so read again after it.
    if (isReading) readSoon();
    else void read();
  };
  const prefixes = stores.map((store) => `idb://${database.name}/${store}/`);
  const concerns = (part: string) => part === 'all' || prefixes.some((prefix) => part.startsWith(prefix));
  const onMutation = (parts: ObservabilitySet): void => {
    if (Object.keys(parts).some(concerns)) readSoon();
  };
  Dexie.on.storagemutated.subscribe(onMutation);
  void read();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopWaiting();
    Dexie.on.storagemutated.unsubscribe(onMutation);
  };
}
