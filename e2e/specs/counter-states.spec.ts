import type { Locator, Page } from 'playwright/test';
import { seriousFindings, seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { finishedSale, keepFinishedSales } from '../fixtures/finished-sales.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { expect, test } from '../fixtures/test.ts';
import type { App } from '../pages/app.ts';

/* Every state of the counter: none prevents selling, and none hides what must be seen. */

const LONG = { name: `Abcdefghij${'klmnopqrst'.repeat(5)}`, price: '99999999.99', stock: '5' };

interface Seen {
  app: App;
  page: Page;
}
type State = readonly [name: string, reach: (seen: Seen) => Promise<void>];

const inDialog = ({ page }: Seen, name: string) => page.getByRole('dialog', { name });
const closeDialog = async (seen: Seen) => {
  await seen.page.keyboard.press('Escape');
  await expect(seen.page.getByRole('dialog')).toHaveCount(0);
};
const tapIn = (seen: Seen, dialog: string, button: string) =>
  inDialog(seen, dialog).getByRole('button', { name: button, exact: true }).click();

/** In this order: each state starts from the one before. */
const STATES: readonly State[] = [
  ['the counter', ({ app }) => expect(app.counter.tile(SUGAR.name)).toBeVisible()],
  [
    'a code that no item has',
    async ({ app, page }) => {
      await app.counter.search.fill('4006381333931');
      await app.counter.search.press('Enter');
      await expect(page.getByRole('link', { name: 'Create item with this code' })).toBeVisible();
    },
  ],
  [
    'an item that was found',
    async ({ app, page }) => {
      await app.counter.search.fill(SUGAR.name);
      await app.counter.search.press('Enter');
      await expect(page.getByText(`${SUGAR.name} · 1`)).toBeVisible();
    },
  ],
  [
    'the quantity and price of a line',
    async (seen) => {
      await seen.app.counter.tap(LONG.name);
      await seen.page
        .getByRole('button', { name: `Quantity of ${SUGAR.name}` })
        .first()
        .click();
      await expect(inDialog(seen, SUGAR.name)).toBeVisible();
    },
  ],
  [
    'an other amount',
    async (seen) => {
      await closeDialog(seen);
      await seen.page.getByRole('button', { name: 'Other amount' }).click();
      await expect(inDialog(seen, 'Other amount')).toBeVisible();
    },
  ],
  [
    'the open basket, with everything that can be asked for',
    async (seen) => {
      await closeDialog(seen);
      await seen.page.getByRole('button', { name: '2 items' }).click();
      for (const more of ['Add discount', 'Customer', 'Notes'])
        await seen.app.counter.basket.getByRole('button', { name: more, exact: true }).click();
      await expect(seen.page.getByLabel('Notes', { exact: true })).toBeVisible();
    },
  ],
  [
    'a sale that is about to be parked',
    async (seen) => {
      await seen.page.getByRole('button', { name: 'Park sale' }).click();
      await expect(inDialog(seen, 'Park sale')).toBeVisible();
    },
  ],
  [
    'parked sales',
    async (seen) => {
      await tapIn(seen, 'Park sale', 'Park sale');
      // In tests toasts stay until they are closed, and over a dialog they cover its title.
      await seen.app.closeToast();
      await seen.page.getByRole('button', { name: 'Parked (1)' }).click();
      await expect(inDialog(seen, 'Parked sales')).toBeVisible();
    },
  ],
  [
    'cash, too little of it',
    async (seen) => {
      await closeDialog(seen);
      await seen.app.counter.tap(SUGAR.name);
      await seen.app.counter.charge.click();
      await tapIn(seen, 'Take payment', '7');
      await tapIn(seen, 'Take payment', 'Create sale');
      await expect(seen.app.counter.payment.getByText(/^This is less than the total/)).toBeVisible();
    },
  ],
  [
    'a part by another method',
    async (seen) => {
      await tapIn(seen, 'Take payment', 'Airtel Money');
      await tapIn(seen, 'Take payment', 'Add another method');
      await seen.app.counter.payment.getByLabel('Amount by Airtel Money').fill('1000');
    },
  ],
  [
    'several methods',
    async (seen) => {
      await tapIn(seen, 'Take payment', 'Add');
      await expect(seen.app.counter.payment.getByText('Still due')).toBeVisible();
    },
  ],
  [
    'a sale on credit, to nobody yet',
    async (seen) => {
      await seen.app.counter.payment.getByRole('switch', { name: 'Pay later' }).click();
      await tapIn(seen, 'Take payment', 'Create sale');
      await expect(seen.app.counter.payment.getByText('Choose who will pay later')).toBeVisible();
    },
  ],
  [
    'the sale is recorded',
    async (seen) => {
      await seen.app.counter.payment.getByRole('switch', { name: 'Pay later' }).click();
      await tapIn(seen, 'Take payment', 'Exact');
      await expect(finishedSale(seen.page)).toContainText('Sold for');
    },
  ],
];

test('G55 R-CTR-03 R-CTR-20 R-CTR-21 axe finds nothing serious in any state of the counter, on a phone and on a laptop, in light and dark', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP, LONG]);
  await onServer.post('/payment-methods', { name: 'Airtel Money', icon: 'Phone' });
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await keepFinishedSales(page);
  for (const [name, reach] of STATES) {
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

for (const { size, count } of [
  { size: { width: 390, height: 844 }, count: 8 },
  { size: { width: 360, height: 640 }, count: 4 },
]) {
  test(`R-CTR-20 R-CTR-28 ${count} lines of the basket and all ways to pay are seen at once at ${size.width}×${size.height}`, async ({
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
  });
}

test('R-CTR-01 axe finds nothing serious on the counter of a shop without items', async ({ phones, shop }) => {
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
