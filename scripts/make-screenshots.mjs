// node scripts/make-screenshots.mjs ADDRESS PHONE PIN: photographs the running app for the manifest. Browsers show
// these pictures when they offer to install the app. `npm run demo` fills a shop for it and prints phone and PIN. The
// pictures are kept in git; run this again when the screens have changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { ROOT } from './setup/paths.mjs';

const [address, phone, pin] = process.argv.slice(2);
if (!address || !phone || !pin) throw new Error('Say where the app runs and who signs in: ADDRESS PHONE PIN');

/** A phone with two device pixels per pixel. Browsers refuse pictures more than 2.3 times as high as wide. */
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const WIDE = { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 };
const PICTURES = [
  { file: 'narrow-home', path: '/dashboard', device: NARROW },
  { file: 'narrow-sale', path: '/sales/new', device: NARROW, prepare: ringUp },
  { file: 'narrow-items', path: '/items', device: NARROW },
  { file: 'wide-home', path: '/dashboard', device: WIDE },
  { file: 'wide-reports', path: '/reports', device: WIDE },
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
mkdirSync(join(ROOT, 'public/screenshots'), { recursive: true });
for (const { file, path, device, prepare } of PICTURES) {
  const page = await browser.newPage({ ...device, colorScheme: 'light', locale: 'en-GB' });
  await page.goto(`${address}/login`);
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('All changes synced').waitFor();
  await page.goto(address + path);
  await page.getByText('All changes synced').waitFor();
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  const picture = await page.screenshot();
  writeFileSync(join(ROOT, `public/screenshots/${file}.webp`), await sharp(picture).webp({ quality: 60 }).toBuffer());
  await page.close();
}
await browser.close();

/** @param {import('playwright').Page} page */
async function ringUp(page) {
  const line = page.getByRole('group', { name: 'Line 1', exact: true });
  await line.getByLabel('Item', { exact: true }).click();
  await line.getByRole('option').first().click();
}
