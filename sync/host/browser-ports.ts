import type { Clock, Online, Random } from '../ports.ts';

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  offsetMinutes: () => -new Date().getTimezoneOffset(),
};

export const browserRandom: Random = {
  below(bound) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    // 53 random bits: enough for every bound that a safe integer can name.
    return Math.floor(((high >>> 5) * 2 ** 26 + (low >>> 6)) * (bound / 2 ** 53));
  },
};

export const browserOnline: Online = { isOnline: () => navigator.onLine };

/** Whether the browser promised to keep its storage; null when it does not say. */
export async function isStoragePersistent(): Promise<boolean | null> {
  // Not every engine has it, whatever the type says.
  const storage: StorageManager | undefined = navigator.storage;
  return (await storage?.persisted?.()) ?? null;
}
