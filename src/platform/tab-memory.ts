/** Storage of one tab that survives a reload. */
export type TabMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The storage of this tab. If the browser forbids it or has no space, nothing is remembered, and the app works all the
 * same.
 */
export const tabMemory: TabMemory = {
  getItem: (name) => orNull(() => sessionStorage.getItem(name)),
  setItem: (name, value) => void orNull(() => sessionStorage.setItem(name, value)),
  removeItem: (name) => void orNull(() => sessionStorage.removeItem(name)),
};

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
