export const WITNESS_PREFIX = 'witness-';

/** Whether a shop was opened on this device and not closed since. A guess for what to fetch first, and nothing else. */
export const isShopKept = (storage: Storage): boolean =>
  Object.keys(storage).some((key) => key.startsWith(WITNESS_PREFIX));
