/**
 * Runs the work in one of several pages only: the one that has the lock now; the others skip it. In a browser without
 * the Web Locks API every page runs it, so the work must bear being done twice.
 */
export async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await work();
  await navigator.locks.request(lock, { ifAvailable: true }, (held) => (held ? work() : undefined));
}
