/*
 * A new build's worker takes over only when the old one is at nothing any more, and on a line that hangs that may last for
 * minutes. So a page whose person chose 'Reload' tells the old worker to leave off what it is at. What it leaves is in the
 * state of a worker that was killed, which loses nothing (SYN-17): whatever waits is sent by the new one.
 */

export interface HandOver {
  /** Waits for the work, or for the moment in which it has to be left; then null. */
  untilLeft<T>(work: Promise<T>): Promise<T | null>;
  /** Leaves what is going on. What begins later goes on as ever: nobody knows whether the new worker comes. */
  leave(): void;
}

export function createHandOver(): HandOver {
  const leaving = new Set<() => void>();
  return {
    untilLeft<T>(work: Promise<T>) {
      return new Promise<T | null>((resolve, reject) => {
        const leave = () => resolve(null);
        leaving.add(leave);
        work.then(resolve, reject).finally(() => leaving.delete(leave));
      });
    },
    leave() {
      for (const leave of leaving) leave();
      leaving.clear();
    },
  };
}
