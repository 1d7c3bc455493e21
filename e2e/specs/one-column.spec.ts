import { expect, test } from '../fixtures/test.ts';

const COLUMN_WIDTH = 640;
const WINDOWS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 767, height: 1024 },
];

test('R-GEN-01 one narrow column on every screen, in the middle of a window that has room beside it, and never wider than a small one', async ({
  phones,
  shop,
}) => {
  const { page, line, app } = await phones.signedInOnline(shop);
  for (const path of [
    '/',
    '/sales',
    '/sales/new',
    '/items',
    '/items/new',
    '/items/1',
    '/add-stock',
    '/customers',
    '/customers/new',
    '/purchases',
    '/purchases/new',
    '/suppliers',
    '/suppliers/new',
    '/payment-methods',
    '/items/import',
    '/items/labels?search=',
    '/settings/data',
    '/profile',
    '/orders',
    '/orders/1',
    '/sync',
    '/no/such/page',
  ]) {
    await page.goto(line.url + path);
    await app.isShown();
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const where = `${path} at ${window.width}`;
      // Repeated while the screen changes, because a removed element has no position.
      await expect(async () => {
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(widest, where).toBeLessThanOrEqual(window.width);
        const boxes = await page
          .getByRole('main')
          .locator('*:visible')
          .evaluateAll((elements) =>
            elements
              .filter((element) => element.isConnected && !element.matches('main > *'))
              .map((element) => element.getBoundingClientRect()),
          );
        expect(boxes.length, where).toBeGreaterThan(0);
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        expect(right - left, where).toBeLessThanOrEqual(Math.min(COLUMN_WIDTH, window.width));
        expect(Math.abs(left - (window.width - right)), where).toBeLessThanOrEqual(2);
      }).toPass();
    }
  }
});
