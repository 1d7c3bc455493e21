import type { BrowserContext } from 'playwright/test';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, sell, stockOnServer } from '../fixtures/selling.ts';
import { openPhone } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';

test('R-BROW-06 SYN-17 a browser without what the oldest ones lack, and without a worker, sells, and the sale arrives once', async ({
  browser,
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const phone = await openPhone(browser, await phones.line(), { serviceWorkers: 'block' });
  try {
    await phone.holdToasts();
    await phone.context.addInitScript(() => {
      const lacks: [object, string[]][] = [
        [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
        [String.prototype, ['toWellFormed', 'isWellFormed']],
        [AbortSignal, ['timeout', 'any']],
        [URL, ['canParse', 'parse']],
        [Promise, ['withResolvers', 'try']],
        [Object, ['groupBy']],
        [Intl, ['Segmenter']],
        [Navigator.prototype, ['locks', 'vibrate', 'setAppBadge', 'userAgentData']],
        [
          window,
          ['CompressionStream', 'DecompressionStream', 'OffscreenCanvas', 'requestIdleCallback', 'BarcodeDetector'],
        ],
        [Document.prototype, ['startViewTransition']],
      ];
      for (const [holder, names] of lacks) for (const name of names) Reflect.deleteProperty(holder, name);
    });
    // Removes the unit `dvh` from all styles, as if the browser did not know it.
    await phone.context.route('**/*.css', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('1dvh', '1unknown') });
    });
    const app = await phone.open('/login');
    await app.login.signIn(shop);
    await expect(app.header.title).toHaveText('Home');
    const heights = () =>
      app.page.evaluate(() => [document.querySelector('main')?.offsetHeight ?? 0, window.innerHeight]);
    await expect
      .poll(async () => {
        const [main, whole] = await heights();
        return main! >= whole!;
      })
      .toBe(true);
    await sell(app, 'by an older phone', [{ item: SUGAR.name, quantity: '2' }]);
    await expectOnServer(onServer, ['by an older phone']);
    expect(await stockOnServer(onServer, SUGAR.name)).toBe(18);
    expect(phone.complaints).toEqual({ crashes: [], violations: [] });
  } finally {
    await phone.dispose();
  }
});

test('R-BROW-10 a browser that cannot read the app is told that it is too old, and what to install', async ({
  browser,
  server,
  shop,
}) => {
  await stockShelves(server.url, shop);
  const too = { name: 'This browser is too old for Kaunta' };
  const lacks: [string, (context: BrowserContext) => Promise<unknown>][] = [
    [
      'its syntax',
      (context) =>
        context.route('**/assets/index-*.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'let = of the future' }),
        ),
    ],
    [
      'modules',
      (context) => context.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')),
    ],
    ['an API', (context) => context.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))],
  ];
  for (const [what, lack] of lacks) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await lack(context);
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await expect(page.getByRole('alert').getByRole('heading', too), what).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('update iOS in Settings (15.4 or newer)');
    await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
    await context.close();
  }
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('heading', too)).toBeHidden();
  await context.close();
});
