import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, notesOnServer, sell, startSale, stockOnServer } from '../fixtures/selling.ts';
import { countLockRequests, holdDrainLock, SYNC_TAG, WorkerControl } from '../fixtures/service-worker.ts';
import { expect, test } from '../fixtures/test.ts';

/* A sale that was shown as saved survives the end of the browser, the worker and the tab. */

const PUSH = /\/sync\/push/;
/** Milliseconds after the tap: before the write, during it, right after it. */
const KILL_AFTER_MS = [0, 8, 20, 45, 120];

test('SYN-1 SYN-26 the browser is killed while a sale is being saved: every sale whose toast was seen is there once, and none is there twice', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedInWithProfile(shop);
  // The browser stores cookies when it is closed, otherwise after a while. Without them the session would be lost.
  await phone.quit();
  await phone.start();
  await phone.open('/sales');
  const seen: string[] = [];
  for (const [attempt, killAfterMs] of KILL_AFTER_MS.entries()) {
    const notes = `attempt ${attempt}`;
    // Every second time with no signal; with a signal the kill may also hit the sending.
    if (attempt % 2 === 1) await phone.loseSignal();
    await startSale(phone.app, notes);
    const toast = phone.page
      .getByText('Sale created')
      .waitFor()
      .then(
        () => seen.push(notes),
        () => undefined,
      );
    await phone.app.newSale.submitButton.dispatchEvent('click');
    await phone.killAfter(killAfterMs);
    await toast;
    await phone.start();
    await phone.findSignal();
    await phone.open('/sales');
    for (const saved of seen) await expect(phone.app.sales.cardWith(saved)).toHaveCount(1);
  }
  await phone.isSynced();
  const kept = await notesOnServer(onServer);
  expect(kept).toEqual([...new Set(kept)]);
  expect(kept).toEqual(expect.arrayContaining(seen));
  await expect(phone.app.sales.cards).toHaveCount(kept.length);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(20 - kept.length);
});

test('SYN-17 SYN-18 the worker is killed in the middle of sending: the page sees to it that the sale arrives, once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  const worker = await WorkerControl.of(phone.page);
  let letGo = () => {};
  phone.line.breakFor(PUSH, { until: new Promise<void>((resolve) => (letGo = resolve)) }, 1);
  await sell(phone.app, 'in the middle of it');
  await expect.poll(() => phone.line.requestsTo(PUSH).length).toBeGreaterThan(0);
  await worker.stop();
  letGo();
  await phone.isSynced();
  await expect(phone.app.sales.cards).toHaveCount(1);
  await expectOnServer(onServer, ['in the middle of it']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(19);
});

test('SYN-17 no page is open when the signal comes back: the worker sends what waits, however often it has to ask', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  await phone.loseSignal();
  await sell(phone.app, 'sold and closed');
  await phone.closeApp();
  phone.line.breakFor(PUSH, { status: 500, json: { error: 'Server error', message: 'Something went wrong.' } }, 2);
  await phone.findSignal();
  await expect.poll(() => notesOnServer(onServer)).toEqual(['sold and closed']);
  expect(phone.line.requestsTo(PUSH).length).toBeLessThan(6);
  await phone.open('/sales');
  await phone.isSynced();
  await expect(phone.app.sales.cards).toHaveCount(1);
});

/** The events that wake the worker of a closed app. */
const wakeBy = {
  sync: (worker: WorkerControl) => worker.dispatchSync(SYNC_TAG),
  'periodic sync': (worker: WorkerControl) => worker.dispatchPeriodicSync(SYNC_TAG),
  push: (worker: WorkerControl) => worker.deliverPush('{}'),
};

/*
 * Each event has its own phone: after an interrupted `sync` event Chromium retries only minutes later, and until then
 * it does not wake the worker for that tag. No page of the app's origin is open.
 */
