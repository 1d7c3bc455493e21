import { notificationPermission } from './browser-notifications.ts';

/** True if the browser wakes the worker to send changes without an open page (Background Sync). Only Chromium does. */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in window;

/** Returns when this browser can announce a new order, once it has the permission; 'never': it has no notifications. */
export function tellsOfOrders(): 'when closed' | 'when open' | 'never' {
  if (notificationPermission() === 'missing') return 'never';
  return 'PushManager' in window ? 'when closed' : 'when open';
}
