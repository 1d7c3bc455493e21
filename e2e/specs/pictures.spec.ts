import sharp from 'sharp';
import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

/* Pictures that were taken with no signal, on their way to the server and to the other phone. */

const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function isDrawn(phone: Phone): Promise<boolean> {
  const picture = phone.app.items.card(SUGAR.name).locator('img');
  return await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
}

test('R-IMG-05 R-IDET-21 R-IDET-23 G55 SYN-10 C-160 M12 pictures taken offline are shown at once, sent by themselves, and there on the other phone and offline', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const taker = await phones.signedIn(shop);
  const other = await phones.signedIn(shop);
  const { app, page } = taker;
  await taker.loseSignal();
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await app.item.startEditing();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await photo(4_000, 3_000, '#c33') },
    { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 800, '#3c3') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') },
  ]);
  await expect(app.toast).toContainText('Invalid file type');
  await expect(app.toast).toContainText('Only JPEG, PNG, and WebP images are allowed.');
  await app.closeToast();
  await page.getByRole('button', { name: 'Move image 2 up' }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await app.item.save();
  await expect(app.toast).toContainText('The item has been updated successfully.');
  await app.closeToast();
  await expect(page.getByText('2 images wait to be sent')).toBeVisible();
  await page.getByRole('button', { name: 'Open image 1 of 2' }).click();
  await expect(app.dialog.getByText('1 / 2')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(app.dialog.getByText('2 / 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.dialog).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);

  await taker.findSignal();
  await expect(page.getByText(/images? waits? to be sent/)).toHaveCount(0);
  type Images = { images: { isStored: boolean; originalUrl: string }[] }[];
  const imagesOnServer = async () => ((await onServer.get('/items?q=Sugar')) as Images)[0]?.images ?? [];
  await expect.poll(async () => (await imagesOnServer()).map(({ isStored }) => isStored)).toEqual([true, true]);
  const first = await fetch(server.url + ((await imagesOnServer())[0]?.originalUrl ?? ''));
  const { width, height } = await sharp(Buffer.from(await first.arrayBuffer())).metadata();
  expect([width, height]).toEqual([600, 800]);

  for (const phone of [other, taker]) {
    await phone.app.goTo('Items');
    await expect.poll(() => isDrawn(phone)).toBe(true);
    await phone.loseSignal();
    await phone.page.reload();
    await expect.poll(() => isDrawn(phone)).toBe(true);
  }
});

test('R-BIZ-01 R-BIZ-17 R-API-38 C-160 SYN-10 M35 the business’s picture, taken offline, is shown at once, sent by itself, and there on the other phone; removed, it is gone from both', async ({
  phones,
  shop,
  server,
}) => {
  const taker = await phones.signedIn(shop);
  const other = await phones.signedIn(shop);
  await taker.loseSignal();
  for (const { app } of [taker, other]) {
    await app.goTo('Settings');
    await app.business.open();
  }
  const { app, page } = taker;
  await app.business.chooseImage('shop.jpg', await photo(3_000, 2_000, '#36c'));
  await expect.poll(() => app.business.isDrawn()).toBe(true);
  await expect(app.business.waiting).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await taker.findSignal();
  await expect(app.business.waiting).toHaveCount(0);
  await expect(other.app.business.picture).toHaveCount(1);
  await expect.poll(() => other.app.business.isDrawn()).toBe(true);
  const onServer = await ShopOnServer.of(server.url, shop);
  const { business } = (await onServer.get('/auth/me')) as { business: { profileImageUrl: string } };
  const { pathname, origin } = new URL(business.profileImageUrl);
  expect(origin).toBe(server.url);
  const { width, height } = await sharp(
    Buffer.from(await (await fetch(server.url + pathname)).arrayBuffer()),
  ).metadata();
  expect([width, height]).toEqual([1_600, 1_067]);

  await app.business.removeButton.click();
  await expect(app.business.picture).toHaveCount(0);
  await expect(other.app.business.picture).toHaveCount(0);
});
