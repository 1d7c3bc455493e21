import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, saying, test } from '../fixtures/test.ts';

async function openMethods(phone: Phone): Promise<void> {
  await phone.page.goto(`${phone.line.url}/payment-methods`);
  await expect(phone.app.header.title).toHaveText('Payment Methods');
}

test('R-PAY-01 R-PAY-02 R-PAY-05 R-PAY-06 R-PAY-07 R-PAY-19 R-ROUTE-32 R-SET-07 M28 a method added with no signal is on the other phone once, and a sale can be paid by it', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop, { colorScheme: 'dark' });
  await a.loseSignal();
  await a.app.goTo('Settings');
  await a.page.getByRole('link', { name: 'Payment Methods' }).click();
  await expect(a.page).toHaveURL(/\/payment-methods$/);
  await expect(a.app.methods.card('Cash')).toContainText('Default');
  await expect(a.app.methods.card('Cash')).toContainText('Added by System');
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.app.methods.addButton.click();
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.page.keyboard.press('Escape');
  await expect(a.app.methods.dialog).toHaveCount(0);
  await a.app.methods.add('Airtel Money', 'Mobile Money');
  await expect(a.app.toast).toHaveText('Payment method created successfully');
  await expect(a.app.methods.card('Airtel Money')).toContainText('Pending sync');
  await expect(a.app.header.syncStatus).toHaveText('Offline · 1 change pending');

  await a.findSignal();
  await a.isSynced();
  await openMethods(b);
  await expect(b.app.methods.cards).toHaveCount(2);
  const airtel = b.app.methods.card('Airtel Money');
  await expect(airtel.getByRole('img', { name: 'Mobile Money' })).toBeVisible();
  await expect(airtel).toContainText('Added by Amina Okello');
  await expect(airtel).not.toContainText('Default');
  expect(await seriousFindings(b.page)).toEqual([]);
  await b.page.getByRole('link', { name: 'Back' }).click();
  await expect(b.page).toHaveURL(/\/profile$/);

  await b.page.goto(`${b.line.url}/sales/new`);
  await b.app.newSale.fill({ lines: [{ item: SUGAR.name }], notes: 'by phone' });
  await b.app.newSale.payBy('Airtel Money', 'TX-1');
  await b.app.newSale.submit();
  await expect(b.app.sales.cardWith('by phone')).toBeVisible();
});

test('R-PAY-15 R-PAY-16 what is wrong with a name has its sentence, and what was typed stays', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { methods } = phone.app;
  await openMethods(phone);
  await methods.addButton.click();
  await methods.submit();
  await expect(methods.name).toHaveAccessibleDescription(saying('Please enter a name for the payment method'));
  await methods.name.fill(' cASH');
  await methods.submit();
  await expect(methods.name).toHaveAccessibleDescription(saying('A payment method with this name already exists'));
  await expect(methods.name).toHaveValue(' cASH');
});

test('R-PAY-10 R-PAY-13 R-PAY-23 C-051 C-131 M30 the default moves with no signal, to one on every phone, and back to Cash', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await ShopOnServer.of(server.url, shop);
  await onServer.post('/payment-methods', { name: 'Airtel Money', icon: 'Phone' });
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop);
  for (const phone of [a, b]) await openMethods(phone);
  await a.loseSignal();
  await a.app.methods.act('Airtel Money', 'Set as default').click();
  await expect(a.app.toast).toHaveText('Default payment method updated');
  await a.app.closeToast();
  await expect(a.app.methods.card('Airtel Money')).toContainText('Pending sync');
  await expect(a.app.methods.cards.first()).toContainText('Airtel Money');
  await a.findSignal();
  for (const phone of [a, b]) {
    await expect(phone.app.methods.card('Airtel Money')).toContainText('Default');
    await expect(phone.page.getByText('Default', { exact: true })).toHaveCount(1);
    await phone.isSynced();
  }
  await b.page.goto(`${b.line.url}/sales/new`);
  await expect(b.app.newSale.field('Payment method').locator('option:checked')).toHaveText('Airtel Money');
  await a.app.methods.act('Cash', 'Set as default').click();
  await expect(b.app.newSale.field('Payment method').locator('option:checked')).toHaveText('Cash');
  const methods = (await onServer.get('/payment-methods')) as { name: string; isDefault: boolean }[];
  expect(methods.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Cash']);
});

