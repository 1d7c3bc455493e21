import { seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';

const STRANGERS = ['/welcome', '/login', '/register'];
const SIGNED_IN = [
  '/dashboard',
  '/items',
  '/items/new',
  '/items/new/advanced',
  '/products',
  '/sales',
  '/sales/new',
  '/add-stock',
  '/customers',
  '/customers/new',
  '/suppliers',
  '/suppliers/new',
  '/payment-methods',
  '/purchases',
  '/purchases/new',
  '/items/import',
  '/items/labels?search=',
  '/settings/data',
  '/orders',
  '/sync',
  '/settings/devices',
  '/settings/security',
  '/profile',
  '/no/such/page',
];

test('G55 axe finds nothing serious before signing in, in light and dark', async ({ phones }) => {
  const phone = await phones.take({ hasWorker: false });
  await phone.open();
  for (const path of STRANGERS) {
    await phone.page.goto(phone.line.url + path);
    await phone.app.isShown();
    await expect(phone.page.getByRole('button').or(phone.page.getByRole('link')).first()).toBeVisible();
    expect(await seriousFindingsInBothColours(phone.page), path).toEqual([]);
  }
});

test('G55 axe finds nothing serious on the screens, in light and dark', async ({ phones, shop }) => {
  const phone = await phones.signedInOnline(shop);
  for (const path of SIGNED_IN) {
    await phone.page.goto(phone.line.url + path);
    await phone.app.isShown();
    expect(await seriousFindingsInBothColours(phone.page), path).toEqual([]);
  }
});
