/*
 * A new build's worker takes over only when the old one has no event running, which on a hanging line may last minutes.
 * So when a person chooses 'Reload', the page tells the old worker to abandon its work. The state is then that of a
 * killed worker, which loses nothing (SYN-17): the new one sends what waits.
 */

export interface HandOver {
  /** Waits for the work, or for the moment in which it has to be left; then null. */
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
