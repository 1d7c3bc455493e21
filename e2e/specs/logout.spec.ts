import { stockShelves } from '../fixtures/items.ts';
import { expectOnServer, notesOnServer, sell } from '../fixtures/selling.ts';
import { registerShop } from '../fixtures/shop.ts';
import { keptTexts } from '../fixtures/storage.ts';
import { expect, signIn, test } from '../fixtures/test.ts';

test('SYN-24 R-SET-17 R-SET-18 R-SET-21 logging out over unsent sales: asked first, hidden from the next user, sent when the author comes back', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const other = await registerShop(server.url);
  const phone = await phones.signedIn(shop);
  const { app, page } = phone;
  await phone.loseSignal();
  await sell(app, 'kept for its author');
  expect(await keptTexts(page)).toContain('Blue soap');

  await app.goTo('Settings');
  await app.settings.logOut();
  await expect(page.getByRole('dialog', { name: 'You have 1 unsent change' })).toBeVisible();
  await app.settings.staySignedIn();
  await expect(app.header.syncStatus).toHaveText('Offline · 1 change pending');
  await app.settings.logOut();
  await app.settings.logOutAnyway();
  await expect(page).toHaveURL(/\/login$/);
  await expect(app.toast).toContainText('Logged out successfully');
  await app.closeToast();

  // No row of the shop is left, not even in the browser's databases.
  expect(await keptTexts(page)).not.toContain('Blue soap');
  await phone.findSignal();
  await app.login.signIn(other);
  await expect(app.header.title).toHaveText('Home');
  await expect(app.heading(other.businessName)).toBeVisible();
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  await page.goto(`${phone.line.url}/sales`);
  await expect(app.heading('No sales found')).toBeVisible();
  expect(await notesOnServer(onServer)).toEqual([]);
  await app.goTo('Settings');
  await app.settings.logOut();
  await expect(page).toHaveURL(/\/login$/);

  await phone.closeApp();
  await signIn(phone, shop);
  await phone.page.goto(`${phone.line.url}/sales`);
  await expect(phone.app.sales.cardWith('kept for its author')).toHaveCount(1);
  await expect(phone.app.sales.list).not.toContainText('Pending sync');
  await expectOnServer(onServer, ['kept for its author']);
});
