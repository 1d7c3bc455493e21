import { showAppBadge } from '../../sync/host/app-badge.ts';
import { useOrderAlerts } from '../state/order-alerts.ts';
import { useSyncStatus } from '../state/sync-status.ts';

/**
 * Updates the number on the app's icon: what needs attention, and new orders (R-APP-06). Stopping it, as at logout,
 * removes the number.
 */
export function followBadge(): () => void {
  let shown: number | null = null;
  const show = (count: number) => {
    if (count !== shown) void showAppBadge(count);
    shown = count;
  };
  const look = () => {
    const { attentionCount, refusedImageCount, hasShop } = useSyncStatus.getState();
    // Before the shop has been read, the number that the worker set is the better one.
    if (hasShop) show(attentionCount + refusedImageCount + useOrderAlerts.getState().unreadCount);
  };
  look();
  const stops = [useSyncStatus.subscribe(look), useOrderAlerts.subscribe(look)];
  return () => {
    stops.forEach((stop) => stop());
    show(0);
  };
}
