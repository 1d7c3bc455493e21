import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { keepFinishedSales } from '../fixtures/finished-sales.ts';
import { back } from '../fixtures/back.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';
import type { App } from '../pages/app.ts';

/* Back closes layers over a screen before it leaves the screen. */

const path = ({ page, line }: Phone) => page.url().slice(line.url.length);
/** The first moment of a screen ignores presses, so this waits for its end. */
const openBellInSettings = async (app: App, page: Page) => {
  await app.goTo('Settings');
  await expect(page.getByRole('region', { name: 'Your account' })).toBeVisible();
  await expect(page.locator('.k-arrival-pane')).toHaveCount(0);
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
};

test('R-PLACE-01 R-PLACE-03 the open bell closes by Back, by a tap and by a way out of it, and the next Back leaves the screen; Forward opens nothing', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await app.goTo('Settings');
  const bell = page.getByRole('button', { name: 'Notifications' });
  const layer = page.getByRole('dialog', { name: 'Notifications' });
  // A press in the first moment of a screen counts for nothing, whatever it meets.
  await expect(page.getByRole('region', { name: 'Your account' })).toBeVisible();
  await expect(page.locator('.k-arrival-pane')).toHaveCount(0);
  await bell.click();
  await expect(layer).toBeVisible();
  await back(page);
  await expect(layer).toHaveCount(0);
  expect(path(phone)).toBe('/profile');
  await page.goForward();
  await expect(bell).toBeVisible();
  await expect(layer).toHaveCount(0);
  // Closed by its own button it leaves no history entry.
  await bell.click();
  await expect(layer).toBeVisible();
  await bell.click();
  await expect(layer).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: boolean }).layer)).toBeUndefined();
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  // Neither does a link in it.
  await bell.click();
  await layer.getByRole('link', { name: 'View All Orders' }).click();
  await expect(app.header.title).toHaveText('Orders');
  await expect(layer).toHaveCount(0);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await back(page);
  await expect(app.header.title).toHaveText('Home');
});

