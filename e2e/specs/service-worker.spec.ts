import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD } from '../fixtures/places.ts';
import { shownNotifications, WorkerControl } from '../fixtures/service-worker.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, signIn, test } from '../fixtures/test.ts';

test('R-GEN-14 R-GEN-15 R-APP-05 R-CTR-61 the app can be installed, its worker is /sw.js, and every file of the build is kept on the phone', async ({
  phones,
}) => {
  // The other phones here are private windows, which browsers offer no installation.
  const phone = await phones.takeWithProfile();
  await phone.open('/login');
  await phone.isReadyForOffline();
  const kept = await phone.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return { script: registration.active?.scriptURL, scope: registration.scope, paths };
  });
  expect(kept.script).toBe(`${phone.line.url}/sw.js`);
  expect(kept.scope).toBe(`${phone.line.url}/`);
  const built = readdirSync(join(BUILD, 'assets'));
  // The barcode reader is larger than the app. It is cached at its first use, and was compressed by the build.
  const reader = built.find((name) => name.endsWith('.wasm'));
  expect(built).toContain(`${reader}.br`);
  const assets = built.filter((name) => !/\.(map|wasm|br)$/.test(name));
  expect(assets.length).toBeGreaterThan(10);
  for (const path of ['/index.html', '/manifest.webmanifest', ...assets.map((name) => `/assets/${name}`)])
    expect(kept.paths).toContain(path);
  for (const path of kept.paths) expect(path).not.toMatch(/^\/(api|uploads|healthz|screenshots)|^\/sw\.js/);

  const protocol = await phone.context.newCDPSession(phone.page);
  await expect.poll(async () => (await protocol.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const manifest = await protocol.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: 'Kaunta', start_url: '/', display: 'standalone' });
});

test("R-GUARD-06 with no signal every address of the app opens; a shop's public page and the API are never answered from the phone", async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedIn(shop);
  const { page, line, app } = phone;
  const slug = await page.locator('a[target="_blank"]').innerText();

  // Online, a storefront's address reaches the server, although the worker sees the request.
  const before = line.requestsTo(new RegExp(`^/${slug}$`)).length;
  await page.goto(`${line.url}/${slug}`);
  expect(line.requestsTo(new RegExp(`^/${slug}$`)).length).toBe(before + 1);
  await expect(app.header.syncStatus).toHaveCount(0);

  await phone.loseSignal();
  for (const [path, title] of [
    ['/', 'Home'],
    ['/sales/new', 'New Sale'],
    ['/sales/12345', 'Sale Details'],
    ['/items', 'Items'],
    ['/login', 'Home'],
    ['/nothing/here', 'Not Found'],
  ] as const) {
    await page.goto(line.url + path);
    await expect(app.header.title, path).toHaveText(title);
    await expect(app.header.syncStatus).toHaveText('Offline');
  }
  for (const path of ['/api/v1/version', '/api/v1/sync/pull', '/uploads/a.webp', '/healthz'])
    expect(
      await page.evaluate(
        (address) =>
          fetch(address).then(
            () => 'answered',
            () => 'no network',
          ),
        path,
      ),
    ).toBe('no network');
  await expect(page.goto(`${line.url}/${slug}`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test('a build that cannot be had whole is not installed, and the page works without it', async ({ phones, shop }) => {
  const phone = await phones.take();
  phone.line.breakFor(/^\/icons\//, 'cut-answer');
  const app = await phone.open('/login');
  await expect.poll(() => phone.line.requestsTo(/^\/icons\//).length).toBeGreaterThan(0);
  await app.login.signIn(shop);
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  expect(
    await phone.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null),
  ).toBeNull();
  // The next start, on a better line, installs it.
  phone.line.heal();
  await phone.page.reload();
  await phone.isReadyForOffline();
  await phone.loseSignal();
  await phone.page.reload();
  await expect(app.header.title).toHaveText('Home');
});

test('SYN-17 a push shows the new order, also when the worker sleeps; a click leads to it', async ({
  phones,
  shop,
  server,
}) => {
  const phone = await phones.take();
  await phone.context.grantPermissions(['notifications'], { origin: phone.line.url });
  await signIn(phone, shop);
  const { user } = (await (await ShopOnServer.of(server.url, shop)).get('/auth/me')) as {
    user: { id: number; businessId: number };
  };
  const worker = await WorkerControl.of(phone.page);
  const notifications = () => shownNotifications(phone.page);
  await worker.stop();
  await worker.deliverPush(
    JSON.stringify({
      type: 'order',
      businessId: user.businessId,
      userId: user.id,
      orderId: 77,
      orderNumber: 'ORD-77',
      customerName: 'Grace',
      amountText: 'UGX 12,000',
    }),
  );
  await expect.poll(notifications).toEqual([['New Order', 'Grace · ORD-77 · UGX 12,000']]);

  await phone.clickNotification();
  await expect(phone.page).toHaveURL(`${phone.line.url}/orders/77`);
  await expect.poll(notifications).toEqual([]);
  // An unreadable message shows a general notification, because a push without one may cost the permission.
  await worker.deliverPush('not json');
  await expect.poll(notifications).toEqual([['New Order', 'Open Kaunta to see it.']]);
});
