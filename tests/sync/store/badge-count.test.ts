import { expect, test } from 'vitest';
import { readAlerts } from '../../../domain/sales/order-alert.ts';
import { badgeCount } from '../../../sync/store/badge-count.ts';
import { changeOrderAlerts, meetNewOrders } from '../../../sync/store/order-alerts.ts';
import { readyState, Replica } from '../../support/device/replica.ts';
import { orderRow } from '../../support/shop-rows.ts';
import { openDexieDevice } from '../../support/device/test-device.ts';

test('R-APP-06 the number on the icon is new orders, told or not, and what needs attention', async () => {
  const device = await openDexieDevice(readyState());
  const { database } = device;
  const shop = new Replica(device);
  const order = (id: number, version: number, status: 'pending' | 'confirmed' = 'pending') =>
    shop.absorb({ rows: { order: [orderRow({ id, version, status })] } });
  await order(1, 1);
  // Orders that exist at the first look count as seen (C-082).
  expect(await badgeCount(database)).toBe(0);
  await meetNewOrders(database);
  expect(await badgeCount(database)).toBe(0);
  await order(2, 2);
  await order(3, 3);
  expect(await badgeCount(database)).toBe(2);
  await meetNewOrders(database);
  expect(await badgeCount(database)).toBe(2);
  await changeOrderAlerts(database, readAlerts);
  expect(await badgeCount(database)).toBe(0);
  await order(4, 4);
  await order(4, 5, 'confirmed');
  expect(await badgeCount(database)).toBe(0);

  await shop.run('order.confirm', () => ({ id: 2 }));
  await shop.write(async (tx) => {
    const [entry] = await tx.outbox.all();
    if (entry) await tx.outbox.put([{ ...entry, state: 'refused' }]);
  });
  expect(await badgeCount(database)).toBe(1);
});
