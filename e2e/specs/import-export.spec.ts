import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures/test.ts';

const csvOf = (lines: readonly string[]) => ({
  name: 'items.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Name,Selling price,Stock', ...lines].join('\r\n')),
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
  await page.getByRole('link', { name: 'Go to items' }).click();
  await expect(phone.app.items.card('صابون أزرق')).toContainText('Pending sync');

  await phone.open('/settings/data');
  await expect(phone.page.getByText(/^Includes data synced up to/)).toBeVisible();
  const downloading = phone.page.waitForEvent('download');
  await phone.page.getByRole('button', { name: 'Export items' }).click();
  const written = readFileSync(await (await downloading).path());
  expect([...written.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(written.toString('utf8')).toContain("\r\n'=1+1,700,");

  await phone.findSignal();
  await expect(phone.app.header.syncStatus).toHaveText('All changes synced');
});
