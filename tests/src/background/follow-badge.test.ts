import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followBadge } from '../../../src/background/follow-badge.ts';
import { useOrderAlerts } from '../../../src/state/order-alerts.ts';
import { resetSyncStatus, setSyncStatus } from '../../../src/state/sync-status.ts';
import { PATIENTLY } from '../../support/patience.ts';

beforeEach(() => {
  resetSyncStatus();
  useOrderAlerts.setState({ unreadCount: 0 });
});

/** Records the numbers that the icon shows. */
function icon() {
  const shown: number[] = [];
  const badge = {
    setAppBadge: vi.fn(async (count: number) => void shown.push(count)),
    clearAppBadge: vi.fn(async () => void shown.push(0)),
  };
  Object.assign(navigator, badge);
  onTestFinished(() => {
    for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name);
  });
  return shown;
}

test('R-APP-06 the icon shows what needs attention plus new orders, and nothing after the shop is closed, as at logout', () => {
  const shown = icon();
  const stop = followBadge();
  expect(shown).toEqual([]);
  setSyncStatus({ hasShop: true, attentionCount: 1 });
  useOrderAlerts.setState({ unreadCount: 2 });
  setSyncStatus({ refusedImageCount: 1 });
  setSyncStatus({ pendingCount: 7 });
  useOrderAlerts.setState({ unreadCount: 0 });
  expect(shown).toEqual([1, 3, 4, 2]);
  stop();
  expect(shown.at(-1)).toBe(0);
  setSyncStatus({ attentionCount: 5 });
  expect(shown).toHaveLength(5);
});

test('R-APP-06 a browser without a badge is left alone, and one that refuses it is no failure', async () => {
  setSyncStatus({ hasShop: true, attentionCount: 1 });
  followBadge()();
  const refuse = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  Object.assign(navigator, { setAppBadge: refuse, clearAppBadge: refuse });
  onTestFinished(() => {
    for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
  });
  followBadge()();
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(2), PATIENTLY);
});
