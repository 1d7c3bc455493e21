/*
 * Chromium forgets a notification if the shown ones are listed while it is being shown: it stands on the screen, and a
 * tap on it does nothing. The app lists them to close them, in each of its pages, while another page or the worker may
 * be showing one. So they do both in turn, under a Web Lock (R-BROW-19).
 */

export const NOTIFICATION_LOCK = 'kaunta-notifications';

/** Longer than showing takes. A push must be shown, even if the lock's holder hangs or the browser never answers. */
const TURN_WITHIN_MS = 2_000;

type Locks = Pick<LockManager, 'request'>;

/**
 * Shows or lists notifications while no other page or worker of the app does. Waits for its turn at most 2 seconds; if
 * there are no locks, it does not wait. Resolves or rejects as `work` does, which runs once.
 */
export function inNotificationTurn<T>(
  work: () => Promise<T>,
  locks: Locks | undefined = globalThis.navigator?.locks,
): Promise<T> {
  if (!locks) return work();
  return new Promise((resolve) => {
    let running: Promise<T> | null = null;
    const run = () => {
      clearTimeout(timer);
      running ??= work();
      resolve(running);
      return running;
    };
    const timer = setTimeout(() => void run(), TURN_WITHIN_MS);
    // A rejection is that of the work, which the caller hears of, or of the lock, without which the work runs all the same.
    locks.request(NOTIFICATION_LOCK, run).catch(() => void run());
  });
}
