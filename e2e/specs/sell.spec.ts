import type { Page } from 'playwright/test';
import { finishedSale, keepFinishedSales } from '../fixtures/finished-sales.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { shopRows } from '../fixtures/storage.ts';
import { expect, test } from '../fixtures/test.ts';

/* The counter on a phone: taps and keys for a sale, selling with no signal, and over a reload. */

const COLA = { name: 'Cola', price: '2000', stock: '24', sku: '4006381333931' } as const;

interface Hand {
  taps: number;
  keys: number;
}

/** Starts counting taps and keys. The returned function prints and returns those since its last call. */
async function countHand(page: Page): Promise<(what: string) => Promise<Hand>> {
  await page.evaluate(() => {
    const hand = { taps: 0, keys: 0 };
    Object.assign(window, { hand });
    document.addEventListener('pointerdown', () => (hand.taps += 1), { capture: true });
    document.addEventListener('keydown', () => (hand.keys += 1), { capture: true });
  });
  return async (what) => {
    const done = await page.evaluate(() => {
      const { hand } = window as unknown as { hand: Hand };
      const { taps, keys } = hand;
      Object.assign(hand, { taps: 0, keys: 0 });
      return { taps, keys };
    });
    process.stdout.write(`${what}: ${done.taps} taps, ${done.keys} keys\n`);
    return done;
  };
}

test('R-CTR-01 R-CTR-20 R-CTR-23 R-CTR-26 R-CTR-27 two items for cash are four taps and no key, exact or with a note, with no signal too', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR, SOAP, COLA]);
  const phone = await phones.signedIn(shop);
  const { app, page } = phone;
  await app.goTo('Sell');
  await keepFinishedSales(page);
  await expect(app.counter.tile(COLA.name)).toBeVisible();
  await phone.loseSignal();

  const hand = await countHand(page);
  await app.counter.tap(SUGAR.name);
  await app.counter.tap(COLA.name);
  await app.counter.pay('Exact');
  await expect(finishedSale(page)).toContainText('Sold for');
  expect(await hand('Two items for cash, exact')).toEqual({ taps: 4, keys: 0 });

  // A tap on the next tile begins the next sale.
  await app.counter.tap(COLA.name);
  await expect(finishedSale(page)).toHaveCount(0);
  await app.counter.tap(COLA.name);
  await app.counter.pay('5,000');
  await expect(finishedSale(page)).toContainText('Change UGX 1,000');
  expect(await hand('Two items for cash, with a note')).toEqual({ taps: 4, keys: 0 });

  await expect.poll(async () => (await shopRows<{ sale: object }>(page, ['sale'])).sale.length).toBe(2);
  await expect(app.counter.tile(COLA.name)).toHaveAccessibleName(/21 in stock/);
});

test('R-CTR-12 R-CTR-13 R-CTR-26 two scans and two taps; R-CTR-25 a part paid on credit by a known customer is at most eight taps', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP, COLA]);
  await onServer.post('/customers', { name: 'Asha Nakato', phone: '+256701222333' });
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await expect(app.counter.tile(COLA.name)).toBeVisible();
  const hand = await countHand(page);
  await app.newSale.scanByKeyboard(COLA.sku);
  await expect(page.getByText(`${COLA.name} · 1`)).toBeVisible();
  await app.newSale.scanByKeyboard(COLA.sku);
  await expect(page.getByText(`${COLA.name} · 2`)).toBeVisible();
  await app.counter.pay('Exact');
  await expect(app.toast).toContainText('Sale created');
  expect((await hand('Two scanned items for cash')).taps).toBe(2);

  await app.counter.tap(SUGAR.name);
  await app.counter.charge.click();
  const { payment } = app.counter;
  await payment.getByRole('switch', { name: 'Pay later' }).click();
  await payment.getByLabel('Customer', { exact: true }).click();
  await page.keyboard.type('as');
  await page.getByRole('option', { name: /^Asha Nakato/ }).click();
  await payment.getByLabel('Paid now').click();
  await page.keyboard.type('1000');
  await payment.getByRole('button', { name: 'Create sale' }).click();
  await expect.poll(async () => (await shopRows<{ sale: object }>(page, ['sale'])).sale.length).toBe(2);
  const { taps, keys } = await hand('On credit, a part paid, by a known customer');
  expect(taps).toBeLessThanOrEqual(8);
  // Two letters of her name, and the amount.
  expect(keys).toBe('as'.length + '1000'.length);
  await expect
    .poll(async () => await onServer.get('/sales'))
    .toContainEqual(expect.objectContaining({ customerName: 'Asha Nakato' }));
});

test('R-CTR-50 R-CTR-27 a sale, and the next one, by the keyboard alone: no pointer, and no focus but by keys', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR, SOAP, COLA]);
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await keepFinishedSales(page);
  await expect(app.counter.tile(COLA.name)).toBeVisible();
  const hand = await countHand(page);
  const { keyboard } = page;
  const sell = async (typed: string, name: string, sold: number) => {
    await keyboard.press('/');
    // With the pauses of a hand; a scanner is quicker.
    await keyboard.type(typed, { delay: 150 });
    await keyboard.press('Enter');
    await expect(page.getByText(`${name} · 1`)).toBeVisible();
    for (const key of ['+', '+', '-']) await keyboard.press(key);
    await expect(page.getByText(`${name} · 2`)).toBeVisible();
    await keyboard.press('F9');
    await expect(app.counter.payment.getByRole('button', { name: 'Exact' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'New sale' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'New sale' })).toHaveCount(0);
    await expect.poll(async () => (await shopRows<{ sale: object }>(page, ['sale'])).sale.length).toBe(sold);
  };
  await sell('sug', SUGAR.name, 1);
  await sell('col', COLA.name, 2);
  expect((await hand('Two sales by the keyboard alone')).taps).toBe(0);
});

