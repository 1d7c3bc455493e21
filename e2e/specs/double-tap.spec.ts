import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, startSale } from '../fixtures/selling.ts';
import { Storefront } from '../fixtures/storefront.ts';
import { expect, test } from '../fixtures/test.ts';
import { TwoTaps } from '../fixtures/two-taps.ts';
import { StorePage } from '../pages/store-page.ts';

/* Second taps on a few buttons; e2e/long has every button of the app. */

const GAPS_MS = [0, 80, 250, 400, 600];

for (const withScript of [true, false])
  test(`G60 R-SNEW-38 a visitor who taps 'Place order' twice orders once, ${withScript ? 'with' : 'without'} a script`, async ({
    browser,
    server,
    shop,
  }) => {
    const onServer = await stockShelves(server.url, shop);
    const { address } = await Storefront.of(server.url, onServer);
    const context = await browser.newContext({ javaScriptEnabled: withScript });
    for (const gapMs of GAPS_MS) {
      const page = await context.newPage();
      const store = new StorePage(page);
      await page.goto(address);
      await store.quantityOf(SUGAR.name).fill('1');
      await store.openBasket();
      await store.field('Name').fill(`Grace ${gapMs}`);
      await store.field('Phone number').fill(`0772 900${String(100 + gapMs)}`);
      await (await TwoTaps.on(page)).tapLeaving(store.button('Place order').last(), gapMs);
      await page.getByRole('heading', { name: 'Order received' }).waitFor();
      await page.close();
    }
    const orders = (await onServer.get('/orders')) as { customer: { name: string } }[];
    const names = orders.map(({ customer }) => customer.name);
    expect(names.toSorted()).toEqual(GAPS_MS.map((gapMs) => `Grace ${gapMs}`).toSorted());
    await context.close();
  });

test("G60 a second tap on 'Create sale' does not open the next sale: 'New Sale' comes to stand under the thumb", async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const { app, page } = await phones.signedInOnline(shop);
  const taps = await TwoTaps.on(page);
  const sold = [250, 400].map((gapMs) => `tapped again after ${gapMs} ms`);
  for (const [nth, notes] of sold.entries()) {
    await startSale(app, notes);
    await taps.tap(page.getByRole('button', { name: 'Create sale', exact: true }), [250, 400][nth] ?? 0);
    await expect(app.sales.cardWith(notes)).toBeVisible();
    await expect(page).toHaveURL(/\/sales$/);
    await app.closeToast();
  }
  await expectOnServer(onServer, sold);
});
