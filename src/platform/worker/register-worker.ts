import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../../../sync/host/drain-message.ts';
import { useAppUpdate } from './app-update.ts';

/** How often an open page looks for a new build. */
const CHECK_EVERY_MS = 60 * 60_000;
/** Messages to workers are repeated: one that was killed and restarted has not heard them. */
const TELL_AGAIN_MS = 3_000;

/**
 * Registers the worker that makes the app work with no signal, and hears of new builds. A new one waits until the
 * person says 'Reload'; a tab with a form in progress is not reloaded by another tab's choice but asks for itself.
 */
export function registerWorker(hasDirtyForm: () => boolean): void {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  let telling: ReturnType<typeof setInterval> | undefined;
  const apply = () => {
    useAppUpdate.setState({ isChosen: true });
    const tell = () => void letTakeOver(container, workbox).catch(ignoreOffline);
    tell();
    clearInterval(telling);
    telling = setInterval(tell, TELL_AGAIN_MS);
  };
  const reload = () => window.location.reload();
  workbox.addEventListener('waiting', () => useAppUpdate.setState({ isWaiting: true, apply }));
  // Not Workbox's own event for it: that is heard only once the registration is answered, and a busy phone may have got
  // its first worker by then. The next one, after 'Reload', would be taken for the first.
  let controller = container.controller;
  container.addEventListener('controllerchange', () => {
    const before = controller;
    controller = container.controller;
    // A page has its controller before the event arrives. An event about the controller that it already had must not
    // reload the page under a person who has begun to use it.
    if (controller === before) return;
    clearInterval(telling);
    // A page that was loaded past its worker gets its first one with the new build.
    const isNewBuild = before !== null || useAppUpdate.getState().isWaiting;
    if (!isNewBuild) return;
    if (hasDirtyForm()) useAppUpdate.setState({ isWaiting: true, isChosen: false, apply: reload });
    else reload();
  });
  setInterval(() => void workbox.update().catch(ignoreOffline), CHECK_EVERY_MS);
  workbox.register().catch(ignoreOffline);
}

/** The old worker leaves off, and the new one need not wait for it. */
async function letTakeOver(container: ServiceWorkerContainer, workbox: Workbox): Promise<void> {
  const registration = await container.getRegistration();
  registration?.active?.postMessage({ type: 'HAND_OVER' } satisfies WorkerMessage);
  workbox.messageSkipWaiting();
}

/** No network, or a browser that forbids workers: the app runs without one, and the next start tries again. */
function ignoreOffline(): void {}
