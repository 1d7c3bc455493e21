import { isShopKept } from './engine/kept-shop.ts';

/*
 * The screen at which Kaunta opens on this device (R-CTR-60). The device at the counter opens at the counter screen,
 * the owner's phone at Home. The choice belongs to the device, so it stays when another user signs in.
 */

const KEY = 'kaunta-open-at';

export type FirstPage = 'home' | 'counter';

export const firstPageOf = (storage: Pick<Storage, 'getItem'>): FirstPage =>
  storage.getItem(KEY) === 'counter' ? 'counter' : 'home';

/** Stores the choice. Returns false if the browser cannot store it; Kaunta then opens at the same screen as before. */
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
 * Replaces Home by the counter before the router reads the address, so that no other screen is rendered or loaded
 * first. Does so only if the app was opened at its own address, and if a shop is open on this device.
 */
export function openAtFirstPage(
  { location, history, localStorage, performance }: OpenedWindow,
  { root, counter }: { root: string; counter: string },
): void {
  if (location.pathname !== root || location.search !== '') return;
  // A reload of Home shows Home.
  const [opening] = performance.getEntriesByType('navigation');
  if ((opening as PerformanceNavigationTiming | undefined)?.type === 'reload') return;
  if (firstPageOf(localStorage) !== 'counter' || !isShopKept(localStorage)) return;
  history.replaceState(history.state, '', counter);
}
