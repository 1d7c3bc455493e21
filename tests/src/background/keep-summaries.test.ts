import { expect, onTestFinished, test, vi } from 'vitest';
import { startKeepingSummaries } from '../../../src/background/keep-summaries.ts';
import { salesMadeFor } from '../../../sync/store/sums/summaries.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { BUSINESS_ID, businessRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

test('P4 the sums that reports read are made beside the screens, and again a while after rows changed', async () => {
  const business = businessRow();
  const { device } = await openShop({
    rows: { business: [business], item: [itemRow({ id: 1 })], sale: [saleRow({ id: 1, createdAtMs: NOON_MS })] },
  });
  const { tables, write } = device.database;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const stop = startKeepingSummaries(device.database, BUSINESS_ID);
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  const madeFor = salesMadeFor({ zone: business.timeZone, currency: business.currency ?? '' });
  const days = () => tables.summary.where('madeFor').equals(madeFor).count();
  const isMade = async () =>
    await vi.waitUntil(async () => {
      // Until the page is idle and the pause after the last run is over.
      await vi.advanceTimersByTimeAsync(5_000);
      return (await days()) === 1;
    }, PATIENTLY);
  await isMade();
  await write((tx) => tx.rows.put('sale', [saleRow({ id: 2, createdAtMs: NOON_MS + 1 })]));
  expect(await days()).toBe(0);
  await isMade();
  stop();
  await write((tx) => tx.rows.put('sale', [saleRow({ id: 3, createdAtMs: NOON_MS + 2 })]));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await days()).toBe(0);
});
