import { Workbox } from 'workbox-window';
import { create } from 'zustand';

/** How often an open page looks for a new build. */
const CHECK_EVERY_MS = 60 * 60_000;

interface AppUpdate {
  isWaiting: boolean;
  /** Lets the new build take over; this page and the other tabs reload. */
  apply: () => void;
}

export const useAppUpdate = create<AppUpdate>()(() => ({ isWaiting: false, apply: () => undefined }));

/**
 * Registers the worker that makes the app work with no signal, and hears of new builds. A new one waits until the
 * person says 'Reload'; a tab with a form in progress is not reloaded by another tab's choice but asks for itself.
 */
export function registerWorker(hasDirtyForm: () => boolean): void {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () =>
    useAppUpdate.setState({ isWaiting: true, apply: () => workbox.messageSkipWaiting() }),
  );
  // Not the event's own `isUpdate`, which says for ever of a page's first visit that it was the first: its 'Reload'
  // would do nothing.
  let isFirst = navigator.serviceWorker.controller === null;
  workbox.addEventListener('controlling', () => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    if (hasDirtyForm()) useAppUpdate.setState({ isWaiting: true, apply: () => window.location.reload() });
    else window.location.reload();
  });
  setInterval(() => void workbox.update().catch(ignoreOffline), CHECK_EVERY_MS);
  workbox.register().catch(ignoreOffline);
}

/** No network, or a browser that forbids workers: the app runs without one, and the next start tries again. */
function ignoreOffline(): void {}
