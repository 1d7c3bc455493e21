import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { BUILD } from '../fixtures/places.ts';
import { KauntaServer } from '../fixtures/server.ts';
import { shownNotifications, WorkerControl } from '../fixtures/service-worker.ts';
import { registerShop } from '../fixtures/shop.ts';
import { shopRows } from '../fixtures/storage.ts';
import { GRACE, Storefront } from '../fixtures/storefront.ts';
import { expect, signIn, test } from '../fixtures/test.ts';
import { COVERED_BY_TOAST, coveredByToast } from '../fixtures/toasts.ts';
import { PushReceiver, PushService } from '../fixtures/push-service.ts';

/* A visitor orders, and the shop's users are notified, with the app open and closed. */

const ONE_SUGAR = { [SUGAR.name]: '1' };

test('R-GEN-13 R-NOTIF-02 R-NOTIF-08 R-NOTIF-09 R-NOTIF-10 R-NOTIF-21 R-NOTIF-23 R-NOTIF-27 R-SHELL-11 C-080 C-082 SYN-16 an order is told a moment later without anybody’s permission: toast, bell and navigation; the bell leads to it', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR]);
  const store = await Storefront.of(server.url, onServer);
  await store.order(GRACE, ONE_SUGAR);
  const { app, page } = await phones.signedIn(shop);
  await app.alerts.open();
  await expect(app.alerts.entries).toHaveCount(1);
  await expect(app.alerts.list).not.toContainText(/\d new/);
  await page.keyboard.press('Escape');

  const orderNumber = await store.order(GRACE, ONE_SUGAR);
  await expect(app.toast).toContainText('New Order');
  await expect(app.toast).toContainText(`Grace Nakato · ${orderNumber} · UGX 4,500`);
  await expect(app.alerts.bell).toHaveText('1');
  await expect(page.getByRole('link', { name: 'Orders' })).toContainText('1');
  await app.closeToast();
  await app.alerts.open();
  await expect(app.alerts.list).toContainText('1 new');
  await expect(app.alerts.entries.first()).toContainText('Just now');
  expect(await seriousFindings(page)).toEqual([]);
  await app.alerts.entries.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  await expect(page.getByText(orderNumber).first()).toBeVisible();
  await expect(app.alerts.bell).toHaveText('');
  await page.reload();
  await app.alerts.open();
  await expect(app.alerts.entries).toHaveCount(2);
  await expect(app.alerts.list).not.toContainText(/\d new/);
});

test('R-APP-02 R-SHELL-17 a toast stands above the bottom bar and covers neither the bars, the way back, the open bell, a form’s button nor a dialog', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR]);
  const store = await Storefront.of(server.url, onServer);
  for (let order = 0; order < 4; order += 1) await store.order(GRACE, ONE_SUGAR);
  const phone = await phones.take();
  await phone.holdToasts();
  const { app, page } = await signIn(phone, shop);
  await phone.isReadyForOrders();
  await store.order(GRACE, ONE_SUGAR);
  await expect(app.toast).toContainText('New Order');
  const coversNothing = async (where: string) => {
    for (const [width, height] of [
      [360, 640],
      [390, 844],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate(coveredByToast, COVERED_BY_TOAST), `${where} at ${width} × ${height}`)
        .toEqual([]);
    }
  };
  await coversNothing('Home');
  await app.alerts.open();
  await expect(app.alerts.entries).toHaveCount(5);
  await coversNothing('the bell');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'New Sale' }).first().click();
  await expect(app.newSale.submitButton).toBeVisible();
  await coversNothing('a sale');
  await app.newSale.field('Customer').fill('Musa');
  await page.getByRole('option', { name: 'New customer' }).click();
  await expect(app.dialog).toBeVisible();
  await coversNothing('a dialog');
});

test('R-NOTIF-19 R-GEN-13 R-APP-07 G37 a closed app is told of an order by what the server sends to the push service; a tap leads to the order, and Confirm confirms it without opening the app', async ({
  phonesOn,
}) => {
  const service = await PushService.open();
  const server = await KauntaServer.start(BUILD, { PUSH_SERVICES: service.origin });
  try {
    const shop = await registerShop(server.url);
    const onServer = await stockShelves(server.url, shop, [SUGAR]);
    const store = await Storefront.of(server.url, onServer);
    const phone = await phonesOn(server).signedIn(shop);
    await phone.context.grantPermissions(['notifications'], { origin: phone.line.url });
    const receiver = new PushReceiver();
    const status = await phone.page.evaluate(
      async (subscription) =>
        (
          await fetch('/api/v1/push/subscription', {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(subscription),
          })
        ).status,
      receiver.subscriptionAt(`${service.origin}/phone`),
    );
    expect(status).toBe(200);
    await phone.closeApp();

    const orderNumber = await store.order(GRACE, ONE_SUGAR);
    await expect.poll(() => service.received.length).toBe(1);
    const message = receiver.read(service.received[0]?.body ?? Buffer.alloc(0));
    const { orderId } = JSON.parse(message) as { orderId: number };
    // A page of the same origin outside the app, which the browser's developer protocol needs.
    const beside = await phone.context.newPage();
    await beside.goto(`${phone.line.url}/icons/icon-192.png`);
    const worker = await WorkerControl.of(beside);
    await worker.stop();
    await worker.deliverPush(message);
    await expect
      .poll(() => shownNotifications(beside))
      .toEqual([['New Order', `Grace Nakato · ${orderNumber} · UGX 4,500`]]);

    const app = await phone.open('/sales');
    await expect(app.header.title).toHaveText('Sales');
    await phone.clickNotification();
    await expect(phone.page).toHaveURL(`${phone.line.url}/orders/${orderId}`);
    await expect(phone.page.getByText(orderNumber).first()).toBeVisible();

    // The next order is confirmed from the notification, without opening the app.
    await phone.closeApp();
    const next = await store.order(GRACE, ONE_SUGAR);
    await expect.poll(() => service.received.length).toBe(2);
    const nextMessage = receiver.read(service.received[1]?.body ?? Buffer.alloc(0));
    const { orderId: nextId } = JSON.parse(nextMessage) as { orderId: number };
    const asleep = await phone.context.newPage();
    await asleep.goto(`${phone.line.url}/icons/icon-192.png`);
    const again = await WorkerControl.of(asleep);
    await again.stop();
    await again.deliverPush(nextMessage);
    const words = `Grace Nakato · ${next} · UGX 4,500`;
    await expect.poll(() => shownNotifications(asleep)).toEqual([['New Order', words]]);
    // If the tap comes before the order itself, it waits some seconds for the order, then opens the app.
    await expect
      .poll(async () => (await shopRows<{ order: { id: number } }>(asleep, ['order'])).order.map(({ id }) => id))
      .toContain(nextId);
    await phone.clickNotification('confirm');
    await expect.poll(() => shownNotifications(asleep)).toEqual([['Order confirmed', words]]);
    await expect
      .poll(async () => ((await onServer.get(`/orders/${nextId}`)) as { status: string }).status)
      .toBe('confirmed');
  } finally {
    await server.remove();
    await service.close();
  }
});
