import type { Locator } from 'playwright/test';
import { seriousFindings, seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { COUNTER_STATES, LONG } from '../fixtures/counter-states.ts';
import { keepFinishedSales } from '../fixtures/finished-sales.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { expect, test } from '../fixtures/test.ts';

/* Every state of the counter: none prevents selling, and none hides what must be seen. */

test('G55 axe finds nothing serious in any state of the counter, on a phone and on a laptop, in light and dark', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP, LONG]);
  await onServer.post('/payment-methods', { name: 'Airtel Money', icon: 'Phone' });
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await keepFinishedSales(page);
  for (const [name, reach] of COUNTER_STATES) {
    await reach({ app, page });
    expect(await seriousFindingsInBothColours(page), name).toEqual([]);
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(await seriousFindingsInBothColours(page), `${name}, on a laptop`).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
  }
});

test('R-CTR-01 R-CTR-02 what was never sold stands after what was, nobody has to scroll to have it drawn, and a high window is full', async ({
  phones,
  shop,
  server,
}) => {
  const names = Array.from({ length: 40 }, (_, nth) => `Item ${nth + 10}`);
  await stockShelves(
    server.url,
    shop,
    names.map((name) => ({ name, price: '1500', stock: '20' })),
  );
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await app.counter.tap('Item 15');
  await app.counter.pay('Exact');
  await expect(app.toast).toContainText('Sale created');
  // The counter opens with the sold item first. On a busy machine it first opens sorted by name, because it does not
  // wait long for the sales figures; the next opening has them.
  await page.reload();
  await expect(async () => {
    await app.goTo('Home');
    await app.goTo('Sell');
    await expect(app.counter.tile('Item 10')).toBeInViewport({ ratio: 1 });
    await expect(app.counter.tile('Item 17')).toBeInViewport({ ratio: 1 });
    const [sold, first] = await Promise.all(
      ['Item 15', 'Item 10'].map((name) => app.counter.tile(name).evaluate((tile) => tile.getBoundingClientRect().x)),
    );
    expect(sold).toBeLessThan(first ?? 0);
  }).toPass({ timeout: 120_000 });
  await page.setViewportSize({ width: 390, height: 2_400 });
  await expect(app.counter.tile('Item 45')).toBeInViewport({ ratio: 1 });
});

test('R-CTR-01 a tap counts while the tiles still scroll', async ({ phones, shop, server }) => {
  const names = Array.from({ length: 60 }, (_, nth) => `Item ${nth + 10}`);
  await stockShelves(
    server.url,
    shop,
    names.map((name) => ({ name, price: '1500', stock: '20' })),
  );
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  const tile = app.counter.tile('Item 15');
  await expect(tile).toBeInViewport({ ratio: 1 });
  // A new screen ignores presses for a while (G60).
  await expect(page.locator('.k-arrival-pane')).toHaveCount(0);
  const { x, y, width, height } = (await tile.boundingBox())!;
  // To and fro by a pixel: the tile stays where it is, and the list scrolls until the page is left.
  await page.evaluate(async () => {
    const list = document.querySelector('.k-tiles > div')!;
    const scrolled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
    const scroll = () => {
      list.scrollTop = list.scrollTop > 0 ? 0 : 1;
      requestAnimationFrame(scroll);
    };
    scroll();
    await scrolled;
  });
  for (const count of [1, 2, 3]) {
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(tile).toHaveAccessibleName(new RegExp(`${count} in the basket$`));
  }
});

test('R-CTR-12 what was found moves no tile', async ({ phones, shop, server }) => {
  await stockShelves(server.url, shop);
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  const placeOf = () => app.counter.tile(SOAP.name).boundingBox();
  const before = await placeOf();
  await app.counter.search.fill(SUGAR.name);
  await app.counter.search.press('Enter');
  await expect(page.getByText(`${SUGAR.name} · 1`)).toBeInViewport({ ratio: 1 });
  await expect(app.counter.tile(SOAP.name)).toBeVisible();
  expect(await placeOf()).toEqual(before);
});

