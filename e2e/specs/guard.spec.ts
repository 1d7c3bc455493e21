import { expect, test } from '../fixtures/test.ts';

test('R-ROUTE-02 R-ROUTE-03 R-ROUTE-04 R-ROUTE-05 R-GUARD-03 R-SHELL-15 R-WEL-01 what a stranger may see, without the shell', async ({
  phones,
}) => {
  const phone = await phones.take();
  const app = await phone.open('/');
  await expect(app.heading('Manage your shop online')).toBeVisible();
  await expect(phone.page).toHaveURL(`${phone.line.url}/`);
  for (const path of ['/welcome', '/login', '/register']) {
    await phone.page.goto(phone.line.url + path);
    await app.isShown();
    await expect(phone.page).toHaveURL(phone.line.url + path);
    await expect(app.header.syncStatus).toHaveCount(0);
    await expect(phone.page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  }
});

test('R-GUARD-02 R-GUARD-04 R-ROUTE-36 every other path leads a stranger to the welcome screen', async ({ phones }) => {
  const phone = await phones.take();
  const app = await phone.open('/');
  for (const path of [
    '/dashboard',
    '/sales',
    '/sales/new',
    '/sales/5',
    '/items',
    '/items/new',
    '/profile',
    '/sync',
    '/no/such/page',
  ]) {
    await phone.page.goto(phone.line.url + path);
    await expect(phone.page, path).toHaveURL(`${phone.line.url}/welcome`);
    await expect(app.heading('Manage your shop online')).toBeVisible();
  }
});

test('R-ROUTE-01 R-ROUTE-07 R-ROUTE-08 R-ROUTE-09 R-ROUTE-11 R-ROUTE-14 R-ROUTE-16 R-ROUTE-17 R-ROUTE-35 R-SHELL-03 every address shows its screen, and welcome, login and register lead home', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedIn(shop);
  const { app } = phone;
  const screens = [
    ['/', 'Home'],
    ['/dashboard', 'Home'],
    ['/sales', 'Sales'],
    ['/receipts', 'Sales'],
    ['/sales/new', 'New Sale'],
    ['/items', 'Items'],
    ['/items/new', 'New Item'],
    ['/profile', 'Settings'],
    ['/sync', 'Sync status'],
    ['/no/such/page', 'Not Found'],
  ] as const;
  for (const [path, title] of screens) {
    await phone.page.goto(phone.line.url + path);
    await expect(app.header.title, path).toHaveText(title);
  }
  await expect(app.heading('Page Not Found')).toBeVisible();
  for (const path of ['/welcome', '/login', '/register']) {
    await phone.page.goto(phone.line.url + path);
    await expect(phone.page).toHaveURL(`${phone.line.url}/dashboard`);
  }
});

test('R-SHELL-01 R-SHELL-02 R-SHELL-05 R-SHELL-08 R-SHELL-09 R-SHELL-10 R-SHELL-13 R-SHELL-14 top bar and bottom navigation lead where they say', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedIn(shop);
  const { app } = phone;
  for (const [link, path] of [
    ['Items', '/items'],
    ['Settings', '/profile'],
    ['Orders', '/orders'],
    ['Home', '/dashboard'],
  ] as const) {
    await app.goTo(link);
    await expect(phone.page).toHaveURL(phone.line.url + path);
  }
  await expect(phone.page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await phone.page.getByRole('link', { name: 'Kaunta', exact: true }).click();
  await expect(phone.page).toHaveURL(`${phone.line.url}/`);
  await app.header.openSyncStatus();
  await expect(phone.page).toHaveURL(`${phone.line.url}/sync`);
  // Both bars stay in place, however far the page is scrolled.
  for (const bar of [phone.page.getByRole('banner'), phone.page.getByRole('navigation', { name: 'Main' })]) {
    await expect(bar).toHaveCSS('position', 'fixed');
  }
});
