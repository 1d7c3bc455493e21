import { SYNC_TAG } from '../../../sync/host/drain-message.ts';

/** Browsers take it for a wish, and wake an app that is much used more often than others. */
const EVERY_MS = 12 * 60 * 60 * 1_000;

// Periodic Background Sync is Chromium's alone, so TypeScript's library lacks it.
interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>;
}

/**
 * Asks the browser to wake the worker now and then while the app is closed (SYN-17), where it grants that: an installed
 * app's browser may. The wish outlives the page; asking again changes nothing.
 */
export async function askForPeriodicSync(): Promise<void> {
  try {
    // The name is not in TypeScript's list of permissions; a browser that does not know it rejects.
    const name = 'periodic-background-sync' as PermissionName;
    if ((await navigator.permissions.query({ name })).state !== 'granted') return;
    const registration = await navigator.serviceWorker.ready;
    if (!hasPeriodicSync(registration)) return;
    await registration.periodicSync.register(SYNC_TAG, { minInterval: EVERY_MS });
  } catch {
    // The other ways to be woken stay: the page, Background Sync and push.
  }
}

const hasPeriodicSync = (
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { periodicSync: PeriodicSyncManager } => 'periodicSync' in registration;