for (const { size, count, keyPx } of [
  { size: { width: 390, height: 844 }, count: 8, keyPx: 64 },
  { size: { width: 360, height: 640 }, count: 4, keyPx: 44 },
]) {
  test(`R-CTR-20 R-CTR-22 R-CTR-28 ${count} lines of the basket and all ways to pay are seen at once at ${size.width}×${size.height}`, async ({
    phones,
    shop,
    server,
  }) => {
    const items = Array.from({ length: count }, (_, index) => ({
      name: `Item ${index + 1}`,
      price: '1000',
      stock: '5',
    }));
    const onServer = await stockShelves(server.url, shop, items);
    for (const name of ['Credit', 'Mobile Money']) await onServer.post('/payment-methods', { name, icon: 'Phone' });
    const { app, page } = await phones.signedInOnline(shop);
    await page.setViewportSize(size);
    await app.goTo('Sell');
    for (const { name } of items) await app.counter.tap(name);
    await page.getByRole('button', { name: `${count} items` }).click();
    const lines = app.counter.basket.getByRole('list', { name: 'In the basket' }).getByRole('listitem');
    await expect(lines).toHaveCount(count);
    for (const line of await lines.all()) await expect(line).toBeInViewport({ ratio: 1 });
    await app.counter.charge.click();
    const { payment } = app.counter;
    for (const key of '20000') await payment.getByRole('button', { name: key, exact: true }).click();
    await expect(payment.getByText(/^Change/)).toBeInViewport({ ratio: 1 });
    for (const name of ['Mobile Money', 'Exact', '0', 'Add another method', 'Create sale'])
      await expect(payment.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(payment.getByRole('switch', { name: 'Pay later' })).toBeInViewport({ ratio: 1 });
    expect((await payment.getByRole('button', { name: '7', exact: true }).boundingBox())?.height).toBeCloseTo(keyPx, 0);
  });
}

test('G55 axe finds nothing serious on the counter of a shop without items', async ({ phones, shop }) => {
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await expect(page.getByText('Your shop has no items yet.')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});

for (const size of [
  { width: 360, height: 640 },
  { width: 360, height: 340 },
  { width: 844, height: 390 },
]) {
  test(`R-CTR-23 what is due, what goes back and the first error stay in view while somebody types, at ${size.width}×${size.height}`, async ({
    phones,
    shop,
    server,
  }) => {
    await stockShelves(server.url, shop, [SUGAR, LONG]);
    const { app, page } = await phones.signedInOnline(shop);
    await app.goTo('Sell');
    await app.counter.tap(LONG.name);
    await app.counter.charge.click();
    await page.setViewportSize(size);
    const { payment } = app.counter;
    const due = payment.getByLabel('Amount due');
    const received = payment.getByLabel('Amount received', { exact: true });
    const create = payment.getByRole('button', { name: 'Create sale' });
    await received.fill('999999999999');
    for (const seen of [due, payment.getByText('Change UGX 999,899,999,999.01'), create])
      await expect(seen).toBeInViewport({ ratio: 1 });
    // The change is the largest text in the dialog.
    const fontPx = (text: Locator) => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await fontPx(payment.getByText(/^Change UGX/))).toBeGreaterThan(await fontPx(due));
    await received.fill('7');
    await create.click();
    const refusal = payment.getByRole('alert');
    await expect(refusal).toContainText('This is less than the total');
    await expect(received).toBeFocused();
    for (const seen of [due, payment.getByText(/^Still missing/), refusal, create, received])
      await expect(seen).toBeInViewport({ ratio: 1 });
    // No text is cut off at the side.
    for (const seen of [due, payment.getByText(/^Still missing/), refusal]) {
      const widths = await seen.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
      expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth + 1);
    }
  });
}
