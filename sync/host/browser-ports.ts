import type { Clock, Online, Random } from '../ports.ts';

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  offsetMinutes: () => -new Date().getTimezoneOffset(),
};

export const browserRandom: Random = {
  below(bound) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    // 53 random bits are enough for every bound up to the largest safe integer.
    return Math.floor(((high >>> 5) * 2 ** 26 + (low >>> 6)) * (bound / 2 ** 53));
  },
};

export const browserOnline: Online = { isOnline: () => navigator.onLine };

/** True if the browser promised not to delete its storage; null if the browser does not say. */
export async function isStoragePersistent(): Promise<boolean | null> {
  // Old browsers do not have it, although its type says so.
  const storage: StorageManager | undefined = navigator.storage;
  return (await storage?.persisted?.()) ?? null;
}
