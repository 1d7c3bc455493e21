import { Dexie } from 'dexie';

/** What only tells of the work may come a moment later than the work itself, and once for many changes in a row. */
const LATER_MS = 100;

/**
 * Runs a read of the device's database now and after what is stored changes, in this tab, another or the worker, at most
 * every tenth of a second; answers how to stop. For what stands outside of React's hooks.
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
      // What changed during a read may not be in it.
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
