import { create } from 'zustand';
import { pageLife } from '../platform/engine/page-life.ts';

/** The browser's own opinion about the network. It may be wrong: a failed call is the better evidence. */
export const useOnline = create<{ isOnline: boolean }>()(() => ({ isOnline: true }));

/** When the browser last went from online to offline, by this device's clock. */
let wentOfflineAtMs = Number.NEGATIVE_INFINITY;

/**
 * Notes that the server answered a request that was sent at this time, so there is a network, whatever the browser
 * says. The answer to a request sent before the browser went offline proves nothing, because it may have waited on this
 * device.
 */
export function heardFromServer(askedAtMs: number): void {
  if (askedAtMs >= wentOfflineAtMs) useOnline.setState({ isOnline: true });
}

/**
 * Follows the browser's online flag. Returns a function that stops it. A page that slept or was frozen misses the
 * events, so the flag is also read again whenever the page is shown or focused.
 */
export function watchOnline(window: Window): () => void {
  wentOfflineAtMs = Number.NEGATIVE_INFINITY;
  let wasOnline = true;
  const update = () => {
    const isOnline = window.navigator.onLine;
    if (wasOnline && !isOnline) wentOfflineAtMs = Date.now();
    wasOnline = isOnline;
    useOnline.setState({ isOnline });
  };
  update();
  const events = ['online', 'offline', 'focus'] as const;
  for (const event of events) window.addEventListener(event, update);
  window.document.addEventListener('visibilitychange', update);
  const stopThawing = pageLife.onThaw(update);
  return () => {
    for (const event of events) window.removeEventListener(event, update);
    window.document.removeEventListener('visibilitychange', update);
    stopThawing();
  };
}
