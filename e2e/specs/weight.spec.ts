import type { Request } from 'playwright/test';
import type { Phone } from '../fixtures/phone.ts';
import type { Seen } from '../fixtures/proxy.ts';
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
  const load = followLoad(phone);
  await phone.page.goto(`${phone.line.url}/dashboard`);
  await expect(app.heading(shop.businessName)).toBeVisible();
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  // They load last, in idle moments. They are always waited for and counted, so that the sum depends on no machine's speed.
  const loadedLast = ['/work-beside-', '/run-mutation-', '/picture-cache-'];
  const missing = () => loadedLast.filter((name) => ![...load.asked].some((path) => path.includes(name)));
  await expect.poll(missing, 'what waits for an idle page').toEqual([]);
  await expect.poll(() => [...load.underWay].map((request) => request.url())).toEqual([]);
  const files = [...load.asked].map((path) => fileOf(phone, path));
  // scripts/weigh.mjs weighs what loads before the dashboard (205 KB). After that load the engine (until the worker
  // runs), the rules of every act, and what waits for an idle page (10 KB).
  expect(weigh(files)).toBeGreaterThan(205 * KB);
  expect(weigh(files)).toBeLessThanOrEqual(256 * KB);
});

/** Follows which scripts and styles the page asks for from now on, and which of them have not arrived yet. */
function followLoad({ page }: Phone): { asked: Set<string>; underWay: Set<Request> } {
  const asked = new Set<string>();
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return;
    asked.add(new URL(request.url()).pathname);
    underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  return { asked, underWay };
}

/** Returns how a file came over the line. The page may have asked for it, or the worker, which then gave it to the page. */
function fileOf({ line }: Phone, asked: string): Seen {
  const found = line.seen.find(({ path, status }) => path === asked && status === 200);
  if (!found) throw new Error(`The page has ${asked}, but it did not come over the line.`);
  return found;
}

/** Returns the bytes that the page itself loaded, without those that the worker precaches. */
const loadedBytes = ({ line }: Phone): number =>
  weigh(line.seen.filter(({ destination }) => destination === 'script' || destination === 'style'));

function weigh(files: Seen[]): number {
  // Small files are not compressed, because that saves nothing.
  for (const { path, encoding, receivedBytes } of files) if (receivedBytes > 200) expect(encoding, path).toBe('br');
  return files.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
