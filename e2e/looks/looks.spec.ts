import type { Page } from 'playwright/test';
import { stockShelves } from '../fixtures/items.ts';
import type { Shop, ShopOnServer } from '../fixtures/shop.ts';
import { GRACE, Storefront } from '../fixtures/storefront.ts';
import { expect, test } from '../fixtures/test.ts';
import { photograph } from './photograph.ts';

/*
 * Photographs every screen at five sizes, light and dark, in four states of the shop: full of long names and large
 * amounts, empty, with no signal, and with a failing server. Nothing may be wider than its window, and axe must find
 * nothing serious. The pictures are in test-results/looks, for people to look at.
 */

const LISTS = {
  home: '/dashboard',
  counter: '/counter',
  'new-sale': '/sales/new',
  sales: '/sales',
  orders: '/orders',
  items: '/items',
  products: '/products',
  'new-item': '/items/new',
  'new-item-advanced': '/items/new/advanced',
  'add-stock': '/add-stock',
  labels: '/items/labels',
  'import-items': '/items/import',
  customers: '/customers',
  'new-customer': '/customers/new',
  suppliers: '/suppliers',
  'new-supplier': '/suppliers/new',
  purchases: '/purchases',
  'new-purchase': '/purchases/new',
  reports: '/reports',
  settings: '/profile',
  'payment-methods': '/payment-methods',
  business: '/business-info',
  users: '/user-management',
  devices: '/settings/devices',
  security: '/settings/security',
  printer: '/settings/printer',
  data: '/settings/data',
  sync: '/sync',
  help: '/help',
  rate: '/rate',
};
/** Screens that need the server. */
const ONLINE = { users: '/user-management', devices: '/settings/devices', security: '/settings/security' };

const LONG_NAME = `Extra long grain basmati rice of the first harvest, imported, ${'sealed '.repeat(6)}25 kg`;
const LONG_WORD = `Abcdefghij${'klmnopqrst'.repeat(5)}`;
const LARGE = '99999999.99';

async function look(page: Page, state: string, screens: Readonly<Record<string, string>>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(new URL(path, page.url()).href);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    wrong.push(...(await photograph(page, `${state}/${name}`)));
  }
  return wrong;
}

/** Fills the shop with long names, large amounts and many rows. */
async function fill(
  serverUrl: string,
  shop: Shop,
): Promise<{ onServer: ShopOnServer; details: Record<string, string> }> {
  const plain = Array.from({ length: 40 }, (_, nth) => ({
    name: `Item ${nth + 1} of the shelf`,
    price: String(1_500 * (nth + 1)),
    stock: String(nth),
    sku: `60090000${String(nth).padStart(5, '0')}`,
  }));
  const long = [LONG_NAME, LONG_WORD].map((name) => ({ name, price: LARGE, stock: '5000' }));
  const onServer = await stockShelves(serverUrl, shop, [...plain, ...long]);
  const items = (await onServer.get('/items')) as { id: number; name: string }[];
  const idOf = (name: string) => items.find((item) => item.name === name)?.id;
  const customer = (await onServer.post('/customers', {
    name: LONG_NAME,
    phone: '0772 123 456',
    address: LONG_NAME,
    notes: LONG_WORD,
  })) as { id: number };
  const supplier = (await onServer.post('/suppliers', { name: LONG_NAME, notes: LONG_WORD })) as { id: number };
  const all = items.map(({ id }) => ({ itemId: id, quantity: 2 }));
  const sale = (await onServer.post('/sales', {
    customerId: customer.id,
    notes: LONG_NAME,
    items: all.slice(0, 40),
  })) as {
    id: number;
  };
  await onServer.post('/sales', {
    customerId: customer.id,
    status: 'pending',
    items: [{ itemId: idOf(LONG_WORD), quantity: 100 }],
  });
  const purchase = (await onServer.post('/purchases', {
    supplierId: supplier.id,
    items: [{ itemId: idOf(LONG_NAME), itemName: LONG_NAME, quantity: 1_000, unitCost: 80_000_000 }],
    purchaseAmount: 80_000_000_000,
  })) as { id: number };
  const store = await Storefront.of(serverUrl, onServer);
  const order = await store.order({ ...GRACE, name: LONG_NAME.slice(0, 80) }, { [LONG_WORD]: '3' });
  const orders = (await onServer.get('/orders')) as { id: number; orderNumber: string }[];
  return {
    onServer,
    details: {
      sale: `/sales/${sale.id}`,
      item: `/items/${idOf(LONG_NAME)}`,
      'edit-item': `/items/${idOf(LONG_NAME)}/edit`,
      customer: `/customers/${customer.id}`,
      supplier: `/suppliers/${supplier.id}`,
      purchase: `/purchases/${purchase.id}`,
      order: `/orders/${orders.find(({ orderNumber }) => orderNumber === order)?.id}`,
    },
  };
}

test('a full shop: long names, large amounts, a sale of forty lines', async ({ phones, shop, server }) => {
  const { details } = await fill(server.url, shop);
  const { page } = await phones.signedInOnline(shop);
  expect(await look(page, 'full', { ...LISTS, ...details })).toEqual([]);
});

test('a new shop, which has nothing yet', async ({ phones, shop }) => {
  const { page } = await phones.signedInOnline(shop);
  expect(await look(page, 'empty', LISTS)).toEqual([]);
});

test('no signal', async ({ phones, shop, server }) => {
  await stockShelves(server.url, shop);
  const phone = await phones.signedIn(shop);
  await phone.loseSignal();
  expect(await look(phone.page, 'offline', LISTS)).toEqual([]);
});

test('a server that fails', async ({ phones, shop, server }) => {
  await stockShelves(server.url, shop);
  const phone = await phones.signedInOnline(shop);
  phone.line.breakFor(/\/api\//, { status: 500 });
  expect(await look(phone.page, 'error', { home: LISTS.home, counter: LISTS.counter, ...ONLINE })).toEqual([]);
});

test('before anybody signs in', async ({ phones }) => {
  const phone = await phones.take();
  await phone.open('/welcome');
  const screens = { welcome: '/welcome', login: '/login', register: '/register', 'forgot-pin': '/forgot-pin' };
  expect(await look(phone.page, 'stranger', screens)).toEqual([]);
});
