/** A browser answers at once whether a lock is free; one that is silent for so long will not answer any more. */
const ANSWERED_WITHIN_MS = 3_000;

export type LetGo = () => void;

/**
 * Answers how to let the lock go; null when another tab has it, and has it still after so long. Where there are no locks,
 * or none is answered (WebKit, to a page that was put aside), it is as if this were the only tab (R-BROW-15).
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

/** @param onSilence what becomes of a lock that is not answered within so long */
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
        // Held until the promise that the lock waits for is fulfilled.
        return new Promise<void>((over) => (end = over));
      })
      .catch((error: unknown) => {
        clearTimeout(silence);
        if (isWanted) reject(error);
      });
  });
}
