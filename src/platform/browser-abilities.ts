import { notificationPermission } from './browser-notifications.ts';

/**
 * True when the browser wakes the worker to send changes without an open page (Background Sync): only Chromium does.
 */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in window;

/** When this browser can tell of a new order, once it is allowed to; 'never': it has no notifications. */
export function tellsOfOrders(): 'when closed' | 'when open' | 'never' {
  if (notificationPermission() === 'missing') return 'never';
  return 'PushManager' in window ? 'when closed' : 'when open';
}
