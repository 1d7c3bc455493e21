/*
 * This device's setting 'Show cents': '.00' after amounts of a currency that is used without cents (R-SLIST-60). It is
 * cached in memory, because every amount of every list reads it.
 */

const KEY = 'kaunta-show-cents';
const HIDDEN = 'no';

let isShown: boolean | null = null;
const listeners = new Set<() => void>();

export function showsCents(): boolean {
  isShown ??= localStorage.getItem(KEY) !== HIDDEN;
  return isShown;
}

/** Stores the setting. Returns false if the browser cannot store it: then nothing changes. */
export function keepShowsCents(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, HIDDEN);
  } catch {
    return false;
  }
  changed();
  return true;
}

/** Calls back when the setting was changed, in this tab or another. Returns a function that ends this. */
export function subscribeShowsCents(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', changed);
  };
}

function changed(): void {
  isShown = null;
  for (const listener of listeners) listener();
}
