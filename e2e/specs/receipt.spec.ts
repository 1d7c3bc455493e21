import type { Page } from 'playwright/test';
import { ReceiptDialog } from '../pages/receipt-dialog.ts';
import { seriousFindings } from '../fixtures/axe.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

const MM_PER_POINT = 25.4 / 72;

/** Prints into a PDF file; returns the size of each page in millimetres. */
async function printedPages(page: Page): Promise<{ widthMm: number; heightMm: number }[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) => ({
    widthMm: Math.round(Number(box[1]) * MM_PER_POINT),
    heightMm: Math.round(Number(box[2]) * MM_PER_POINT),
  }));
}

/** Returns the parts of the printed sheet that are cut off at its edge. */
async function cutOff(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const texts = await page.locator('.k-print-sheet .k-receipt').evaluate((sheet) => {
    const edges = sheet.getBoundingClientRect();
    const beyond = [...sheet.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.left < edges.left - 1 || box.right > edges.right + 1 || element.scrollWidth > element.clientWidth + 1;
    });
    return beyond.map((element) => element.textContent ?? '');
  });
  await page.emulateMedia({ media: null });
  return texts;
}

test('R-GEN-08 G45 R-RCPT-14 M39 forty lines with twelve digits, emoji, other scripts and markup print whole on a roll of 58 and 80 mm and on A4, with no signal', async ({
  phones,
  shop,
  server,
}) => {
  const api = await ShopOnServer.of(server.url, shop);
  const names = [
    '<img src=x onerror=alert(1)><script>alert(2)</script>',
    'أرز بسمتي ممتاز 5 كيلو',
    'Cake 🎂👩🏽‍🍳',
    'x'.repeat(120),
  ];
  const items: number[] = [];
  for (const name of names) {
    const { id } = (await api.post('/items', { name, price: '99999999.99', stock: 9_000 })) as { id: number };
    items.push(id);
  }
  const lines = Array.from({ length: 40 }, (_, index) => ({ itemId: items[index % 4], quantity: 99 }));
  const { id } = (await api.post('/sales', { items: lines })) as { id: number };

  const phone = await phones.signedIn(shop);
  const { page } = phone;
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${phone.line.url}/sales/${id}`);
  const receipt = new ReceiptDialog(page);
  await receipt.open();
  await expect(receipt.paper.getByRole('listitem')).toHaveCount(40);
  expect(await seriousFindings(page)).toEqual([]);
  await phone.loseSignal();

  for (const [paper, widthMm] of [
    ['58 mm', 58],
    ['80 mm', 80],
  ] as const) {
    await receipt.choosePaper(paper);
    await expect.poll(() => printedPages(page), paper).toMatchObject([{ widthMm }]);
    const [roll] = await printedPages(page);
    expect(roll?.heightMm).toBeGreaterThan(400);
    expect(await cutOff(page)).toEqual([]);
  }
  await receipt.choosePaper('A4');
  await expect.poll(() => printedPages(page)).toContainEqual({ widthMm: 210, heightMm: 297 });
  expect(await cutOff(page)).toEqual([]);
  const pages = await printedPages(page);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.every(({ widthMm, heightMm }) => widthMm === 210 && heightMm === 297)).toBe(true);
  await expect(page).toHaveTitle(`Receipt-${id}`);
  expect(alerts).toEqual([]);
});

test('R-GEN-09 R-SDET-27 R-RCPT-16 a receipt is shared as a picture, which is saved where no app takes it, and by a link to WhatsApp', async ({
  phones,
  shop,
  server,
}) => {
  const api = await ShopOnServer.of(server.url, shop);
  const item = (await api.post('/items', { name: 'Sugar', price: '5000', stock: 9 })) as { id: number };
  const { id } = (await api.post('/sales', { items: [{ itemId: item.id, quantity: 2 }] })) as { id: number };
  const { page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/sales/${id}`);
  const receipt = new ReceiptDialog(page);
  await receipt.open();
  await receipt.startSharing();
  expect(await seriousFindings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await receipt.shareAs('Image');
  expect((await download).suggestedFilename()).toBe(`Receipt-${id}.png`);
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'another app' }));
  const opened = page.waitForEvent('popup');
  await receipt.startSharing();
  await receipt.shareAs('WhatsApp');
  await expect(await opened).toHaveURL(
    (address) => address.searchParams.get('text')?.includes('Total: UGX 10,000.00') === true,
  );
});
