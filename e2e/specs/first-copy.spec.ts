import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

/* The first sign-in on a slow line: its progress is shown, and selling works as soon as items have arrived. */

const ITEM_COUNT = 340;
const AT_ONCE = 20;

test('R-PLACE-40 R-PLACE-41 SYN-12 the first copy says how many items of how many are here, sells meanwhile, says when the line is cut, and goes on where it was', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await ShopOnServer.of(server.url, shop);
  for (let from = 0; from < ITEM_COUNT; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        onServer.post('/items', { name: `Rice ${from + at}`, price: '4500', stock: '20', itemCategoryId: 501 }),
      ),
    );
  const phone = await phones.take();
  const app = await phone.open('/login');
  const { page, line } = phone;
  // The first page arrives, the next one hangs.
  line.breakFor(/\/sync\/pull/, 'hang');
  line.breakFor(/\/sync\/pull/, { delayMs: 0 }, 1);
  await app.login.signIn(shop);
  await expect(page.getByText(/^Fetching your shop: items [23]\d\d of 340$/)).toBeVisible();
  const bar = page.getByRole('progressbar', { name: /Fetching your shop/ });
  await expect(bar).toHaveAttribute('max', String(ITEM_COUNT));
  await app.goTo('Sell');
  await page
    .getByRole('button', { name: /^Rice \d+, / })
    .first()
    .click();
  await expect(app.counter.charge).toBeEnabled();
  await app.goTo('Home');
  await expect(bar).toBeVisible();
  await phone.loseSignal();
  line.heal();
  await expect(page.getByText('You are offline. Connect to the internet to load your shop.')).toBeVisible();
  await phone.findSignal();
  await expect(bar).toHaveCount(0);
  await app.goTo('Items');
  await expect(page.getByText('Page 1 of 34')).toBeVisible();
});
