import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, notesOnServer, sell, stockOnServer } from '../fixtures/selling.ts';
import { registerShop, ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

/* Every saved act reaches the server once, whatever faults the network has. */

const PUSH = /\/sync\/push/;

test('SYN-7 SYN-8 SYN-9 the answer is lost after the server committed, again and again: one sale, taken off the shelf once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  // More than twice, because the browser itself silently repeats a request once if a reused connection breaks.
  phone.line.breakFor(PUSH, 'drop-answer', 3);
  phone.line.breakFor(/\/sync\/pull/, 'cut-answer', 1);
  await sell(phone.app, 'told three times');
  await phone.isSynced();
  await expect(phone.app.sales.cards).toHaveCount(1);
  expect(phone.line.requestsTo(PUSH).filter(({ fault }) => fault === 'drop-answer')).toHaveLength(3);
  await expectOnServer(onServer, ['told three times']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(19);
});

test("SYN-8 a captive portal's page, a proxy's error and a server in trouble are no answers: nothing is lost, and it goes on by itself", async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  const { app, line } = phone;

  line.breakFor(/\/api\//, 'portal');
  await sell(app, 'behind a portal');
  await expect(app.header.syncStatus).toHaveText('Offline · 1 change pending');
  await expect(app.sales.cardWith('behind a portal')).toContainText('Pending sync');
  // The person stays signed in and never sees the portal's page, also after a reload.
  await phone.page.reload();
  await expect(app.header.title).toHaveText('Sales');
  await expect(app.sales.cardWith('behind a portal')).toContainText('Pending sync');
  await expect.poll(() => line.requestsTo(PUSH).filter(({ fault }) => fault === 'portal').length).toBeGreaterThan(0);
  // The request is repeated with growing pauses.
  const [firstPush] = line.requestsTo(PUSH);
  const seconds = (Date.now() - (firstPush?.atMs ?? 0)) / 1_000;
  expect(line.requestsTo(PUSH).length).toBeLessThan(10 + seconds / 5);
  line.heal();
  await phone.isSynced();

  line.breakFor(PUSH, { status: 500, json: { error: 'Server error', message: 'Something went wrong.' } }, 1);
  await sell(app, 'into a 500');
  await phone.isSynced();

  line.breakFor(PUSH, { status: 502 }, 1);
  line.breakFor(PUSH, { status: 429, json: { error: 'Busy', message: 'Later.' }, headers: { 'retry-after': '1' } }, 1);
  await sell(app, 'into a gateway');
  await phone.isSynced();

  await expectOnServer(onServer, ['behind a portal', 'into a 500', 'into a gateway']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(17);
});

test('SYN-8 the session was ended elsewhere while the phone was offline: the queue waits, signing in sends it', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  await phone.loseSignal();
  await sell(phone.app, 'while locked out');
  await phone.endSessionElsewhere(server.url);
  await phone.findSignal();
  await expect(phone.app.header.syncStatus).toHaveText('Sign in again to send 1 change');
  // Unsent sales keep the person in the app, and selling goes on.
  await sell(phone.app, 'while asked to sign in');
  await expect(phone.app.header.syncStatus).toHaveText('Sign in again to send 2 changes');
  expect(await notesOnServer(onServer)).toEqual([]);
  await phone.app.header.openSyncStatus();
  await phone.page.getByRole('link', { name: 'Go to Login' }).click();
  await phone.app.login.signIn(shop);
  await expect(phone.app.header.title).toHaveText('Home');
  await phone.isSynced();
  await phone.page.goto(`${phone.line.url}/sales`);
  await expect(phone.app.sales.cards).toHaveCount(2);
  await expect(phone.app.sales.list).not.toContainText('Pending sync');
  await expectOnServer(onServer, ['while asked to sign in', 'while locked out']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(18);
});

test('SYN-7 SYN-9 the server is killed in the middle of a replay, twice, and started again: nothing lost, nothing doubled', async ({
  ownServer,
  phonesOn,
}) => {
  const shop = await registerShop(ownServer.url);
  await stockShelves(ownServer.url, shop);
  const phone = await phonesOn(ownServer).signedIn(shop);
  await phone.loseSignal();
  const notes = ['one', 'two', 'three', 'four'];
  for (const each of notes) await sell(phone.app, each);
  await expect(phone.app.header.syncStatus).toHaveText('Offline · 4 changes pending');
  await phone.app.header.openSyncStatus();

  // Whatever the server has done before it dies, the phone gets no answer.
  phone.line.breakFor(/\/sync\//, 'drop-answer');
  const killedAtPush = async () => {
    const before = phone.line.requestsTo(PUSH).length;
    await expect.poll(() => phone.line.requestsTo(PUSH).length, { intervals: [5] }).toBeGreaterThan(before);
    await ownServer.kill();
  };
  const first = killedAtPush();
  await phone.findSignal();
  await first;
  await expect(phone.app.header.syncStatus).toHaveText('Offline · 4 changes pending');
  await ownServer.startAgain();
  const second = killedAtPush();
  phone.line.leadTo(ownServer.url);
  await phone.app.sync.syncNow();
  await second;
  await ownServer.startAgain();
  phone.line.heal();
  phone.line.leadTo(ownServer.url);
  await phone.app.sync.syncNow();
  await phone.isSynced();
  await phone.page.goto(`${phone.line.url}/sales`);
  await expect(phone.app.sales.cards).toHaveCount(4);
  const onServer = await ShopOnServer.of(ownServer.url, shop);
  await expectOnServer(onServer, notes);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(16);
});
