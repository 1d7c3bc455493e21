import { Dexie } from 'dexie';

/** A result may come this much later than a change, so that many changes in a row need only one read. */
const LATER_MS = 100;

/**
 * Runs a read of the device's database now and after stored data changes, in this tab, another tab or the worker, at
 * most every tenth of a second. Returns a function that stops it. For code outside of React's hooks.
 */
export function watch<T>(
  query: () => Promise<T>,
  onResult: (result: T) => void,
  onError: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
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
      // A read that is running may not include this change, so read again after it.
      if (isReading) readSoon();
      else void read();
    }, LATER_MS);
  };
  Dexie.on.storagemutated.subscribe(readSoon);
  void read();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(readSoon);
  };
}