test('R-PAY-08 R-PAY-11 R-PAY-12 R-PAY-18 R-PAY-21 C-054 C-132 M29 a used one refuses removal, here at once and elsewhere after the sync, and is archived instead', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR]);
  for (const name of ['Airtel Money', 'MTN MoMo']) await onServer.post('/payment-methods', { name, icon: 'Phone' });
  const seller = await phones.signedInOnline(shop);
  const owner = await phones.signedIn(shop);
  await openMethods(owner);
  await owner.loseSignal();
  await seller.page.goto(`${seller.line.url}/sales/new`);
  await seller.app.newSale.fill({ lines: [{ item: SUGAR.name }], notes: 'by Airtel' });
  await seller.app.newSale.payBy('Airtel Money');
  await seller.app.newSale.submit();
  await expect(seller.app.sales.cardWith('by Airtel')).toBeVisible();
  await seller.isSynced();
  await openMethods(seller);
  await expect(seller.app.methods.card('Airtel Money')).toContainText('Used in Sales');
  await expect(seller.app.methods.act('Airtel Money', 'Remove')).toBeDisabled();
  const inUse = 'Cannot delete payment method that is used in sales.';
  await expect(seller.app.methods.act('Airtel Money', 'Remove')).toHaveAccessibleDescription(saying(inUse));
  await seller.app.methods.act('Airtel Money', 'Remove').locator('..').hover();
  await expect(seller.page.getByRole('tooltip')).toContainText(inUse);
  expect(await seriousFindings(seller.page)).toEqual([]);

  // The owner's phone does not have that sale yet.
  for (const name of ['Airtel Money', 'MTN MoMo']) {
    await owner.app.methods.act(name, 'Remove').click();
    await expect(owner.app.methods.card(name)).toHaveCount(0);
    await expect(owner.app.toast).toHaveText('Payment method deleted successfully');
    await owner.app.closeToast();
  }
  await owner.findSignal();
  await expect(owner.app.methods.card('Airtel Money')).toContainText('Used in Sales');
  await expect(owner.app.methods.card('MTN MoMo')).toHaveCount(0);
  await owner.app.header.openSyncStatus();
  await expect(owner.app.sync.attention).toContainText(inUse);
  await owner.app.sync.attention.getByRole('button', { name: 'Discard' }).click();
  await owner.app.dialog.getByRole('button', { name: 'Discard' }).click();
  await owner.isSynced();

  await openMethods(owner);
  await owner.app.methods.act('Airtel Money', 'Archive').click();
  await expect(owner.app.methods.archived).toHaveCount(1);
  await expect(seller.app.methods.archived).toContainText('Airtel Money');
  await expect(seller.app.methods.cards).toHaveCount(1);
  await seller.page.goto(`${seller.line.url}/sales/new`);
  await expect(seller.app.newSale.field('Payment method').getByRole('option')).toHaveText(['Cash']);
});

test('M28 one name made on two phones without a signal is one method, whose seller is told', async ({
  phones,
  shop,
  server,
}) => {
  const first = await phones.signedIn(shop);
  const last = await phones.signedIn(shop);
  for (const [phone, name] of [
    [first, 'Airtel Money'],
    [last, 'airtel money'],
  ] as const) {
    await openMethods(phone);
    await phone.loseSignal();
    await phone.app.methods.add(name);
    await expect(phone.app.methods.card(name)).toContainText('Pending sync');
  }
  await first.findSignal();
  await first.isSynced();
  await last.findSignal();
  for (const phone of [last, first]) {
    await expect(phone.app.methods.card('Airtel Money')).toContainText('Merged with existing Airtel Money');
    await expect(phone.app.methods.cards).toHaveCount(2);
    await phone.isSynced();
  }
  const onServer = await ShopOnServer.of(server.url, shop);
  const methods = (await onServer.get('/payment-methods')) as { name: string }[];
  expect(methods.map(({ name }) => name)).toEqual(['Cash', 'Airtel Money']);
});
