import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { COUNTER_STATES, LONG } from '../fixtures/counter-states.ts';
import { keepFinishedSales } from '../fixtures/finished-sales.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import type { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';
import { photograph } from './photograph.ts';

/* Photographs every state of the counter as looks.spec.ts does every screen, and the counter with ten thousand items. */

const MANY = 10_000;
const fileName = (state: string) => state.replaceAll(/[^a-z]+/g, '-');

test('every state of the counter', async ({ phones, shop, server }) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP, LONG]);
  await onServer.post('/payment-methods', { name: 'Airtel Money', icon: 'Phone' });
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await keepFinishedSales(page);
  const wrong: string[] = [];
  for (const [nth, [state, reach]] of COUNTER_STATES.entries()) {
    await reach({ app, page });
    wrong.push(...(await photograph(page, `counter/${nth + 10}-${fileName(state)}`)));
    // Each state is reached on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
  }
  expect(wrong).toEqual([]);
});

test('forty lines of twelve digits in the basket', async ({ phones, shop, server }) => {
  const items = Array.from({ length: 40 }, (_, nth) => ({
    name: `${LONG.name.slice(0, 20)} ${nth + 10}`,
    price: LONG.price,
    stock: '5000',
  }));
  await stockShelves(server.url, shop, items);
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  for (const { name } of items) {
    await app.counter.search.fill(name);
    await app.counter.search.press('Enter');
    await expect(page.getByText(`${name} · 1`)).toBeVisible();
  }
  const wrong = await photograph(page, 'counter/50-forty-lines');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '40 items' }).click();
  wrong.push(...(await photograph(page, 'counter/51-forty-lines-in-the-open-basket')));
  await page.setViewportSize({ width: 390, height: 844 });
  await app.counter.charge.click();
  wrong.push(...(await photograph(page, 'counter/52-forty-lines-to-be-paid')));
  expect(wrong).toEqual([]);
});

test('ten thousand items, some with a picture', async ({ phones, shop, server }) => {
  const items = Array.from({ length: MANY }, (_, nth) => ({
    name: `Item ${String(nth + 1).padStart(5, '0')}`,
    price: String(500 * ((nth % 40) + 1)),
    stock: String(nth % 60),
  }));
  const onServer = await stockShelves(server.url, shop, items);
  const first = (await onServer.get('/items?q=Item%200000')) as { id: number }[];
  for (const [nth, { id }] of first.entries()) if (nth % 2 === 0) await putPicture(server.url, onServer, id, nth);
  const { app, page } = await phones.signedInOnline(shop);
  await app.goTo('Sell');
  await expect(app.counter.tile('Item 00001')).toBeVisible();
  const wrong = await photograph(page, 'counter/60-ten-thousand-items');
  await page.setViewportSize({ width: 390, height: 844 });
  await app.counter.search.fill('item 0999');
  await expect(app.counter.tile('Item 09990')).toBeVisible();
  wrong.push(...(await photograph(page, 'counter/61-found-among-ten-thousand')));
  expect(wrong).toEqual([]);
});

/** Gives the item a picture of one colour. */
async function putPicture(serverUrl: string, onServer: ShopOnServer, itemId: number, nth: number): Promise<void> {
  const key = randomBytes(16).toString('hex');
  await onServer.post(`/items/${itemId}/images`, { key });
  const background = `hsl(${(nth * 67) % 360} 60% 55%)`;
  const jpeg = await sharp({ create: { width: 600, height: 450, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const response = await fetch(`${serverUrl}/api/v1/items/${itemId}/images/${key}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${onServer.token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(jpeg),
  });
  expect(response.status).toBe(200);
}
