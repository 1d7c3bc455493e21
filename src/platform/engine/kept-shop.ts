export const WITNESS_PREFIX = 'witness-';

/** True when a shop was opened on this device and not closed since. Only a hint for what to load first. */
export const isShopKept = (storage: Storage): boolean =>
  Object.keys(storage).some((key) => key.startsWith(WITNESS_PREFIX));
