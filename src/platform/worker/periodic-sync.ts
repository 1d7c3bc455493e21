import { SYNC_TAG } from '../../../sync/host/drain-message.ts';

/** Only a wish: browsers wake an app that is used often more frequently than others. */
const EVERY_MS = 12 * 60 * 60 * 1_000;

// Only Chromium has Periodic Background Sync, so TypeScript's library lacks it.
interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>;
}

/**
 * Asks the browser to wake the worker from time to time while the app is closed (SYN-17). Browsers may grant that to an
 * installed app. The registration outlives the page; asking again changes nothing.
 */
export async function askForPeriodicSync(): Promise<void> {
  try {
    // The cast is safe: only TypeScript's list of permissions lacks this name. A browser that does not know the name
    // rejects.
    const name = 'periodic-background-sync' as PermissionName;
    if ((await navigator.permissions.query({ name })).state !== 'granted') return;
    const registration = await navigator.serviceWorker.ready;
    if (!hasPeriodicSync(registration)) return;
    await registration.periodicSync.register(SYNC_TAG, { minInterval: EVERY_MS });
  } catch {
    // The other ways to wake the worker remain: the page, Background Sync and push.
  }
}

const hasPeriodicSync = (
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { periodicSync: PeriodicSyncManager } => 'periodicSync' in registration;
