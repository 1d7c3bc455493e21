export const WITNESS_PREFIX = 'witness-';

/** True if a shop was opened on this device and not closed since. It is only a hint about what to load first. */
export const isShopKept = (storage: Storage): boolean =>
  Object.keys(storage).some((key) => key.startsWith(WITNESS_PREFIX));
