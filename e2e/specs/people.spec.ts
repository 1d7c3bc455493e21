import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, notesOnServer, sell } from '../fixtures/selling.ts';
import type { Phone } from '../fixtures/phone.ts';
import { newOwner, type Shop, type ShopOnServer } from '../fixtures/shop.ts';
import { keptTexts } from '../fixtures/storage.ts';
import { expect, type Phones, signIn, test } from '../fixtures/test.ts';

/* Decisions of an admin about a user, and that user's phone, which gets them at its next sync. */

const BRIAN = 'Brian Otieno';
const COST = '3,217.00';

async function employ(onServer: ShopOnServer, role: 'admin' | 'staff'): Promise<Pick<Shop, 'phone' | 'pin'>> {
  const { phone, email, pin } = newOwner();
  await onServer.post('/users', { username: BRIAN, email, phone, pin, role });
  return { phone, pin };
}

test('SYN-13 M33 C-097 R-IDET-16 R-IDET-17 R-IDET-18 an admin who becomes staff loses what items cost at the next contact, from the screen and from the phone; made an admin again, it comes back', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, []);
  await onServer.post('/items', { ...SUGAR, costPrice: '3217', itemCategoryId: 501 });
  const brian = await employ(onServer, 'admin');
  const owners = await phones.signedInOnline(shop);
  const his = await phones.signedIn(brian);
  const { app, page } = his;
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  const cost = page.getByText(COST);
  await expect(cost).toBeVisible();
  expect(await keptTexts(page)).toContain('321700');

  await his.loseSignal();
  await owners.app.goTo('Settings');
  await owners.app.users.open();
  await owners.app.users.setRole(BRIAN, 'staff');
  await expect(cost).toBeVisible();
  await his.findSignal();
  await expect(cost).toHaveCount(0);
  await expect(app.header.title).toHaveText(SUGAR.name);
  await expect(page.getByText('Profit margin')).toHaveCount(0);
  // The new role comes with the session; the page of the pull removes the costs a moment later.
  await expect.poll(() => keptTexts(page)).not.toContain('321700');
  await app.goTo('Settings');
  await expect(app.settings.logoutButton).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Users' })).toHaveCount(0);
  await page.goBack();

  await owners.app.users.setRole(BRIAN, 'admin');
  await expect(cost).toBeVisible();
});

/** Sells with no signal, while the owner dismisses this user. */
async function sellWhileDismissed(phones: Phones, shop: Shop, onServer: ShopOnServer, notes: string): Promise<Phone> {
  const his = await phones.signedIn(await employ(onServer, 'staff'));
  await his.loseSignal();
  await sell(his.app, notes);
  const owners = await phones.signedInOnline(shop);
  await owners.app.goTo('Settings');
  await owners.app.users.open();
  await owners.app.users.remove(BRIAN);
  await expect(owners.app.users.card(BRIAN)).toContainText('Deactivated');
  return his;
}

/** Expects exactly one sale: Brian's, marked as a dismissed user's. */
async function expectHisSale(onServer: ShopOnServer, notes: string): Promise<void> {
  await expectOnServer(onServer, [notes]);
  const [sale] = (await onServer.get('/sales')) as { createdByUserId: number; flags: string[] }[];
  const users = (await onServer.get('/users')) as { id: number; username: string }[];
  expect(sale?.createdByUserId).toBe(users.find(({ username }) => username === BRIAN)?.id);
  expect(sale?.flags).toContain('actor_disabled');
}

test('SYN-25 M32 G10 G11 a dismissed user’s phone is closed at its next contact, keeps nothing of the shop, and still brings what was sold', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const his = await sellWhileDismissed(phones, shop, onServer, 'sold before he heard of it');
  await his.findSignal();
  const { app, page } = his;
  const closed = page.getByRole('alert').filter({ hasText: 'Your account is no longer active.' });
  await expect(closed).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await expectHisSale(onServer, 'sold before he heard of it');
  await expect.poll(() => keptTexts(page)).not.toContain('Blue soap');
  await page.goto(`${his.line.url}/sales`);
  await expect(closed).toBeVisible();
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(app.login.submitButton).toBeVisible();
});

test('SYN-24 SYN-25 M32 G6 what a dismissed user logged out over waits on the phone, and an admin who signs in there sends it in its author’s name', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const his = await sellWhileDismissed(phones, shop, onServer, 'left on the phone');
  await his.app.goTo('Settings');
  await his.app.settings.logOut();
  await his.app.settings.logOutAnyway();
  await expect(his.page).toHaveURL(/\/login$/);
  await his.findSignal();
  await his.closeApp();

  await signIn(his, shop);
  expect(await notesOnServer(onServer)).toEqual([]);
  const { app, page } = his;
  await page.goto(`${his.line.url}/sync`);
  await page.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(app.toast).toContainText('1 change of Brian Otieno reached the server.');
  await expectHisSale(onServer, 'left on the phone');
  await page.goto(`${his.line.url}/sales`);
  await expect(app.sales.cardWith('left on the phone')).toHaveCount(1);
});
