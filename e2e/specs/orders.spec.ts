import { seriousFindings } from '../fixtures/axe.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { stockOnServer } from '../fixtures/selling.ts';
import { GRACE, Storefront } from '../fixtures/storefront.ts';
import { expect, test } from '../fixtures/test.ts';

/* A visitor's orders from the storefront, on two phones of the shop, with and without a signal. */

interface SaleOnServer {
  orderId: number | null;
  finalAmount: string;
  status: string;
}

test('R-GEN-12 R-GEN-13 R-ROUTE-12 R-ROUTE-13 R-ORD-02 R-ORD-09 R-ODET-05 R-ODET-07 R-ODET-08 R-ODET-09 M8 M10 C-025 C-074 an order arrives, is confirmed on one phone, fulfilled on two phones without a signal, and becomes one sale', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const storefront = await Storefront.of(server.url, onServer);
  const first = await phones.signedIn(shop);
  const second = await phones.signedIn(shop, { colorScheme: 'dark' });
  for (const { app } of [first, second]) await app.goTo('Orders');
  await expect(first.app.heading('No orders found')).toBeVisible();
  for (const phone of [first, second]) await phone.isReadyForOrders();

  const number = await storefront.order(GRACE, { [SUGAR.name]: '3', [SOAP.name]: '1' });
  for (const { app } of [first, second]) {
    await expect(app.orders.cardOf(GRACE.name)).toContainText(`#${number}`);
    await expect(app.orders.cardOf(GRACE.name)).toContainText('UGX 16,001');
    await expect(app.orders.cardOf(GRACE.name)).toContainText('Pending');
    await expect(app.toast).toContainText('New Order');
    await app.closeToast();
  }
  expect(await seriousFindings(first.page)).toEqual([]);

  await expect(first.page).toHaveURL(/\/orders$/);
  await first.app.orders.open(GRACE.name);
  await expect(first.page).toHaveURL(/\/orders\/\d+$/);
  await expect(first.app.order.customer.getByRole('link', { name: 'Call' })).toHaveAttribute(
    'href',
    'tel:+256772900100',
  );
  expect(await seriousFindings(first.page)).toEqual([]);
  await first.app.order.confirmButton.click();
  await expect(first.app.toast).toContainText('Order confirmed');
  await first.app.closeToast();
  await first.isSynced();
  await second.app.orders.show('Confirmed');
  await second.app.orders.open(GRACE.name);
  await expect(second.app.order.fulfillButton).toBeVisible();

  for (const phone of [first, second]) await phone.loseSignal();
  for (const { app, page } of [first, second]) {
    await app.order.fulfillButton.click();
    await expect(app.order.fulfilDialog).toContainText('UGX 16,000.50');
    expect(await seriousFindings(page)).toEqual([]);
    await app.order.fulfilDialog.getByRole('button', { name: 'Not yet' }).click();
    await app.order.fulfil();
    await expect(app.toast.filter({ hasText: 'Order fulfilled and sale created' })).toHaveAttribute('role', 'alert');
    await app.closeToast();
    await expect(app.order.facts).toContainText('Fulfilled');
    await expect(app.order.facts).toContainText('Pending sync');
    expect(await seriousFindings(page)).toEqual([]);
    await app.goTo('Items');
    await expect(app.items.card(SUGAR.name)).toContainText('Stock: 17');
  }

  for (const phone of [first, second]) {
    await phone.findSignal();
    await phone.isSynced();
  }
  const sales = (await onServer.get('/sales')) as SaleOnServer[];
  expect(sales).toMatchObject([{ finalAmount: '16000.50', status: 'completed' }]);
  expect(await stockOnServer(onServer, SUGAR.name)).toBe(17);
  expect(await stockOnServer(onServer, SOAP.name)).toBe(11);
  for (const [phone, isLate] of [
    [first, false],
    [second, true],
  ] as const) {
    const { app, page } = phone;
    await expect(app.items.card(SUGAR.name)).toContainText('Stock: 17');
    await app.goTo('Orders');
    await app.orders.show('Fulfilled');
    await app.orders.open(GRACE.name);
    await expect(app.order.facts).toContainText('#SALE-');
    await expect(app.text('Already fulfilled by Amina Okello')).toHaveCount(isLate ? 1 : 0);
    await app.order.openSale();
    await expect(app.sale.items).toContainText('UGX 16,000.50');
    await page.goto(`${new URL(page.url()).origin}/sales`);
    await expect(app.sales.cards).toHaveCount(1);
  }
});

