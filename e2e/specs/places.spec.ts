import { back } from '../fixtures/back.ts';
import { bringUp, isAt, tap, topOf, windowTop } from '../fixtures/in-place.ts';
import { stockShelves } from '../fixtures/items.ts';
import type { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

/* A list keeps its scroll position for the return. */

const LAPTOP = { width: 1366, height: 768 };

/** More than one page of a table. */
const ITEMS = Array.from({ length: 60 }, (_, at) => ({
  name: `Item ${String(at + 1).padStart(2, '0')}`,
  price: '1000',
  stock: '50',
}));

/** Makes these sales, so that a page of the list is longer than a window; the oldest is 'Sale 01'. */
async function sellOneEach(onServer: ShopOnServer, from: number, to: number): Promise<void> {
  const items = (await onServer.get('/items')) as { id: number }[];
  for (let number = from; number <= to; number += 1) {
    const notes = `Sale ${String(number).padStart(2, '0')}`;
    await onServer.post('/sales', { notes, items: [{ itemId: items[0]?.id, quantity: 1 }] });
  }
}

test('R-PLACE-10 R-PLACE-11 R-PLACE-12 R-PLACE-13 on a phone the list of sales is where it was after Back, by the way back, after a reload, on its second page and in a search, though another sale came above; by the navigation it begins at its top', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, ITEMS.slice(0, 2));
  await sellOneEach(onServer, 1, 24);
  const phone = await phones.signedIn(shop);
  const { page, line, app } = phone;
  await page.goto(`${line.url}/sales`);
  const cardWith = (notes: string) => app.sales.cardWith(notes).getByRole('link');

  let top = await bringUp(cardWith('Sale 20'));
  await expect.poll(() => windowTop(page)).toBeGreaterThan(0);
  await tap(cardWith('Sale 20'));
  await expect(app.header.title).toContainText('Sale #');
  await expect.poll(() => windowTop(page)).toBe(0);
  await sellOneEach(onServer, 25, 25);
  await page.getByRole('link', { name: 'Back' }).click();
  await isAt(cardWith('Sale 20'), top);
  await expect(app.sales.cardWith('Sale 25')).toHaveCount(1);
  await page.reload();
  await isAt(cardWith('Sale 20'), top);
  await phone.loseSignal();
  await page.reload();
  await isAt(cardWith('Sale 20'), top);
  await phone.findSignal();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.sales.cardWith('Sale 10')).toBeVisible();
  top = await bringUp(cardWith('Sale 10'));
  await tap(cardWith('Sale 10'));
  await expect(app.header.title).toContainText('Sale #');
  await back(page);
  await isAt(cardWith('Sale 10'), top);
  await tap(cardWith('Sale 10'));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/page=2/);
  await isAt(cardWith('Sale 10'), top);

  // In a search; from there two steps back at once, to the page before.
  await app.sales.search('Sale 1');
  await expect(page).toHaveURL(/q=Sale/);
  await expect(app.sales.cardWith('Sale 19')).toBeVisible();
  await expect.poll(() => windowTop(page)).toBe(0);
  const found = await bringUp(cardWith('Sale 13'));
  await tap(cardWith('Sale 13'));
  await expect(app.header.title).toContainText('Sale #');
  await back(page);
  await isAt(cardWith('Sale 13'), found);
  await tap(cardWith('Sale 13'));
  await page.getByRole('link', { name: 'Back' }).click();
  await isAt(cardWith('Sale 13'), found);

  await app.goTo('Home');
  await page.getByRole('link', { name: 'View Sales' }).or(page.locator('a[href="/sales"]')).first().click();
  await expect(app.sales.cardWith('Sale 25')).toBeVisible();
  await expect.poll(() => windowTop(page)).toBe(0);
});

test('R-PLACE-10 R-PLACE-12 R-PLACE-16 on a phone the list of items keeps its place past an edit, and beside a row that went away; quick steps back lose no place', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, ITEMS.slice(0, 24));
  const { page, line, app } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/items`);
  let top = await bringUp(app.items.card('Item 20'));
  await tap(page.getByRole('link', { name: 'Item 20' }));
  await app.item.startEditing();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.header.title).toHaveText('Item 20');
  await page.getByRole('link', { name: 'Back' }).click();
  await isAt(app.items.card('Item 20'), top);

  // Back twice before anything is rendered, then forward.
  await tap(page.getByRole('link', { name: 'Item 20' }));
  await expect(app.header.title).toHaveText('Item 20');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(app.header.title).toHaveText('Orders');
  await page.evaluate(() => {
    history.back();
    setTimeout(() => history.back());
    setTimeout(() => history.back(), 5);
  });
  await expect(app.header.title).not.toHaveText('Orders');
  await page.goForward({ waitUntil: 'commit' });
  await app.goTo('Orders');
  await app.goTo('Items');
  await expect(app.items.card('Item 24')).toBeVisible();
  await expect.poll(() => windowTop(page)).toBe(0);

  await bringUp(app.items.card('Item 20'));
  top = (await topOf(app.items.card('Item 21'))) ?? NaN;
  await tap(page.getByRole('link', { name: 'Item 20' }));
  await expect(app.header.title).toHaveText('Item 20');
  const items = (await onServer.get('/items')) as { id: number; name: string }[];
  await onServer.patch(`/items/${items.find(({ name }) => name === 'Item 20')?.id}/active`, { isActive: false });
  await expect(page.getByText('Archived: it is in no list')).toBeVisible();
  await back(page);
  await isAt(app.items.card('Item 21'), top);
  await expect(app.items.card('Item 20')).toHaveCount(0);
});

test('R-PLACE-10 R-PLACE-11 R-PLACE-13 R-PLACE-14 on a laptop the pane of the items is where it was: past a detail, an edit, a reload, in a search and on the second page; another page begins at its top', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, ITEMS);
  const { page, line, app } = await phones.signedInOnline(shop);
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/items?sort=name`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const paneTop = () => page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTop);
  let top = await bringUp(row('Item 30'));
  await tap(link('Item 30'));
  await expect(app.header.title).toHaveText('Item 30');
  await isAt(row('Item 30'), top);
  await page.reload();
  await isAt(row('Item 30'), top);
  await app.item.startEditing();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.header.title).toHaveText('Item 30');
  await isAt(row('Item 30'), top);
  await app.goTo('Home');
  await back(page);
  await isAt(row('Item 30'), top);
  await page.goto(`${line.url}/items?sort=name`);
  await expect(row('Item 01')).toBeVisible();

  const next = page.getByRole('button', { name: 'Next' });
  top = await bringUp(next);
  await tap(next);
  await expect(row('Item 60')).toBeVisible();
  await expect.poll(paneTop).toBe(0);
  await back(page);
  await isAt(next, top);

  await page.getByRole('searchbox', { name: 'Search' }).fill('Item');
  await expect(page).toHaveURL(/q=Item/);
  await expect.poll(paneTop).toBe(0);
  const found = await bringUp(row('Item 40'));
  await tap(link('Item 40'));
  await expect(app.header.title).toHaveText('Item 40');
  await app.goTo('Orders');
  await expect(app.header.title).toHaveText('Orders');
  await back(page);
  await isAt(row('Item 40'), found);
  await back(page);
  await expect(app.header.title).toHaveText('Items');
  await isAt(row('Item 40'), found);

  await app.goTo('Items');
  await expect(page).toHaveURL(/\/items$/);
  await expect.poll(paneTop).toBe(0);
});
