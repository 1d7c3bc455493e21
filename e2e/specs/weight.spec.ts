import type { Phone } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';

/** The budget was measured in kilobytes of 1,024 bytes. */
const KB = 1_024;

test('the bytes of scripts and styles that come over the line before the login screen, and until a first copy is synced, keep to their budgets', async ({
  phones,
  shop,
}) => {
  const phone = await phones.take();
  const app = await phone.open('/login');
  await expect(app.login.submitButton).toBeVisible();
  expect(loadedBytes(phone)).toBeGreaterThan(20 * KB);
  expect(loadedBytes(phone)).toBeLessThanOrEqual(158 * KB);

  await app.login.signIn(shop);
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  await phone.isReadyForOffline();
  // Like a browser on its first visit, but signed in.
  const protocol = await phone.context.newCDPSession(phone.page);
  await phone.page.goto('about:blank');
  await protocol.send('Storage.clearDataForOrigin', {
    origin: phone.line.url,
    storageTypes: 'service_workers,cache_storage',
  });
  await protocol.send('Network.clearBrowserCache');
  phone.line.seen.length = 0;
  await phone.page.goto(`${phone.line.url}/dashboard`);
  await expect(app.heading(shop.businessName)).toBeVisible();
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  expect(loadedBytes(phone)).toBeGreaterThan(100 * KB);
  // It loads last, in an idle moment. It is always waited for and counted, so that the sum depends on no machine's
  // speed.
  const hasWorkBeside = () => phone.line.seen.some(({ path }) => path.includes('/work-beside-'));
  await expect.poll(hasWorkBeside, 'what waits for an idle page').toBe(true);
  // scripts/weigh.mjs weighs what loads before the dashboard (205 KB). After that load the engine (until the worker
  // runs), the rules of every act, and what waits for an idle page (8 KB).
  expect(loadedBytes(phone)).toBeLessThanOrEqual(256 * KB);
});

/** Returns the bytes that the page itself loaded, without those that the worker precaches. */
function loadedBytes(phone: Phone): number {
  const loaded = phone.line.seen.filter(({ destination }) => destination === 'script' || destination === 'style');
  // Small files are not compressed, because that saves nothing.
  for (const { path, encoding, receivedBytes } of loaded) if (receivedBytes > 200) expect(encoding, path).toBe('br');
  return loaded.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
