import { notificationPermission } from './browser-notifications.ts';

/** Whether the browser wakes the worker for what waits when no page is open (Background Sync): Chromium alone does. */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in window;

/** When this browser can tell of a new order, once it is allowed to; 'never': it has no notifications. */
export function tellsOfOrders(): 'when closed' | 'when open' | 'never' {
  if (notificationPermission() === 'missing') return 'never';
  return 'PushManager' in window ? 'when closed' : 'when open';
}
