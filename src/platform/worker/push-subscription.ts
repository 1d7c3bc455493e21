import * as v from 'valibot';
import { createApi } from '../api-client.ts';
import { notificationPermission } from '../browser-notifications.ts';

/** How long to wait for the browser's push service, which may never answer and report no error. */
const PATIENCE_MS = 30_000;

/**
 * Asks this browser's push service for an address to which the server can announce new orders while the app is closed,
 * and sends the address to the server (decisions/0027). Without the permission, a push service or a connection it does
 * nothing; the next start tries again. Never rejects.
 */
export async function subscribeToPush(userId: number): Promise<void> {
  if (notificationPermission() !== 'granted' || !('PushManager' in window)) return;
  const api = createApi({ fetch: (input, init) => fetch(input, init), userId: () => userId });
  const key = await api.call('GET', '/push/key', { data: v.object({ publicKey: v.string() }) });
  if (!key.ok) return;
  const subscription = await subscriptionFor(bytesOf(key.value.data.publicKey)).catch(() => null);
  if (subscription) await api.call('PUT', '/push/subscription', { body: subscription.toJSON(), data: v.unknown() });
}

async function subscriptionFor(applicationServerKey: Uint8Array<ArrayBuffer>): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription to an old key of the server would never deliver anything, so it is replaced.
  if (known && !isSame(known.options.applicationServerKey, applicationServerKey)) await known.unsubscribe();
  const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  return await Promise.race([
    subscribing,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ]);
}

const isSame = (known: ArrayBuffer | null, wanted: Uint8Array): boolean =>
  known !== null && new Uint8Array(known).toString() === wanted.toString();

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
