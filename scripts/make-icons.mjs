// node scripts/make-icons.mjs: makes the app's icons from public/favicon.svg. The PNGs are kept in git; run this again
// only when the drawing changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ROOT } from './setup/paths.mjs';

const svg = readFileSync(join(ROOT, 'public/favicon.svg'), 'utf8');
// The phone cuts a maskable icon to any shape, so the ground fills it and the drawing stays in the middle 80 %.
const maskable = svg.replace(' rx="11"', '').replace('<g>', '<g transform="translate(4.8 4.8) scale(.8)">');

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
await draw('icons/icon-192.png', 192, svg);
await draw('icons/icon-512.png', 512, svg);
await draw('icons/maskable-512.png', 512, maskable);
await browser.close();

/** @param {string} file @param {number} size @param {string} drawing */
async function draw(file, size, drawing) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);
  writeFileSync(join(ROOT, 'public', file), await page.screenshot({ omitBackground: true }));
}
