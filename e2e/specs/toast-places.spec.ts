import type { Page } from 'playwright/test';
import { keepFinishedSales } from '../fixtures/finished-sales.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { GRACE, Storefront } from '../fixtures/storefront.ts';
import { expect, signIn, test } from '../fixtures/test.ts';
import { goTo } from '../fixtures/within-page.ts';
import { COVERED_BY_TOAST, coveredByToast } from '../fixtures/toasts.ts';
import type { App } from '../pages/app.ts';

/* The place of a toast on many screens and over many dialogs. */

const WINDOWS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];
const PHONE = { width: 390, height: 844 };

const SCREENS = [
  '/dashboard',
  '/counter',
  '/sales',
  '/sales/new',
  '/orders',
  '/items',
  '/items/new',
  '/customers',
  '/customers/new',
  '/suppliers',
  '/purchases',
  '/purchases/new',
  '/reports',
  '/payment-methods',
  '/user-management',
  '/profile',
  '/sync',
];

async function coversNothing(page: Page, where: string): Promise<void> {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    await expect
      .poll(() => page.evaluate(coveredByToast, COVERED_BY_TOAST), `${where} at ${window.width} × ${window.height}`)
      .toEqual([]);
  }
  await page.setViewportSize(PHONE);
}

/** Opens a dialog of the screen, checks the toast's place, and closes the dialog. */
async function lookAtDialog(app: App, button: string, title: string): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await coversNothing(page, title);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('R-PLACE-20 R-PLACE-21 R-PLACE-22 a toast covers no bar, way back, tab, open bell, button of a form, title or field of a dialog, amount due or change, nor a button of the sheet after a sale', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP]);
  const customer = (await onServer.post('/customers', { name: 'Asha', phone: '0700111222' })) as { id: number };
  const [item] = (await onServer.get('/items')) as { id: number }[];
  const sale = (await onServer.post('/sales', { items: [{ itemId: item?.id, quantity: 1 }] })) as { id: number };
  const store = await Storefront.of(server.url, onServer);
  const phone = await phones.take();
  const { app, page } = await signIn(phone, shop);
  await phone.isReadyForOrders();
  await store.order(GRACE, { [SUGAR.name]: '1' });
  await expect(app.toast).toContainText('New Order');
  for (const path of SCREENS) {
    await goTo(page, path);
    await coversNothing(page, path);
  }
  await app.alerts.open();
  await coversNothing(page, 'the bell');
  await page.keyboard.press('Escape');

  await goTo(page, `/items/${item?.id}`);
  await expect(page.getByRole('tab', { name: 'Stock' })).toBeVisible();
  await coversNothing(page, 'the tabs of an item');
  await page.getByRole('tab', { name: 'Stock' }).evaluate((tab) => tab.scrollIntoView({ block: 'end' }));
  await lookAtDialog(app, 'Add Stock', 'Add Stock');
  await goTo(page, `/customers/${customer.id}`);
  await lookAtDialog(app, 'Edit', 'Edit customer');
  await lookAtDialog(app, 'Delete customer', 'Delete this customer?');
  await goTo(page, `/sales/${sale.id}`);
  await lookAtDialog(app, 'Receipt', 'Receipt');
  await lookAtDialog(app, 'Cancel sale', 'Cancel this sale?');
  await goTo(page, '/user-management');
  await lookAtDialog(app, 'Add User', 'Add User');

  await goTo(page, '/counter');
  await keepFinishedSales(page);
  await app.counter.tap(SUGAR.name);
  await coversNothing(page, 'a basket');
  await app.counter.charge.click();
  await expect(app.counter.payment).toBeVisible();
  await coversNothing(page, 'a payment');
  await app.counter.payment.getByRole('button', { name: '5,000', exact: true }).click();
  await expect(page.getByRole('region', { name: 'The sale is recorded' })).toBeVisible();
  await coversNothing(page, 'the sheet after a sale');
});