test('R-PLACE-01 R-PLACE-02 R-PLACE-05 at the counter Back closes the list in the dialog, the dialog, the payment, the basket, the sheet, and then leaves; a typed form asks first', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR, SOAP]);
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Sell');
  await keepFinishedSales(page);
  await app.counter.tap(SUGAR.name);
  const toggle = page.getByRole('button', { name: '1 item' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await app.counter.charge.click();
  const { payment } = app.counter;
  await payment.getByRole('switch', { name: 'Pay later' }).click();
  const customer = payment.getByLabel('Customer', { exact: true });
  await customer.fill('Asha');
  const create = page.getByRole('option', { name: 'New customer' });
  // It stays at the lower edge of the list, so the choices that scroll under it must be hidden.
  await expect(create).toHaveCSS('position', 'sticky');
  await expect(create).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'New customer' });
  await dialog.getByLabel('Phone').fill('0700111222');
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await back(page);
  await expect(question).toBeVisible();
  await back(page);
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Phone')).toHaveValue('0700111222');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(payment).toBeVisible();
  // A list of choices in a dialog.
  await customer.click();
  await expect(payment.getByRole('listbox')).toBeVisible();
  await back(page);
  await expect(payment.getByRole('listbox')).toHaveCount(0);
  await expect(payment).toBeVisible();
  await back(page);
  await expect(payment).toHaveCount(0);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await back(page);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(path(phone)).toBe('/counter');
  // The sheet after the sale.
  await app.counter.charge.click();
  await payment.getByRole('switch', { name: 'Pay later' }).click();
  await payment.getByRole('button', { name: 'Exact' }).click();
  const sheet = page.getByRole('region', { name: 'The sale is recorded' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await receipt.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await back(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(receipt).toBeVisible();
  await back(page);
  await expect(receipt).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await back(page);
  await expect(sheet).toHaveCount(0);
  expect(path(phone)).toBe('/counter');
  await back(page);
  await expect(app.header.title).toHaveText('Home');
});

test('R-PLACE-03 a reload in an open layer, with no signal, costs no Back; two Backs at once close the layer and leave the screen', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const phone = await phones.signedIn(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await app.goTo('Sell');
  await app.counter.tap(SUGAR.name);
  await app.counter.charge.click();
  await expect(app.counter.payment).toBeVisible();
  await phone.loseSignal();
  await page.reload();
  await app.isShown();
  await expect(app.counter.tile(SUGAR.name)).toBeVisible();
  await expect(app.counter.payment).toHaveCount(0);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await app.goTo('Sell');
  await app.counter.tap(SUGAR.name);
  await app.counter.charge.click();
  await expect(app.counter.payment).toBeVisible();
  await back(page);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await expect(app.dialog).toHaveCount(0);
  await page.goForward();
  await expect(app.counter.tile(SUGAR.name)).toBeVisible();
  await expect(app.dialog).toHaveCount(0);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
});

test('R-PLACE-04 R-PLACE-03 R-GEN-16 Back on a half-filled form asks; Back on the question stays, Leave leaves, and what is saved from a dialog leaves no dead entry', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await app.item.startEditing();
  await page.getByLabel('Name', { exact: true }).fill('Sugar 2 kg');
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
  const editPath = path(phone);
  await back(page);
  await expect(question).toBeVisible();
  expect(path(phone)).toBe(editPath);
  await back(page);
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sugar 2 kg');
  await back(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(app.header.title).toHaveText(SUGAR.name);
  expect(path(phone)).not.toBe(editPath);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await back(page);
  await expect(app.header.title).toHaveText('Home');
  // Leaving by the bottom bar: the form asks first, then goes there.
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await app.item.startEditing();
  await page.getByLabel('Name', { exact: true }).fill('Sugar 3 kg');
  await page.getByRole('link', { name: 'Orders' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(app.header.title).toHaveText('Orders');
  await back(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(SUGAR.name);
});

test('R-PLACE-01 R-IDET-21 Back closes the pictures', async ({ phones, shop, server }) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await app.item.startEditing();
  const buffer = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles([{ name: 'front.jpg', mimeType: 'image/jpeg', buffer }]);
  await app.item.save();
  await page.getByRole('button', { name: 'Open image 1 of 1' }).click();
  await expect(app.dialog.getByText('1 / 1')).toBeVisible();
  const shown = path(phone);
  await back(page);
  await expect(app.dialog).toHaveCount(0);
  expect(path(phone)).toBe(shown);
});

test('R-PLACE-06 R-PLACE-03 a reload that has begun goes on when a layer closes meanwhile, and the next Back leaves the screen', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await openBellInSettings(app, page);
  await page.evaluate(() => {
    Object.assign(window, { isPageBefore: true });
    const closeLayer = () => document.querySelector<HTMLElement>('button[aria-expanded="true"]')?.click();
    location.reload();
    setTimeout(closeLayer);
  });
  await page.waitForFunction(() => !('isPageBefore' in window));
  await expect(app.header.title).toHaveText('Settings');
  await back(page);
  await expect(app.header.title).toHaveText('Items');
});

test('R-PLACE-06 a reload by hand goes on when the page is too busy to hear of it until a layer has closed', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await openBellInSettings(app, page);
  const isBusy = Promise.withResolvers<void>();
  await page.exposeFunction('sayBusy', isBusy.resolve);
  await page.evaluate(() => {
    Object.assign(window, { isPageBefore: true });
    const closeLayerAtLast = () => {
      (window as unknown as { sayBusy(): void }).sayBusy();
      const began = performance.now();
      while (performance.now() - began < 1000);
      document.querySelector<HTMLElement>('button[aria-expanded="true"]')?.click();
    };
    setTimeout(closeLayerAtLast);
  });
  await isBusy.promise;
  await page.reload();
  expect(await page.evaluate(() => 'isPageBefore' in window)).toBe(false);
  await expect(app.header.title).toHaveText('Settings');
});

test('R-PLACE-03 a Back, or a link, in the very moment after a layer was closed by its own button leaves the screen once', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await openBellInSettings(app, page);
  // In one task: no step back of the page can come in between.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-expanded="true"]')?.click();
    history.back();
  });
  await expect(app.header.title).toHaveText('Items');
  await openBellInSettings(app, page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-expanded="true"]')?.click();
    document.querySelector<HTMLElement>('.k-main-nav a[href="/orders"]')?.click();
  });
  await expect(app.header.title).toHaveText('Orders');
  await back(page);
  await expect(app.header.title).toHaveText('Settings');
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await back(page);
  await expect(app.header.title).toHaveText('Home');
});