test('M9 C-070 R-ODET-13 R-ODET-32 cancelled on one phone and fulfilled on the other, both without a signal: the goods have left, so it stays fulfilled, or a person decides', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const storefront = await Storefront.of(server.url, onServer);
  await storefront.order(GRACE, { [SUGAR.name]: '2' });
  await storefront.order({ name: 'Moses Kato', phone: '0701 555 444' }, { [SUGAR.name]: '5' });
  const first = await phones.signedIn(shop);
  const second = await phones.signedIn(shop);
  for (const customer of [GRACE.name, 'Moses Kato']) {
    await first.app.goTo('Orders');
    await first.app.orders.open(customer);
    await first.app.order.confirmButton.click();
    await first.app.closeToast();
    await expect(first.app.order.fulfillButton).toBeVisible();
  }
  await first.isSynced();
  await second.app.goTo('Orders');
  await expect(second.app.orders.cardOf('Moses Kato')).toContainText('Confirmed');

  // Grace's order is fulfilled first and cancelled later; Moses's the other way round.
  await first.loseSignal();
  await second.loseSignal();
  await second.app.orders.open(GRACE.name);
  await second.app.order.cancel();
  await expect(second.app.toast).toContainText('Order cancelled');
  await second.app.closeToast();
  await second.app.order.goBack();
  await second.app.orders.open('Moses Kato');
  await second.app.order.fulfil();
  await second.app.closeToast();
  await expect(second.app.order.facts).toContainText('Pending sync');
  await first.app.goTo('Orders');
  await first.app.orders.open(GRACE.name);
  await first.app.order.fulfil({ isPayLater: true });
  await first.app.closeToast();
  await first.app.order.goBack();
  await first.app.orders.open('Moses Kato');
  await first.app.order.cancel();

  await first.findSignal();
  await first.isSynced();
  await second.findSignal();

  // M9: the cancellation lost, and its phone says so at the order.
  await expect(second.app.header.syncStatus).toHaveText('2 need attention');
  await second.app.goTo('Orders');
  await second.app.orders.open(GRACE.name);
  await expect(second.app.order.facts).toContainText('Fulfilled');
  await expect(second.app.text('This order is already fulfilled. Cancel its sale instead.')).toBeVisible();
  expect(await seriousFindings(second.page)).toEqual([]);

  // M10: the customer was told of the cancellation, and the goods have left.
  await second.app.order.goBack();
  await expect(second.app.orders.cardOf('Moses Kato')).toContainText('Conflict');
  await second.app.orders.open('Moses Kato');
  await expect(second.app.order.conflict).toContainText('Status: yours fulfilled');
  expect(await seriousFindings(second.page)).toEqual([]);
  await second.app.order.conflict.getByRole('button', { name: 'Fulfil anyway' }).click();
  await expect(second.app.order.facts).toContainText('Fulfilled');
  await expect.poll(() => stockOnServer(onServer, SUGAR.name)).toBe(13);
  const sales = (await onServer.get('/sales')) as SaleOnServer[];
  expect(sales.map(({ status }) => status).toSorted()).toEqual(['completed', 'pending']);
  await first.app.goTo('Orders');
  await expect(first.app.orders.cardOf('Moses Kato')).toContainText('Fulfilled');
});
