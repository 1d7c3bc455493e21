// node scripts/make-help-pictures.mjs ADDRESS PHONE PIN: photographs the counter of the running app for Help, light and
// dark. `npm run demo` fills a shop for it and prints phone and PIN. It records one sale in each colour scheme. The
// pictures are kept in git and are not precached on devices; run this again when the counter has changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { ROOT } from './setup/paths.mjs';

const [address, phone, pin] = process.argv.slice(2);
if (!address || !phone || !pin) throw new Error('Say where the app runs and who signs in: ADDRESS PHONE PIN');

const FOLDER = join(ROOT, 'public/screenshots/help');
/** A small phone, so that the text can be read in a picture. */
const DEVICE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, locale: 'en-GB' };
const FILE_WIDTH = 540;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
mkdirSync(FOLDER, { recursive: true });
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const page = await browser.newPage({ ...DEVICE, colorScheme });
  await page.goto(`${address}/login`);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText(/All changes synced|need attention/).waitFor();
  await page.goto(`${address}/counter`);
  await photographCounter(page, colorScheme);
  await page.close();
}
await browser.close();

/**
 * @param {import('playwright').Page} page
 * @param {string} scheme
 */
async function photographCounter(page, scheme) {
  const take = async (/** @type {string} */ name) => {
    await page.waitForLoadState('networkidle');
    const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
      .resize({ width: FILE_WIDTH })
      .webp({ quality: 62 })
      .toBuffer();
    writeFileSync(join(FOLDER, `${name}-${scheme}.webp`), picture);
  };
  const tiles = page.getByRole('group', { name: 'Items', exact: true }).getByRole('button', { name: / in stock/ });
  await page.getByRole('radio', { name: 'Groceries' }).waitFor({ state: 'attached' });
  for (const nth of [0, 0, 1, 2]) await tiles.nth(nth).click();
  await take('tiles');
  await page
    .getByRole('button', { name: /^Quantity of / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await take('line');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^4 items/ }).click();
  await take('basket');
  await page.getByRole('button', { name: /^Charge / }).click();
  const payment = page.getByRole('dialog', { name: 'Take payment' });
  for (const key of '20000') await payment.getByRole('button', { name: key, exact: true }).click();
  await payment.getByText(/^Change/).waitFor();
  await take('payment');
  await payment.getByRole('button', { name: 'Create sale' }).click();
  await page.getByRole('region', { name: 'The sale is recorded' }).waitFor();
  await page.getByRole('button', { name: 'Receipt' }).waitFor();
  const toast = page.getByRole('alert').getByRole('button');
  if (await toast.count()) await toast.first().click();
  await take('done');
}
