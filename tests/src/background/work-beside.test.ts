import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorkBeside } from '../../../src/background/work-beside.ts';
import { salesMadeFor } from '../../../sync/store/sums/summaries.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { BUSINESS_ID, businessRow, itemRow, NOON_MS, saleRow, USER_ID } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

test('P4 the sums that reports read are made a while after the app was opened, and not after it was closed', async () => {
  const business = businessRow();
  const { device } = await openShop({
    rows: { business: [business], item: [itemRow({ id: 1 })], sale: [saleRow({ id: 1, createdAtMs: NOON_MS })] },
  });
  const { tables } = device.database;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const madeFor = salesMadeFor({ zone: business.timeZone, currency: business.currency ?? '' });
  const days = () => tables.summary.where('madeFor').equals(madeFor).count();
  const start = () => startWorkBeside(device.database, { businessId: BUSINESS_ID, userId: USER_ID }, () => undefined);

  start()();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await days()).toBe(0);

  const stop = start();
  onTestFinished(stop);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await days()).toBe(0);
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    return (await days()) === 1;
  }, PATIENTLY);
});