for (const wake of ['sync', 'periodic sync', 'push'] as const)
  test(`SYN-17 SYN-17c the worker is killed in the middle of sending with the app closed: one ${wake} sends what waits, once, without the app being opened`, async ({
    phones,
    shop,
    server,
  }) => {
    const onServer = await stockShelves(server.url, shop);
    const phone = await phones.signedIn(shop);
    await phone.loseSignal();
    await sell(phone.app, wake);
    await phone.closeApp();
    const beside = await phone.context.newPage();
    const worker = await WorkerControl.of(beside, phone.line.url);
    let letGo = () => {};
    phone.line.breakFor(PUSH, { until: new Promise<void>((resolve) => (letGo = resolve)) }, 1);
    const pushesBefore = phone.line.requestsTo(PUSH).length;
    // The browser itself wakes the worker.
    await phone.findSignal();
    await expect.poll(() => phone.line.requestsTo(PUSH).length).toBeGreaterThan(pushesBefore);
    await worker.stop();
    letGo();
    await wakeBy[wake](worker);
    await expect.poll(() => notesOnServer(onServer)).toEqual([wake]);
    await beside.close();
    expect(await stockOnServer(onServer, SUGAR.name)).toBe(19);
    await phone.open('/sales');
    await phone.isSynced();
    await expect(phone.app.sales.cards).toHaveCount(1);
  });

for (const wake of ['periodic sync', 'push'] as const)
  test(`SYN-17 SYN-18 a ${wake} that finds the lock held sends when it is free, without another wake`, async ({
    phones,
    shop,
    server,
  }) => {
    const onServer = await stockShelves(server.url, shop);
    const phone = await phones.signedIn(shop);
    // A browser without Background Sync, where nothing else wakes the worker.
    await phone.page.evaluate(() => {
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    });
    await phone.loseSignal();
    await sell(phone.app, wake);
    await phone.closeApp();
    const beside = await phone.context.newPage();
    const worker = await WorkerControl.of(beside, phone.line.url);
    await phone.findSignal();
    // A page of the origin outside the app.
    await beside.goto(`${phone.line.url}/healthz`);
    const letGo = await holdDrainLock(beside);
    const asked = await countLockRequests(phone);
    await wakeBy[wake](worker);
    await expect.poll(asked).toBeGreaterThan(0);
    expect(await notesOnServer(onServer)).toEqual([]);
    await letGo();
    await expect.poll(() => notesOnServer(onServer)).toEqual([wake]);
    expect(await stockOnServer(onServer, SUGAR.name)).toBe(19);
  });

test('SYN-18 two tabs sell at the same moment, again and again: every sale is there once, in both, with the stock right', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  const first = phone.app;
  const second = await phone.open('/dashboard');
  for (const round of [1, 2, 3]) {
    await startSale(first, `left ${round}`);
    await startSale(second, `right ${round}`);
    await Promise.all([first.newSale.submit(), second.newSale.submit()]);
    for (const tab of [first, second]) {
      await tab.closeToast();
      await expect(tab.sales.cards).toHaveCount(round * 2);
    }
  }
  await phone.isSynced();
  for (const tab of [first, second]) await expect(tab.header.syncStatus).toHaveText('All changes synced');
  await expectOnServer(onServer, ['left 1', 'left 2', 'left 3', 'right 1', 'right 2', 'right 3']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(14);
  const sales = (await onServer.get('/sales')) as { saleNumber: string }[];
  expect(new Set(sales.map(({ saleNumber }) => saleNumber)).size).toBe(6);
});

test('SYN-20 a phone is restored from a copy, and both sell on: every sale of both survives, once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedInWithProfile(shop);
  await phone.loseSignal();
  await sell(phone.app, 'before the copy');
  await phone.quit();
  const copy = await phones.copyOf(phone);
  await phone.start();
  for (const each of [phone, copy]) {
    await each.loseSignal();
    await each.open('/dashboard');
  }
  await sell(phone.app, 'on the phone');
  await sell(copy.app, 'on its copy');
  // At the same moment: the one that the server sees second is the copy.
  await Promise.all([phone.findSignal(), copy.findSignal()]);
  for (const each of [phone, copy]) await each.isSynced();
  for (const each of [phone, copy]) await expect(each.app.sales.cards).toHaveCount(3);
  await expectOnServer(onServer, ['before the copy', 'on its copy', 'on the phone']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(17);
});
