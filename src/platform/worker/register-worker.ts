import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../../../sync/host/drain-message.ts';
import { useAppUpdate } from './app-update.ts';

/** How often an open page checks for a new build. */
const CHECK_EVERY_MS = 60 * 60_000;
/** Messages to workers are repeated, because a worker that was killed and restarted has not received them. */
const TELL_AGAIN_MS = 3_000;

/**
 * Registers the worker that makes the app work offline, and watches for new builds. A new build waits until the person
 * chooses 'Reload'. If that happens in another tab, a tab with a form in progress is not reloaded but asks its own
 * person.
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
  // Workbox's own event is not used. Workbox reports it only after the registration is complete, and on a slow phone
  // the first worker may control the page before that. Then the next worker, after 'Reload', would be taken for the
  // first.
  let controller = container.controller;
  container.addEventListener('controllerchange', () => {
    const before = controller;
    controller = container.controller;
    // A page has its controller before the event arrives. An event about the controller that it already had must not
    // reload the page while a person uses it.
    if (controller === before) return;
    clearInterval(telling);
    // A page that was loaded without its worker gets its first controller together with the new build.
    const isNewBuild = before !== null || useAppUpdate.getState().isWaiting;
    if (!isNewBuild) return;
    if (hasDirtyForm()) useAppUpdate.setState({ isWaiting: true, isChosen: false, apply: reload });
    else reload();
  });
  setInterval(() => void workbox.update().catch(ignoreOffline), CHECK_EVERY_MS);
  workbox.register().catch(ignoreOffline);
}

/** Makes the old worker stop its work, so that the new one need not wait for it. */
async function letTakeOver(container: ServiceWorkerContainer, workbox: Workbox): Promise<void> {
  const registration = await container.getRegistration();
  registration?.active?.postMessage({ type: 'HAND_OVER' } satisfies WorkerMessage);
  workbox.messageSkipWaiting();
}

/**
 * Ignores a missing network or a browser that forbids workers: the app runs without a worker, and the next start tries
 * again.
 */
function ignoreOffline(): void {}
