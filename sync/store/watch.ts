import { Dexie } from 'dexie';

/** Reports may lag a moment behind the work that they are about; many changes in a row make one report. */
const LATER_MS = 100;

/**
 * Runs a read of the device's database now and after what is stored changes, in this tab, another or the worker, at
 * most every tenth of a second; answers how to stop. For what stands outside of React's hooks.
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
      // A change during the read may be missing in it.
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
