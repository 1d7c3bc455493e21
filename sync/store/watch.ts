import { liveQuery } from 'dexie';

/**
 * Runs a read of the device's database now and whenever what it read changes, in this tab, another or the worker;
 * answers how to stop. For what stands outside of React's hooks.
 */
export function watch<T>(
  query: () => Promise<T>,
  onResult: (result: T) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(query).subscribe({ next: onResult, error: onError });
  return () => subscription.unsubscribe();
}
