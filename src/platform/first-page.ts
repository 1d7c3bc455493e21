import { isShopKept } from './engine/kept-shop.ts';

/*
 * The screen that Kaunta opens at on this device (R-CTR-60). A till opens at the counter, the owner's phone at Home:
 * the choice belongs to the device, so it stays when another person signs in.
 */

const KEY = 'kaunta-open-at';

export type FirstPage = 'home' | 'counter';

export const firstPageOf = (storage: Pick<Storage, 'getItem'>): FirstPage =>
  storage.getItem(KEY) === 'counter' ? 'counter' : 'home';

/** False: the device has no room for it, and opens where it did. */
export function keepFirstPage(storage: Pick<Storage, 'setItem'>, page: FirstPage): boolean {
  try {
    storage.setItem(KEY, page);
    return true;
  } catch {
    return false;
  }
}

type OpenedWindow = Pick<Window, 'location' | 'history' | 'localStorage' | 'performance'>;

/**
 * Before the router reads the address: the counter in the place of Home, so that nothing else is drawn or fetched
 * first. Only where the app was opened by its own address, and by somebody who is signed in as far as this device
 * knows.
 */
export function openAtFirstPage(
  { location, history, localStorage, performance }: OpenedWindow,
  { root, counter }: { root: string; counter: string },
): void {
  if (location.pathname !== root || location.search !== '') return;
  // Reloading Home shows Home.
  const [opening] = performance.getEntriesByType('navigation');
  if ((opening as PerformanceNavigationTiming | undefined)?.type === 'reload') return;
  if (firstPageOf(localStorage) !== 'counter' || !isShopKept(localStorage)) return;
  history.replaceState(history.state, '', counter);
}
