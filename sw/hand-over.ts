/*
 * A new build's worker takes over only when the old worker has no event running, which may take minutes on a slow
 * network. So when a person chooses 'Reload', the page tells the old worker to abandon its work. The state is then that
 * of a killed worker, so nothing is lost (SYN-17): the new worker sends the waiting changes.
 */

export interface HandOver {
  /** Returns the result of the work; null as soon as the work must be abandoned. */
  untilLeft<T>(work: Promise<T>): Promise<T | null>;
  /** Abandons the running work. Later work runs as usual, because the new worker may never come. */
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
