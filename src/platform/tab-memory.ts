/** Storage of one tab that survives a reload. */
export type TabMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** This tab's. Where the browser denies it or has no space for it nothing is remembered, and nothing else changes. */
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
