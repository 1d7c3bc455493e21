import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, sell, startSale, stockOnServer } from '../fixtures/selling.ts';
import { SmallStorage } from '../fixtures/storage.ts';
import { expect, signIn, test } from '../fixtures/test.ts';

test('SYN-1 SYN-26 SYN-26d the phone has no space left: a sale that was not saved says so and keeps what was typed; with space again it is saved, and all are sent, once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.take();
  const storage = await SmallStorage.of(phone);
  await signIn(phone, shop);
  const { app } = phone;
  await phone.loseSignal();
  await sell(app, 'before it was full');
  await startSale(app, 'into a full phone');
  await storage.fill();
  await app.newSale.submit();
  await expect(app.page.getByText('This device has no space left. It was not saved.').first()).toBeVisible();
  await expect(app.newSale.notes).toHaveValue('into a full phone');
  await expect(app.header.syncStatus).toHaveText('Offline · 1 change pending');

  // The signal comes back before the space. Failed writes of the phone must do no harm.
  const greetings = phone.line.requestsTo(/\/auth\/me/).length;
  await phone.findSignal();
  await expect.poll(() => phone.line.requestsTo(/\/auth\/me/).length).toBeGreaterThan(greetings);
  await storage.free();
  await app.newSale.submit();
  await expect(app.sales.cardWith('into a full phone')).toHaveCount(1);
  await expect(app.sales.cards).toHaveCount(2);
  await phone.isSynced();
  await expectOnServer(onServer, ['before it was full', 'into a full phone']);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(18);
});
