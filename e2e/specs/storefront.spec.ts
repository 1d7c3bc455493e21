import { seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phones } from '../fixtures/test.ts';
import type { KauntaServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Shop } from '../fixtures/shop.ts';
import { StorePage } from '../pages/store-page.ts';

interface StoredOrder {
  status: string;
  totalAmount: string;
  customer: { name: string };
  items: { name: string; quantity: string }[];
}

/** A shop that sells sugar and soap online. */
async function openStore(server: KauntaServer, shop: Shop) {
  const onServer = await stockShelves(server.url, shop);
  const items = (await onServer.get('/items')) as { id: number }[];
  for (const { id } of items) await onServer.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
  const { business } = (await onServer.get('/auth/me')) as { business: { slug: string } };
  return { slug: business.slug, orders: async () => (await onServer.get('/orders')) as StoredOrder[] };
}

async function visitor(phones: Phones, slug: string) {
  const phone = await phones.take();
  const page = await phone.context.newPage();
  await page.goto(`${phone.line.url}/${slug}`);
  return { phone, store: new StorePage(page) };
}

test('R-GEN-11 R-GEN-12 C-025 a visitor whose browser runs no script looks around, orders, and follows the order', async ({
  browser,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const store = new StorePage(await context.newPage());
  await store.page.goto(`${server.url}/${slug}`);
  await store.quantityOf(SUGAR.name).fill('2');
  await store.page.getByLabel('Search items').fill('soap');
  await store.button('Search').click();
  await expect(store.quantityOf(SUGAR.name)).toHaveCount(0);
  await store.quantityOf(SOAP.name).fill('1');
  await store.openBasket();
  await expect(store.total).toHaveText('UGX 11,500.50');
  await store.startOrder();
  await expect(store.page.locator('#name-problem')).toHaveText('Name is required');
  await store.field('Name').fill('Grace Nakato');
  await store.field('Phone number').fill('0772 900100');
  await store.quantityOf(SOAP.name).fill('0');
  await store.button('Update').click();
  await expect(store.total).toHaveText('UGX 9,000');
  await expect(store.field('Name')).toHaveValue('Grace Nakato');
  await store.placeOrder();
  expect(await orders()).toMatchObject([
    { status: 'pending', totalAmount: '9000.00', customer: { name: 'Grace Nakato' }, items: [{ name: SUGAR.name }] },
  ]);
  await store.page.reload();
  expect(await orders()).toHaveLength(1);
  await context.close();
});

/** On 'Your order': fills in the customer, sends the order, and waits until the shop has it. */
async function orderAsGrace(store: StorePage): Promise<void> {
  await store.field('Name').fill('Grace Nakato');
  await store.field('Phone number').fill('0772 900100');
  await store.placeOrder();
}

test('R-BROW-10 X-TYPE-35 G60 a visitor with an older phone finds each button doing what it says', async ({
  browser,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript(() => {
    const lacks: [object, string[]][] = [
      [SubmitEvent.prototype, ['submitter']],
      [String.prototype, ['toWellFormed', 'isWellFormed']],
      [AbortSignal, ['timeout', 'any']],
    ];
    for (const [holder, names] of lacks) for (const name of names) Reflect.deleteProperty(holder, name);
  });
  const store = new StorePage(await context.newPage());
  await store.page.goto(`${server.url}/${slug}`);
  await store.quantityOf(SUGAR.name).fill('2');
  await store.openBasket();
  await store.quantityOf(SUGAR.name).fill('3');
  const isThereAgain = store.page.waitForEvent('load');
  await store.button('Update').click();
  await isThereAgain;
  expect(await orders()).toEqual([]);
  await orderAsGrace(store);
  expect(await orders()).toMatchObject([{ status: 'pending', totalAmount: '13500.00' }]);
  await context.close();
});

test('R-BROW-10 R-GEN-11 a visitor whose browser cannot parse the scripts orders all the same', async ({
  browser,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  let refusedCount = 0;
  await context.route('**/*.js', async (route) => {
    await route.fulfill({ contentType: 'text/javascript', body: 'let = of the future' });
    refusedCount += 1;
  });
  const store = new StorePage(await context.newPage());
  await store.page.goto(`${server.url}/${slug}`);
  await store.quantityOf(SUGAR.name).fill('2');
  await store.openBasket();
  await store.startOrder();
  await orderAsGrace(store);
  expect(await orders()).toMatchObject([{ status: 'pending', totalAmount: '9000.00' }]);
  expect(refusedCount).toBeGreaterThan(0);
  await context.close();
});

test('M11 C-022 with no signal the basket is kept and can go by WhatsApp; with one again it is one order; no worker and no app comes along', async ({
  phones,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const { phone, store } = await visitor(phones, slug);
  await store.quantityOf(SUGAR.name).fill('3');
  await expect(store.button(/^View basket \(1: UGX 13,500\)$/)).toBeVisible();
  await store.openBasket();
  await store.field('Name').fill('Grace');
  await store.field('Phone number').fill('0772 900100');
  await phone.loseSignal();
  await store.startOrder();
  await expect(store.unreachable).toBeVisible();
  await expect(store.unreachable).toContainText('You are offline. Connect to the internet to place your order.');
  const message = `Hello ${shop.businessName}, I would like to order:\n- ${SUGAR.name} × 3\nTotal: UGX 13,500\nGrace\n0772 900100`;
  await expect(store.sendLink).toHaveAttribute(
    'href',
    `https://wa.me/256${shop.phone.slice(1)}?text=${encodeURIComponent(message)}`,
  );
  await expect(store.field('Name')).toHaveValue('Grace');

  await phone.findSignal();
  await expect(store.unreachable).toBeHidden();
  await store.placeOrder();
  expect(await orders()).toHaveLength(1);
  expect(await store.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  // The basket is empty, and the next visit starts with an empty form.
  expect(await store.page.evaluate(() => localStorage.length)).toBe(0);
  await store.page.goto(`${phone.line.url}/${slug}`);
  await expect(store.quantityOf(SUGAR.name)).toHaveValue('');
});

test('X-TYPE-01 X-TYPE-07 what is pressed into a quantity is what is ordered: half of a kilogram, or a sentence, and no line goes', async ({
  phones,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const { store } = await visitor(phones, slug);
  const quantity = store.quantityOf(SUGAR.name);
  const press = async (typed: string) => {
    await quantity.fill('');
    await quantity.pressSequentially(typed);
  };
  await press('2');
  await press('1,5');
  await expect(store.button(/^View basket \(1: UGX 6,750\)$/)).toBeVisible();
  await press('1,375x');
  await expect(store.page.getByRole('alert')).toHaveText('Quantity must be a number, such as 2 or 0.5');
  await store.button(/^View basket/).click();
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue('1,375x');
  await press('0.375');
  await expect(store.page.getByRole('alert')).toHaveText('Use at most 2 decimals');
  await press('3,0');
  await expect(store.page.getByRole('alert')).toHaveCount(0);
  await store.openBasket();
  await expect(store.total).toHaveText('UGX 13,500');
  await press('two');
  await expect(store.total).toHaveText('-');
  await store.field('Name').fill('Grace Nakato');
  await store.field('Phone number').fill('0772 900100');
  await store.startOrder();
  await expect(quantity).toBeFocused();
  expect(await orders()).toEqual([]);
  await press('3');
  await store.placeOrder();
  expect(await orders()).toMatchObject([{ totalAmount: '13500.00', items: [{ name: SUGAR.name, quantity: '3.00' }] }]);
});

test('M11 a basket outlives its page, also what was put in on a search', async ({ phones, server, shop }) => {
  const { slug } = await openStore(server, shop);
  const { phone, store } = await visitor(phones, slug);
  await store.quantityOf(SUGAR.name).fill('3');
  await store.page.close();
  const again = new StorePage(await phone.context.newPage());
  await again.page.goto(`${phone.line.url}/${slug}`);
  await expect(again.quantityOf(SUGAR.name)).toHaveValue('3');
  await again.page.getByLabel('Search items').fill('soap');
  await again.button('Search').click();
  await expect(again.button(/^View basket \(1: UGX 13,500\)$/)).toBeVisible();
});

test('G60 whoever goes back finds the form as they left it; back from an order is a new basket, and looking at an order leaves the next one be', async ({
  phones,
  server,
  shop,
}) => {
  const { slug, orders } = await openStore(server, shop);
  const { phone, store } = await visitor(phones, slug);
  await store.quantityOf(SUGAR.name).fill('3');
  await store.openBasket();
  await store.field('Name').fill('Grace');
  await store.field('Phone number').fill('0772 900100');
  // Back to the items and to the basket again: the typed name is still there.
  await store.button('Back to the items').click();
  await store.quantityOf(SOAP.name).fill('1');
  await store.openBasket();
  await expect(store.field('Name')).toHaveValue('Grace');
  await expect(store.field('Phone number')).toHaveValue('0772 900100');
  await store.button('Update').click();
  await expect(store.page).toHaveURL(`${phone.line.url}/${slug}`);
  await store.page.goBack();
  await expect(store.page).toHaveURL(/view=basket/);
  await store.placeOrder();
  expect(await orders()).toHaveLength(1);
  const link = store.page.url();

  await store.page.goBack();
  await expect(store.page).toHaveURL(`${phone.line.url}/${slug}`);
  await expect(store.quantityOf(SUGAR.name)).toHaveValue('');

  await store.quantityOf(SUGAR.name).fill('2');
  await expect(store.button(/^View basket \(1: UGX 9,000\)$/)).toBeVisible();
  await store.page.goto(link);
  await expect(store.page.getByRole('heading', { name: 'Order received' })).toBeVisible();
  await store.page.goto(`${phone.line.url}/${slug}`);
  await expect(store.quantityOf(SUGAR.name)).toHaveValue('2');
});

test('G60 a button that is tapped twice on a slow line sends the form once', async ({ phones, server, shop }) => {
  const { slug, orders } = await openStore(server, shop);
  const { store } = await visitor(phones, slug);
  await store.quantityOf(SUGAR.name).fill('3');
  await store.openBasket();
  await store.field('Name').fill('Grace');
  await store.field('Phone number').fill('0772 900100');
  const sent: string[] = [];
  store.page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  // The page asks the server whether it is online; the answer is delayed.
  const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await store.page.route('**/healthz', async (route) => {
    hasAsked();
    await answered;
    await route.continue();
  });
  await store.startOrder();
  await asked;
  await expect(store.page.locator('#order')).toHaveAttribute('aria-busy', 'true');
  await store.startOrder();
  await store.startOrder();
  answer();
  await expect(store.page.getByRole('heading', { name: 'Order received' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await orders()).toHaveLength(1);
});

test('P14 R-GEN-11 one round trip shows the whole first page: nothing else that it asks for is needed', async ({
  browser,
  server,
  shop,
}) => {
  const { slug } = await openStore(server, shop);
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused: string[] = [];
  await page.route('**/*', async (route) => {
    if (route.request().isNavigationRequest()) return await route.continue();
    refused.push(new URL(route.request().url()).pathname);
    await route.abort();
  });
  await page.goto(`${server.url}/${slug}`);
  const store = new StorePage(page);
  await expect(store.quantityOf(SUGAR.name)).toBeVisible();
  await expect(page.locator('.items')).toHaveCSS('display', 'grid');
  await expect(page.locator('.bar')).toHaveCSS('position', 'sticky');
  await store.quantityOf(SUGAR.name).fill('2');
  await store.button(/^View basket/).click();
  await expect(store.total).toHaveText('UGX 9,000');
  expect(refused.filter((path) => path !== '/favicon.svg' && path !== '/storefront.js')).toEqual([]);
  await context.close();
});

test("G55 axe finds nothing serious on a shop's public pages, in light and dark", async ({ phones, server, shop }) => {
  const { slug } = await openStore(server, shop);
  const { store } = await visitor(phones, slug);
  expect(await seriousFindingsInBothColours(store.page)).toEqual([]);
  await store.quantityOf(SUGAR.name).fill('3');
  await store.openBasket();
  await store.startOrder();
  await expect(store.page.locator('#phone-problem')).toBeVisible();
  expect(await seriousFindingsInBothColours(store.page)).toEqual([]);
  await store.field('Name').fill('Grace');
  await store.field('Phone number').fill('0772 900100');
  await store.placeOrder();
  expect(await seriousFindingsInBothColours(store.page)).toEqual([]);
});
