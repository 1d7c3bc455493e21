import { seriousFindings } from '../fixtures/axe.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { stockOnServer } from '../fixtures/selling.ts';
import { expect, saying, test } from '../fixtures/test.ts';

/* Goods arrive with no signal. Whoever records it, and however often: they are added to the stock once. */

const SUPPLIER = 'Mukwano Industries';
const DELIVERY = {
  invoice: 'INV-7',
  lines: [
    { item: SUGAR.name, quantity: '10', unitCost: '4,000' },
    { item: SOAP.name, quantity: '2.5', unitCost: '1,800.25' },
  ],
} as const;

/** Expects the phone to show this stock of an item. */
async function expectStock({ app }: Phone, name: string, stock: string): Promise<void> {
  await app.goTo('Items');
  await expect(app.items.card(name)).toContainText(`Stock: ${stock}`);
}

async function openPurchases({ page, line }: Phone): Promise<void> {
  await page.goto(`${line.url}/purchases`);
}

test('R-PUR-07 R-PUR-30 R-ROUTE-27 R-ROUTE-28 R-ROUTE-29 M23 M25 C-113 a delivery written down with no signal, of a supplier that nobody knew: stock rises at once, and once on both phones', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop, { colorScheme: 'dark' });
  await a.loseSignal();
  await a.app.goTo('Home');
  await a.page.getByRole('link', { name: 'Purchases' }).click();
  await expect(a.page).toHaveURL(/\/purchases$/);
  await expect(a.app.heading('No purchases found')).toBeVisible();
  await a.app.purchases.startNewPurchase();
  const { newPurchase } = a.app;
  await newPurchase.createSupplier(SUPPLIER);
  await newPurchase.fill(DELIVERY);
  await expect(newPurchase.lineField(2, 'Total cost')).toHaveValue('UGX 4,500.63');
  await expect(newPurchase.grandTotal).toContainText('UGX 44,500.63');
  expect(await seriousFindings(a.page)).toEqual([]);
  await a.app.closeToast();
  await newPurchase.submit();
  await expect(a.app.toast).toHaveText('Purchase createdPurchase has been created successfully');
  await expect(a.page).toHaveURL(/\/purchases$/);
  await expect(a.app.purchases.card('INV-7')).toContainText('Pending sync');
  expect(await seriousFindings(a.page)).toEqual([]);
  await expectStock(a, SUGAR.name, '30');

  await a.findSignal();
  await a.isSynced();
  for (const phone of [a, b]) {
    await expectStock(phone, SUGAR.name, '30');
    await expectStock(phone, SOAP.name, '14.5');
  }
  await openPurchases(b);
  await expect(b.app.purchases.card('INV-7')).not.toContainText('Pending sync');
  await b.app.purchases.open('INV-7');
  await expect(b.page).toHaveURL(/\/purchases\/\d+$/);
  await expect(b.app.purchase.facts).toContainText(SUPPLIER);
  await expect(b.app.purchase.items).toContainText('UGX 4,500.63');
  expect(await seriousFindings(b.page)).toEqual([]);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(30);
  expect(await onServer.get('/purchases')).toHaveLength(1);
});

