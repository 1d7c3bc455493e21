import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, saying, test } from '../fixtures/test.ts';

const MUKWANO = {
  Name: 'Mukwano Industries',
  Phone: '0772 123456',
  Email: 'sales@mukwano.example',
  Address: 'Kampala Road 1',
  Notes: 'comes on Tuesdays',
};

test('R-SUPP-03 R-SUPP-05 R-SUPP-13 R-SUPP-14 R-ROUTE-24 R-ROUTE-25 R-ROUTE-26 M23 a supplier written down with no signal is on the other phone once', async ({
  phones,
  shop,
  server,
}) => {
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop, { colorScheme: 'dark' });
  await a.loseSignal();
  await a.app.home.openSuppliers();
  await expect(a.page).toHaveURL(/\/suppliers$/);
  await expect(a.app.heading('No suppliers found')).toBeVisible();
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.app.suppliers.startNewSupplier();
  await expect(a.page).toHaveURL(/\/suppliers\/new$/);
  await a.app.supplier.create(MUKWANO);
  await expect(a.app.toast).toHaveText('Supplier created');
  await expect(a.page).toHaveURL(/\/suppliers$/);
  await expect(a.app.suppliers.card(MUKWANO.Name)).toContainText('Pending sync');
  await expect(a.app.header.syncStatus).toHaveText('Offline · 1 change pending');

  await a.findSignal();
  await a.isSynced();
  await expect(a.app.suppliers.card(MUKWANO.Name)).not.toContainText('Pending sync');
  await b.page.goto(`${b.line.url}/suppliers`);
  await expect(b.app.suppliers.cards).toHaveCount(1);
  await expect(b.app.suppliers.card(MUKWANO.Name)).toContainText(MUKWANO.Phone);
  expect(await seriousFindings(b.page)).toEqual([]);
  await b.app.suppliers.open(MUKWANO.Name);
  await expect(b.page).toHaveURL(/\/suppliers\/\d+$/);
  for (const text of Object.values(MUKWANO)) await expect(b.app.supplier.facts).toContainText(text);
  expect(await seriousFindings(b.page)).toEqual([]);
  const onServer = await ShopOnServer.of(server.url, shop);
  expect(await onServer.get('/suppliers')).toHaveLength(1);
});

test('R-SUPP-06 R-SUPP-07 R-SUPP-08 R-SUPP-10 R-SUPP-11 R-SUPP-12 what is wrong has its sentence, and nothing typed is lost by leaving', async ({
  phones,
  shop,
}) => {
  const { app, page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/suppliers/new`);
  const { supplier } = app;
  await supplier.create({ Email: 'nonsense' });
  await expect(supplier.field('Name')).toHaveAccessibleDescription(saying('Supplier name is required'));
  await expect(supplier.field('Email')).toHaveAccessibleDescription(saying('Please enter a valid email'));
  await expect(supplier.field('Name')).toBeFocused();
  await supplier.fill({ Name: 'Bidco', Email: '' });
  await app.goTo('Home');
  await expect(page.getByRole('dialog', { name: 'Unsaved Changes' })).toBeVisible();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(supplier.field('Name')).toHaveValue('Bidco');
  await app.goTo('Home');
  await app.dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(app.header.title).toHaveText('Home');
  await page.goto(`${line.url}/suppliers/new`);
  await supplier.create({ Name: 'Bidco' });
  await expect(app.suppliers.card('Bidco')).toBeVisible();
});

test('R-SUPP-01 R-SUPP-02 C-034 C-127 eight to a page, and the search box finds the one by its notes', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await ShopOnServer.of(server.url, shop);
  for (let number = 1; number <= 9; number += 1)
    await onServer.post('/suppliers', { name: `Supplier ${number}`, notes: number === 3 ? 'only on Tuesdays' : null });
  const { app, page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/suppliers`);
  await expect(app.suppliers.cards).toHaveCount(8);
  await expect(app.suppliers.cards.first()).toContainText('Supplier 9');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.suppliers.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('tuesd');
  await expect(app.suppliers.cards).toHaveCount(1);
  await expect(app.suppliers.card('Supplier 3')).toBeVisible();
});

test('R-SUPP-19 R-SUPP-20 R-SUPP-21 R-SUPP-22 R-SUPP-24 R-SUPP-25 R-SUPP-27 C-117 M24 deleting without a signal is warned about where goods were bought, and leaves every phone', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR]);
  const [sugar] = (await onServer.get('/items')) as { id: number }[];
  const bought = (await onServer.post('/suppliers', { name: 'Bidco' })) as { id: number };
  await onServer.post('/suppliers', { name: 'Nobody bought of' });
  await onServer.post('/purchases', {
    supplierId: bought.id,
    items: [{ itemId: sugar?.id, itemName: SUGAR.name, quantity: 2, unitCost: 3000 }],
    purchaseAmount: 6000,
  });
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop);
  await a.page.goto(`${a.line.url}/suppliers/${bought.id}`);
  await expect(a.app.supplier.purchases).toHaveCount(1);
  await expect(a.app.supplier.purchases).toContainText('UGX 6,000.00');
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.loseSignal();
  await a.app.supplier.purchases.getByRole('link').click();
  await expect(a.page).toHaveURL(/\/purchases\/\d+$/);
  await expect(a.app.purchase.items).toContainText(SUGAR.name);
  await a.page.goBack();
  await a.app.supplier.startDeleting();
  await expect(a.app.supplier.deleteDialog).toContainText('1 associated purchase');
  await expect(a.app.supplier.deleteDialog).toContainText('there may be more not yet on this device');
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.app.supplier.confirmDeleting();
  await expect(a.app.toast).toHaveText('Supplier deleted');
  await expect(a.page).toHaveURL(/\/suppliers$/);
  await expect(a.app.suppliers.cards).toHaveCount(1);

  await a.app.closeToast();
  await a.app.suppliers.open('Nobody bought of');
  await a.app.supplier.startDeleting();
  await expect(a.app.supplier.deleteDialog).not.toContainText('purchase');
  await a.app.supplier.confirmDeleting();
  await expect(a.app.heading('No suppliers found')).toBeVisible();

  await a.findSignal();
  await a.isSynced();
  await b.page.goto(`${b.line.url}/suppliers/${bought.id}`);
  await expect(b.app.heading('Supplier not found')).toBeVisible();
  const purchases = (await onServer.get('/purchases')) as { supplierName: string }[];
  expect(purchases.map(({ supplierName }) => supplierName)).toEqual(['Bidco']);
});
