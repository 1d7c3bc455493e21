import { describe, expect, test } from 'vitest';
import {
  meetOrders,
  ORDER_ALERTS_MAX,
  type OrderAlerts,
  readAlerts,
  unreadAlerts,
} from '../../../domain/sales/order-alert.ts';
import { formatAgo } from '../../../domain/time-ago.ts';

const orders = (...ids: number[]) => ids.map((id) => ({ id }));
const idsOf = ({ entries }: OrderAlerts) => entries.map(({ orderId }) => orderId);

describe('what a device makes of the pending orders', () => {
  test('C-082 the first look knows all of them already, and shows the newest ten as read', () => {
    const { alerts, freshIds } = meetOrders(null, orders(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
    expect(freshIds).toEqual([]);
    expect(idsOf(alerts)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(unreadAlerts(alerts)).toBe(0);
    expect(meetOrders(alerts, orders(12, 2, 1)).freshIds).toEqual([]);
  });

  test('R-NOTIF-18 R-NOTIF-22 C-078 one that was not seen before is new, once; what stands behind the bell stays', () => {
    const first = meetOrders(null, orders(1)).alerts;
    const second = meetOrders(first, orders(3, 2, 1));
    expect(second.freshIds).toEqual([3, 2]);
    expect(idsOf(second.alerts)).toEqual([3, 2, 1]);
    expect(unreadAlerts(second.alerts)).toBe(2);
    expect(meetOrders(second.alerts, orders(3, 1)).freshIds).toEqual([]);
    expect(unreadAlerts(readAlerts(second.alerts))).toBe(0);
    // Cleared alerts do not return.
    expect(meetOrders({ ...second.alerts, entries: [] }, orders(3, 2, 1)).freshIds).toEqual([]);
  });

  test('R-NOTIF-24 C-081 ten are kept at most, and of more that came at once all are new', () => {
    const known = meetOrders(null, orders(1)).alerts;
    const ids = Array.from({ length: 14 }, (_, index) => 20 - index);
    const { alerts, freshIds } = meetOrders(known, orders(...ids));
    expect(freshIds).toEqual(ids);
    expect(idsOf(alerts)).toEqual(ids.slice(0, ORDER_ALERTS_MAX));
  });

  test('what it remembers does not grow for ever', () => {
    let alerts = meetOrders(null, []).alerts;
    for (let id = 1; id <= 700; id += 1) ({ alerts } = meetOrders(alerts, orders(id)));
    expect(alerts.seenIds).toHaveLength(500);
    expect(alerts.seenIds.at(-1)).toBe(700);
  });
});

describe('how long ago', () => {
  const NOW_MS = Date.parse('2026-03-02T09:00:00Z');
  const MINUTE_MS = 60_000;
  test.each([
    ['R-NOTIF-12', 0, 'Just now'],
    ['R-NOTIF-12', MINUTE_MS - 1, 'Just now'],
    ['R-NOTIF-12 SYN-23 on a clock that is behind', -5 * MINUTE_MS, 'Just now'],
    ['R-NOTIF-13', MINUTE_MS, '1m ago'],
    ['R-NOTIF-13', 60 * MINUTE_MS - 1, '59m ago'],
    ['R-NOTIF-14', 60 * MINUTE_MS, '1h ago'],
    ['R-NOTIF-14', 24 * 60 * MINUTE_MS - 1, '23h ago'],
    ['R-NOTIF-15', 24 * 60 * MINUTE_MS, '1 Mar 2026'],
  ])('%s %d ms: %s', (_id, agoMs, words) => {
    expect(formatAgo(NOW_MS - agoMs, NOW_MS, 'Africa/Kampala')).toBe(words);
  });
});
