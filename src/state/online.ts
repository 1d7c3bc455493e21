import { create } from 'zustand';
import { pageLife } from '../platform/engine/page-life.ts';

/** The browser's opinion on the network. It may be wrong: a failed call knows better. */
export const useOnline = create<{ isOnline: boolean }>()(() => ({ isOnline: true }));

/** When the browser last went from online to offline, by this device's clock. */
let wentOfflineAtMs = Number.NEGATIVE_INFINITY;

/**
 * The server answered what was asked then: there is a network, whatever the browser says of it. An answer to what was
 * asked before the browser went offline proves nothing: it may have waited on this device.
 */
export function heardFromServer(askedAtMs: number): void {
  if (askedAtMs >= wentOfflineAtMs) useOnline.setState({ isOnline: true });
}

/**
 * Follows the browser's own flag; answers how to stop. A page that slept or was put aside misses its events: so the
 * flag is also read again whenever somebody looks.
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
