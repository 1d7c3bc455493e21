import { seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expect, test } from '../fixtures/test.ts';

/* Changes that the server did not accept, and what a shopkeeper decides about them. */

test('SYN-5 M42 M17 G5 G55 a change that the server does not accept is named with its reason, and discarded', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  const { app, page } = phone;
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await page.getByRole('button', { name: 'Add Stock' }).waitFor();
  await phone.loseSignal();
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await app.dialog.getByLabel('Quantity').fill('5');
  await app.dialog.getByRole('button', { name: 'Add stock' }).click();
  await expect(app.toast).toContainText('Stock added');
  await app.closeToast();
  await expect(page.getByText('Pending sync')).toBeVisible();
  // Meanwhile somebody else stops counting its stock.
  const items = (await onServer.get('/items')) as { id: number; name: string }[];
  const sugar = items.find((item) => item.name === SUGAR.name);
  await onServer.patch(`/items/${sugar?.id}`, { advancedEnabled: true, trackStock: false });
  await phone.findSignal();

  await expect(app.header.syncStatus).toHaveText('1 need attention');
  await app.header.openSyncStatus();
  const card = app.sync.attention;
  await expect(card).toContainText('5 added to the stock of Sugar 1 kg');
  await expect(card).toContainText('The item is no longer there, or its stock is not tracked.');
  await expect(card).toContainText('Not accepted');
  expect(await seriousFindingsInBothColours(page)).toEqual([]);
  await card.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard this change? This cannot be undone.' });
  await expect(dialog).toContainText('5 added to the stock of Sugar 1 kg');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await phone.isSynced();
  await expect(card).toHaveCount(0);
});
