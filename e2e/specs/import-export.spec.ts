import { readFileSync } from 'node:fs';
import { seriousFindings } from '../fixtures/axe.ts';
import { bombBytes, workbookOf } from '../fixtures/excel-file.ts';
import { expect, test } from '../fixtures/test.ts';

const csvOf = (lines: readonly string[]) => ({
  name: 'items.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Name,Selling price,Stock', ...lines].join('\r\n')),
});

const excelOf = (bytes: Uint8Array) => ({ name: 'items.xlsx', mimeType: EXCEL, buffer: Buffer.from(bytes) });
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('G30 an Excel file of ten thousand items is read; a small one that unpacks to a hundred megabytes, a cut off one and a picture are told, and the page answers', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedIn(shop);
  await phone.loseSignal();
  await phone.open('/items/import');
  const { page } = phone;
  const file = page.getByLabel('File', { exact: true });
  const told = page.getByRole('alert');

  await file.setInputFiles(excelOf(bombBytes()));
  await expect(told).toContainText('This Excel file holds far more than a list of items.');
  await file.setInputFiles(excelOf(workbookOf([['Name', 'Selling price']]).slice(0, 900)));
  await expect(told).toContainText('It may be damaged or only partly downloaded.');
  await file.setInputFiles(excelOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')));
  await expect(told).toContainText('This is not a CSV or Excel file.');

  const lines = Array.from({ length: 10_000 }, (_, nth) => [`Item number ${nth}`, String(nth + 1), '3', `SKU-${nth}`]);
  await file.setInputFiles(excelOf(workbookOf([['Name', 'Selling price', 'Stock', 'SKU'], ...lines])));
  await expect(page.getByRole('button', { name: 'Import 10,000 items' })).toBeEnabled();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(phone.app.header.title).toHaveText('Import and export');
});

test('G29 G30 M41 with no signal a list of items comes in from a file, a far too long one is told, and all goes out again', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedIn(shop);
  await phone.loseSignal();
  await phone.open('/items/import');
  const { page } = phone;
  const file = page.getByLabel('File', { exact: true });

  await file.setInputFiles(csvOf(Array.from({ length: 100_000 }, (_, nth) => `Item ${nth},1500,2`)));
  await expect(page.getByRole('alert')).toContainText('This file has more than 10,000 items.');

  await file.setInputFiles(csvOf(['صابون أزرق,1500,2', '=1+1,700,3', 'Salt,free,1']));
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 4: Salt');
  await page.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('2 items imported.')).toBeVisible();

  // The same list again, with another price.
  await file.setInputFiles(csvOf(['صابون أزرق,1600,2', '=1+1,700,3']));
  await expect(page.getByRole('list', { name: 'Already in your shop' })).toContainText('Price: 1,500 → 1,600');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Update the one that differs, except the stock').check();
  await page.getByRole('button', { name: 'Update 1 item' }).click();
  await expect(page.getByText('1 item updated.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to items' }).click();
  await expect(phone.app.items.card('صابون أزرق')).toContainText('UGX 1,600.00');
  await expect(phone.app.items.card('صابون أزرق')).toContainText('Pending sync');

  await phone.open('/settings/data');
  await expect(phone.page.getByText(/^Includes data synced up to/)).toBeVisible();
  const downloading = phone.page.waitForEvent('download');
  await phone.page.getByRole('button', { name: 'Export items' }).click();
  const written = readFileSync(await (await downloading).path());
  expect([...written.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(written.toString('utf8')).toContain("\r\n'=1+1,700,");

  await phone.findSignal();
  await phone.isSynced();
});

test('G30 M12 two phones that import one file with no signal tell what is there twice, and one of them settles it for both', async ({
  phones,
  shop,
}) => {
  const file = csvOf(['Sugar 1 kg,4500,20', 'Salt,700,5']);
  const both = await Promise.all([phones.signedIn(shop), phones.signedIn(shop)]);
  for (const phone of both) {
    await phone.loseSignal();
    await phone.open('/items/import');
    await phone.page.getByLabel('File', { exact: true }).setInputFiles(file);
    await phone.page.getByRole('button', { name: 'Import 2 items' }).click();
    await expect(phone.page.getByText('2 items imported.')).toBeVisible();
  }
  const [one, other] = both;
  for (const phone of both) {
    await phone.findSignal();
    await phone.isSynced();
  }

  // This phone gets the other's items after it has sent its own; the list shows them when they arrive.
  await one.open('/items');
  await expect(one.page.getByText('2 items are there twice')).toBeVisible();
  expect(await seriousFindings(one.page)).toEqual([]);
  await one.page.getByRole('link', { name: 'Show what is there twice' }).click();
  await expect(one.page.getByRole('list', { name: 'Items that are there twice' })).toBeVisible();
  expect(await seriousFindings(one.page)).toEqual([]);
  await one.page.getByRole('button', { name: 'Archive the 2 that came later' }).click();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Archive the 2 that came later' }).click();
  await expect(one.page.getByText('No item is there twice')).toBeVisible();
  await one.isSynced();

  await other.open('/items');
  for (const name of ['Sugar 1 kg', 'Salt']) await expect(other.app.items.card(name)).toHaveCount(1);
});
