import { filmBarcode } from '../fixtures/barcode-video.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { startSale } from '../fixtures/selling.ts';
import { shopRows } from '../fixtures/storage.ts';
import { expect, signIn, test } from '../fixtures/test.ts';

/* Selling to a queue: with few taps, a scanner, a camera. An unfinished sale outlives its browser. */

const COLA = { name: 'Cola', price: '2000', stock: '24', sku: '4006381333931' } as const;

test('R-SNEW-06 R-SNEW-17 R-API-41 a cash sale of two items is six taps from Home', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop);
  const { app, page } = await phones.signedIn(shop);
  await app.goTo('Home');
  await page.evaluate(() => {
    const counter = { taps: 0 };
    Object.assign(window, { counter });
    document.addEventListener('pointerdown', () => (counter.taps += 1), { capture: true });
  });
  await page.getByRole('link', { name: 'New Sale' }).click();
  await app.newSale.chooseItem(1, SUGAR.name);
  await app.newSale.addLine();
  await app.newSale.line(2).getByRole('option').filter({ hasText: SOAP.name }).click();
  await app.newSale.submit();
  await expect(app.toast).toHaveText('Sale createdThe sale has been created successfully.');
  await expect(app.sales.cards.first()).toContainText('UGX 7,000.50');
  expect(await page.evaluate(() => (window as unknown as { counter: { taps: number } }).counter.taps)).toBe(6);
});

test('R-SNEW-16 M5 a half-made sale is there again after a reload, and after the browser was killed; in two tabs there are two', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop);
  const phone = await phones.signedInWithProfile(shop);
  // The browser stores cookies when it is closed, otherwise after a while.
  await phone.quit();
  await phone.start();
  await phone.open('/sales');
  await startSale(phone.app, 'first tab', [{ item: SUGAR.name, quantity: '3', price: '4000' }]);
  await expect.poll(() => keptNotes(phone)).toEqual(['first tab']);
  phone.page.on('dialog', (dialog) => void dialog.accept());
  await phone.page.reload();
  await expect(phone.app.newSale.notes).toHaveValue('first tab');
  const first = phone.app;
  await phone.open('/sales/new');
  await expect(phone.app.newSale.notes).toHaveValue('');
  await phone.app.newSale.fill({ lines: [{ item: SOAP.name }], notes: 'second tab' });
  await expect(first.newSale.lineField(1, 'Price')).toHaveValue('4000');
  await expect
    .poll(() => keptNotes(phone), { message: 'what is kept on the disk' })
    .toEqual(['first tab', 'second tab']);

  await phone.killAfter(0);
  await phone.start();
  await phone.loseSignal();
  const { newSale } = await phone.open('/sales/new');
  await expect(phone.app.text('This sale was not finished. It is as you left it.')).toBeVisible();
  await expect(newSale.lineField(1, 'Item')).toHaveValue(SUGAR.name);
  await expect(newSale.lineField(1, 'Quantity')).toHaveValue('3');
  await expect(newSale.grandTotal).toContainText('UGX 12,000.00');
  await newSale.submit();
  await expect(phone.app.sales.cardWith('first tab')).toHaveCount(1);
  await phone.open('/sales/new');
  await expect(phone.app.newSale.notes).toHaveValue('second tab');
  await expect(phone.app.newSale.lineField(1, 'Item')).toHaveValue(SOAP.name);
});

test('G31 a scanner that types, and the camera where the browser reads no barcodes itself, put items into the sale, with no signal too', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR, COLA]);
  const phone = await signIn(await phones.takeWithCamera(await filmBarcode(COLA.sku)), shop);
  const { app, page } = phone;
  const { newSale } = app;
  await page.goto(`${phone.line.url}/sales/new`);
  await newSale.chooseItem(1, SUGAR.name);
  await newSale.lineField(1, 'Quantity').fill('7');
  await newSale.scanByKeyboard(COLA.sku);
  await expect(newSale.lineField(2, 'Item')).toHaveValue(COLA.name);
  await expect(newSale.lineField(1, 'Quantity')).toHaveValue('7');

  const scanWithCamera = async () => {
    await page.getByRole('button', { name: 'Scan' }).click();
    await expect(app.dialog).toContainText('Cola added');
    await app.dialog.getByRole('button', { name: 'Done' }).click();
    await expect(app.dialog).toHaveCount(0);
  };
  await scanWithCamera();
  await expect(newSale.lineField(2, 'Quantity')).toHaveValue('2');
  await phone.loseSignal();
  await scanWithCamera();
  await expect(newSale.lineField(2, 'Quantity')).toHaveValue('3');
  await expect(newSale.grandTotal).toContainText('UGX 37,500.00');
});

test('R-CTR-13 R-CTR-14 a code before the camera that no item has: its item is created at once, and is in the basket', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const { app, page } = await signIn(await phones.takeWithCamera(await filmBarcode(COLA.sku)), shop);
  await app.goTo('Sell');
  await app.counter.tap(SUGAR.name);
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(app.dialog).toContainText(`No item has the code ${COLA.sku}`);
  await app.dialog.getByRole('link', { name: 'Create item with this code' }).click();
  await expect(app.newItem.field('SKU')).toHaveValue(COLA.sku);
  await app.newItem.fill({ name: COLA.name, category: 'Groceries', price: COLA.price, stock: COLA.stock });
  await app.newItem.submit();
  await expect(app.counter.tile(COLA.name)).toHaveAccessibleName(/1 in the basket/);
  await expect(app.counter.charge).toHaveText(/UGX 6,500/);
});

/** Returns the notes of the drafts on disk, in the order in which their tabs were opened. */
async function keptNotes({ page }: Phone): Promise<string[]> {
  const { draft } = await shopRows<{ draft: { content: { notes: string } } }>(page, ['draft']);
  return draft.map(({ content }) => content.notes);
}
