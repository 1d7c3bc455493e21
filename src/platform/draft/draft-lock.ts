/** A browser reports at once whether a lock is free. Without a report within this time none will come. */
const ANSWERED_WITHIN_MS = 3_000;

export type LetGo = () => void;

/**
 * Takes a lock, waiting at most `waitMs` for another tab. Returns a function that releases the lock; null if another
 * tab still has it. If there are no locks, or the browser never answers (WebKit, for a page that was frozen), the tab
 * behaves as if it were the only one (R-BROW-15).
 */
export async function tryLock(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  waitMs: number,
): Promise<LetGo | null> {
  if (!locks) return () => undefined;
  const free = await request(locks, name, { ifAvailable: true }, ANSWERED_WITHIN_MS, 'taken');
  if (free !== null || waitMs === 0) return free;
  const waiting = new AbortController();
  const letGo = await request(locks, name, { signal: waiting.signal }, waitMs, 'left');
  if (letGo === null) waiting.abort();
  return letGo;
}

/**
 * @param onSilence whether a lock without an answer within this time counts as taken by this tab, or is given up
 * ('left')
 */
function request(
  locks: Pick<LockManager, 'request'>,
  name: string,
  options: LockOptions,
  withinMs: number,
  onSilence: 'taken' | 'left',
): Promise<LetGo | null> {
  return new Promise((resolve, reject) => {
    let isWanted = true;
    let end: LetGo = () => undefined;
    const letGo = () => {
      isWanted = false;
      end();
    };
    const silence = setTimeout(() => {
      if (onSilence === 'left') isWanted = false;
      resolve(isWanted ? letGo : null);
    }, withinMs);
    locks
      .request(name, options, (lock) => {
        clearTimeout(silence);
        if (lock === null) return resolve(null);
        if (!isWanted) return undefined;
        resolve(letGo);
        // The lock is held until this promise is fulfilled.
        return new Promise<void>((over) => (end = over));
      })
      .catch((error: unknown) => {
        clearTimeout(silence);
        if (isWanted) reject(error);
      });
  });
}