test('G15 G16 M26 R-PUR-33 R-PUR-40 two phones mark the same goods as received with no signal: they are in stock once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const a = await phones.signedIn(shop);
  const b = await phones.signedIn(shop, { colorScheme: 'dark' });
  await openPurchases(a);
  await a.app.purchases.startNewPurchase();
  await a.app.newPurchase.createSupplier(SUPPLIER);
  await a.app.newPurchase.fill({ ...DELIVERY, status: 'Pending' });
  await a.app.newPurchase.submit();
  await expect(a.app.purchases.card('INV-7')).toBeVisible();
  await a.isSynced();
  await openPurchases(b);
  await expect(b.app.purchases.card('INV-7')).toBeVisible();
  await expectStock(b, SUGAR.name, '20');

  for (const phone of [a, b]) {
    await openPurchases(phone);
    await phone.app.purchases.open('INV-7');
    await expect(phone.app.purchase.receiveButton).toBeVisible();
    await phone.loseSignal();
    await phone.app.purchase.receiveButton.click();
    await expect(phone.app.toast).toContainText('Purchase received');
    await expect(phone.app.purchase.receiveButton).toHaveCount(0);
    await expect(phone.app.purchase.facts).toContainText('Pending sync');
    expect(await seriousFindings(phone.page)).toEqual([]);
  }
  await b.app.closeToast();
  await b.app.purchase.startEditing();
  expect(await seriousFindings(b.page)).toEqual([]);
  await b.app.purchase.editDialog.getByLabel('Payment status').selectOption({ label: 'Partial' });
  await b.app.purchase.editDialog.getByLabel('Amount paid').fill('40,000');
  await b.app.purchase.save();
  for (const phone of [a, b]) {
    await phone.findSignal();
    await phone.isSynced();
  }
  for (const { app } of [a, b]) {
    await expect(app.purchase.facts).toContainText('Completed');
    await expect(app.purchase.facts).toContainText('UGX 4,500.63');
    await app.purchase.openTab('History');
    await expect(app.purchase.history).toHaveCount(3);
    await expect(app.purchase.history.first()).toContainText('Payment status: Paid → Partial');
    await expect(app.purchase.history.nth(1)).toContainText('Status: Pending → Completed');
  }
  for (const phone of [a, b]) await expectStock(phone, SUGAR.name, '30');
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(30);
});

test('R-PUR-36 R-PUR-37 M27 a purchase that two phones delete with no signal takes its goods along once', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const supplier = (await onServer.post('/suppliers', { name: SUPPLIER })) as { id: number };
  const items = (await onServer.get('/items')) as { id: number; name: string }[];
  const sugarId = items.find(({ name }) => name === SUGAR.name)?.id;
  await onServer.post('/purchases', {
    supplierId: supplier.id,
    invoiceNumber: 'INV-7',
    items: [{ itemId: sugarId, quantity: '10', unitCost: '4000' }],
  });
  const a = await phones.signedIn(shop);
  const b = await phones.signedIn(shop, { colorScheme: 'dark' });
  for (const phone of [a, b]) {
    await openPurchases(phone);
    await phone.app.purchases.open('INV-7');
    await expect(phone.app.purchase.facts).toContainText(SUPPLIER);
    await phone.loseSignal();
    await phone.app.purchase.startDeleting();
    await expect(phone.app.purchase.deleteDialog).toContainText('taken out of stock again');
    expect(await seriousFindings(phone.page)).toEqual([]);
    await phone.app.purchase.confirmDelete();
    await expect(phone.app.toast).toContainText('Purchase deleted');
    await expect(phone.page).toHaveURL(/\/purchases$/);
    await expect(phone.app.heading('No purchases found')).toBeVisible();
    await expectStock(phone, SUGAR.name, '20');
  }
  for (const phone of [a, b]) {
    await phone.findSignal();
    await phone.isSynced();
  }
  for (const phone of [a, b]) await expectStock(phone, SUGAR.name, '20');
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(20);
  expect(await onServer.get('/purchases')).toEqual([]);
});

test('R-PUR-06 R-PUR-08 R-PUR-09 R-PUR-10 G55 what is missing has its sentence, and leaving asks first', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop);
  const { app, page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/purchases/new`);
  const { newPurchase } = app;
  await newPurchase.submit();
  await expect(newPurchase.field('Supplier')).toHaveAccessibleDescription(saying('Please select a supplier'));
  await expect(newPurchase.field('Supplier')).toBeFocused();
  await expect(newPurchase.lineField(1, 'Item')).toHaveAccessibleDescription(saying('Please select an item'));
  await expect(page.getByRole('alert').filter({ hasText: 'At least one item is required' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await newPurchase.lineField(1, 'Quantity').fill('3');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(app.dialog).toContainText('Unsaved Changes');
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(newPurchase.lineField(1, 'Quantity')).toHaveValue('3');
  await page.getByRole('link', { name: 'Back' }).click();
  await app.dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/purchases$/);
});