test('R-CTR-06 R-CTR-40 the basket and parked sales outlive a reload, and the form shows the same sale', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR, SOAP]);
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await app.counter.tap(SOAP.name);
  await page.getByRole('button', { name: '1 item' }).click();
  await page.getByRole('button', { name: 'Park sale' }).click();
  await page.getByRole('dialog', { name: 'Park sale' }).getByRole('button', { name: 'Park sale' }).click();
  await expect(page.getByRole('button', { name: 'Parked (1)' })).toBeVisible();
  await app.counter.tap(SUGAR.name);
  await page.getByRole('button', { name: '1 item' }).click();
  await page.getByRole('button', { name: `One more ${SUGAR.name}` }).click();
  await page.getByRole('link', { name: 'Edit as a form' }).click();
  await expect(app.newSale.lineField(1, 'Quantity')).toHaveValue('2');
  await page.getByRole('link', { name: 'Back to the counter' }).click();
  await expect(app.counter.tile(SUGAR.name)).toHaveAccessibleName(/2 in the basket/);
  await page.reload();
  await expect(app.counter.tile(SUGAR.name)).toHaveAccessibleName(/2 in the basket/);
  await page.getByRole('button', { name: 'Parked (1)' }).click();
  await page.getByRole('dialog', { name: 'Parked sales' }).getByRole('button', { name: SOAP.name }).click();
  await expect(app.counter.tile(SOAP.name)).toHaveAccessibleName(/1 in the basket/);
  await expect(page.getByRole('button', { name: 'Parked (1)' })).toBeVisible();
});

test('R-CTR-60 a device that opens at the counter stands there at once on a cold launch with no signal, and draws no other page before', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [SUGAR]);
  const phone = await phones.signedIn(shop);
  await phone.app.goTo('Settings');
  await phone.page.getByRole('radiogroup', { name: 'Open Kaunta at' }).getByText('Counter', { exact: true }).click();
  await phone.isReadyForOffline();
  await phone.context.addInitScript(noteTitles);
  await phone.closeApp();
  await phone.loseSignal();
  await phone.open('/');
  await expect(phone.app.counter.tile(SUGAR.name)).toBeVisible();
  expect(new URL(phone.page.url()).pathname).toBe('/counter');
  expect(await phone.page.evaluate(() => (window as unknown as { titles: string[] }).titles)).toEqual(['Counter']);

  // Home can still be opened, also by a reload.
  await phone.app.goTo('Home');
  await expect(phone.page.getByRole('region', { name: "Today's Summary" })).toBeVisible();
  await phone.page.reload();
  await expect(phone.page.getByRole('region', { name: "Today's Summary" })).toBeVisible();
});

for (const firstBack of [0, 1]) {
  test(`R-CTR-07 R-CTR-09 two devices that made 'Other' with no signal show and use one of them, whichever comes back first (${firstBack + 1})`, async ({
    phones,
    shop,
    server,
  }) => {
    await stockShelves(server.url, shop, [SUGAR]);
    const both = [await phones.signedIn(shop), await phones.signedIn(shop)];
    for (const phone of both) {
      await phone.app.goTo('Sell');
      await expect(phone.app.counter.tile(SUGAR.name)).toBeVisible();
      await phone.loseSignal();
      await phone.app.counter.sellOther('700');
    }
    for (const phone of firstBack === 0 ? both : both.toReversed()) {
      await phone.findSignal();
      await phone.isSynced();
    }
    const used = new Set<number>();
    for (const phone of both) {
      // Both phones have both items.
      await expect
        .poll(
          async () =>
            (await shopRows<{ item: { sku: string } }>(phone.page, ['item'])).item.filter(({ sku }) => sku === 'OTHER')
              .length,
        )
        .toBe(2);
      await expect(phone.app.counter.tile('Other')).toHaveCount(1);
      await phone.app.counter.sellOther('900');
      await phone.isSynced();
      const { sale } = await shopRows<{ sale: { finalMinor: number; lines: { itemId: number }[] } }>(phone.page, [
        'sale',
      ]);
      for (const { finalMinor, lines } of sale) if (finalMinor === 90_000) used.add(lines[0]?.itemId ?? 0);
    }
    expect(used.size).toBe(1);
    // R-CTR-09: both phones use the same one of the two, and each list shows only that one.
    for (const phone of both) {
      await phone.app.goTo('Items');
      await expect(phone.page.getByRole('link', { name: /^Other/ })).toHaveCount(1);
    }
  });
}

/** Runs inside a page: records every title that the page shows, in order. */
function noteTitles(): void {
  const titles: string[] = [];
  Object.assign(window, { titles });
  new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent ?? '';
    if (title !== '' && titles.at(-1) !== title) titles.push(title);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
