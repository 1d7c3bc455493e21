import { expect, test } from '../fixtures/test.ts';

const WINDOWS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

const SCREENS = [
  '/dashboard',
  '/counter',
  '/sales',
  '/sales/new',
  '/orders',
  '/items',
  '/items/new',
  '/items/new/advanced',
  '/items/import',
  '/items/labels?search=',
  '/products',
  '/add-stock',
  '/customers',
  '/customers/new',
  '/suppliers',
  '/suppliers/new',
  '/purchases',
  '/purchases/new',
  '/reports',
  '/payment-methods',
  '/user-management',
  '/business-info',
  '/register/business',
  '/profile',
  '/settings/devices',
  '/settings/security',
  '/settings/data',
  '/sync',
  '/help',
  '/no/such/page',
];

test('R-WIDE-01 R-WIDE-02 R-WIDE-03 a bar at the bottom of a phone, a rail beside anything wider, never both; nothing is under either or wider than the window', async ({
  phones,
  shop,
}) => {
  const { page, line, app } = await phones.signedInOnline(shop);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const path of SCREENS) {
    await page.goto(line.url + path);
    await app.isShown();
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const where = `${path} at ${window.width}`;
      await expect(nav, where).toHaveCount(1);
      await expect(nav.getByRole('link'), where).toHaveText(['Home', 'Orders', 'Sell', 'Items', 'Settings']);
      // Repeated while the screen changes, because a removed element has no position.
      await expect(async () => {
        const { bar, widest, left, actionBars } = await page.evaluate(edges);
        expect(widest, where).toBeLessThanOrEqual(window.width);
        if (window.width < 768) {
          expect(bar, where).toMatchObject({ left: 0, right: window.width, bottom: window.height });
          expect(bar.height, where).toBeLessThanOrEqual(72);
          expect(
            actionBars.filter((bottom) => bottom > bar.top),
            where,
          ).toEqual([]);
        } else {
          expect(bar, where).toMatchObject({ left: 0, bottom: window.height });
          expect(bar.width, where).toBeLessThanOrEqual(96);
          expect(left, where).toBeGreaterThanOrEqual(bar.right);
        }
        // No gap is left where the bar was.
        if (window.width === 768) expect(actionBars, where).toEqual(actionBars.map(() => window.height));
      }).toPass();
    }
  }
});

/** Runs inside the page: returns the edges of the navigation, the screen and the action bars. */
function edges() {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const { left, right, top, bottom, width, height } = boxOf(document.querySelector('nav[aria-label="Main"]')!);
  const inside = [...document.querySelectorAll('main > div *')].map(boxOf).filter((box) => box.width > 1);
  return {
    bar: { left, right, top, bottom, width, height },
    widest: document.documentElement.scrollWidth,
    left: Math.min(...inside.map((box) => box.left)),
    actionBars: [...document.querySelectorAll('.k-action-bar')].map((element) => boxOf(element).bottom),
  };
}
