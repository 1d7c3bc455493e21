import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, saying, test } from '../fixtures/test.ts';

const ASHA = { Name: 'Asha Nansubuga', Phone: '0772 123456', Address: '7 Ntinda Road', Notes: 'pays on Fridays' };
const IN_USE = 'Failed to delete customer. There may be sales associated with this customer.';

test('R-CUST-08 R-CUST-14 R-CUST-18 R-CUST-27 R-CUST-28 R-CUST-26 C-116 C-031 G23 M20 written down and sold to with no signal: what they owe is told at once, and they cannot be deleted', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const a = await phones.signedIn(shop);
  const b = await phones.signedInOnline(shop, { colorScheme: 'dark' });
  const { app, page } = a;
  await a.loseSignal();
  await app.home.openCustomers();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(app.heading('No customers found')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await app.customers.startNewCustomer();
  await app.customer.create(ASHA);
  await expect(app.toast).toHaveText('Customer createdThe customer has been created successfully.');
  await app.closeToast();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(app.customers.card(ASHA.Name)).toContainText('Pending sync');

  await app.goTo('Home');
  await page.getByRole('link', { name: 'New Sale' }).click();
  await app.newSale.fill({ lines: [{ item: SUGAR.name, quantity: '2' }] });
  await app.newSale.chooseCustomer(ASHA.Name);
  await page.getByLabel('Pay later').click();
  await app.newSale.submit();
  await expect(app.toast).toHaveText('Sale createdThe sale has been created successfully.');
  await app.closeToast();

  await app.goTo('Home');
  await app.home.openCustomers();
  await app.customers.show('Owing');
  await expect(app.customers.card(ASHA.Name)).toContainText('Owes UGX 9,000.00 for 1 sale');
  expect(await seriousFindings(page)).toEqual([]);
  await app.customers.open(ASHA.Name);
  await expect(page).toHaveTitle(`${ASHA.Name} - Customer Details · Kaunta`);
  for (const text of Object.values(ASHA)) await expect(app.customer.facts).toContainText(text);
  await expect(app.customer.facts).toContainText('Owes UGX 9,000.00 for 1 sale');
  await expect(app.customer.sales).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);

  await app.customer.startDeleting();
  await expect(app.customer.deleteDialog).toContainText('may affect associated sales');
  expect(await seriousFindings(page)).toEqual([]);
  await app.customer.confirmDeleting();
  await expect(app.toast).toHaveText(IN_USE);
  await expect(app.customer.facts).toContainText(ASHA.Name);

  await a.findSignal();
  await a.isSynced();
  const [onTheServer] = (await onServer.get('/customers')) as { id: number; name: string }[];
  expect(onTheServer?.name).toBe(ASHA.Name);
  expect(await onServer.get(`/customers/${onTheServer?.id}`)).toMatchObject({ balance: '9000.00', unpaidSales: 1 });

  await b.page.goto(`${b.line.url}/customers`);
  await b.app.customers.open(ASHA.Name);
  await expect(b.app.customer.facts).toContainText('Owes UGX 9,000.00 for 1 sale');
  await expect(b.app.customer.facts.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+256772123456');
  await b.app.customer.sales.first().click();
  await expect(b.page).toHaveURL(/\/sales\/\d+$/);
  // The address changes before the screen does, and the customer's screen has a button of this name too.
  await expect(b.app.sale.facts).toBeVisible();
  await b.app.sale.recordPaymentButton.click();
  await b.app.sale.recordPayment('9000', 'Cash');
  await expect(app.customer.facts).not.toContainText('Owes');
});

test('R-CUST-24 R-CUST-25 R-CUST-26 C-116 M22 one whom nobody sold to leaves every phone; one whom another phone sold to meanwhile comes back', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [SUGAR]);
  const [sugar] = (await onServer.get('/items')) as { id: number }[];
  const sold = (await onServer.post('/customers', { name: 'Musa' })) as { id: number };
  const idle = (await onServer.post('/customers', { name: 'Okello' })) as { id: number };
  const phone = await phones.signedIn(shop);
  const { app, page } = phone;
  await page.goto(`${phone.line.url}/customers/${idle.id}`);
  await phone.loseSignal();
  await app.customer.startDeleting();
  await app.customer.confirmDeleting();
  await expect(app.toast).toHaveText('Customer deletedOkello');
  await app.closeToast();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(app.customers.cards).toHaveCount(1);
  await app.customers.open('Musa');
  await app.customer.startDeleting();
  await app.customer.confirmDeleting();
  await expect(app.toast).toHaveText('Customer deletedMusa');
  await app.closeToast();
  await expect(app.heading('No customers found')).toBeVisible();
  await onServer.post('/sales', { customerId: sold.id, items: [{ itemId: sugar?.id, quantity: 1 }] });

  await phone.findSignal();
  await expect(app.header.syncStatus).toHaveText('1 need attention');
  await expect(app.customers.card('Musa')).toContainText('Not accepted');
  await expect(app.customers.cards).toHaveCount(1);
  await app.header.openSyncStatus();
  await expect(app.sync.attention).toContainText('Deletion of Musa');
  await expect(app.sync.attention).toContainText(IN_USE);
  await app.sync.attention.getByRole('button', { name: 'Discard' }).click();
  await app.dialog.getByRole('button', { name: 'Discard' }).click();
  await phone.isSynced();
  await page.goto(`${phone.line.url}/customers/${idle.id}`);
  await expect(app.heading('Customer not found')).toBeVisible();
});

test('M20 G46 G47 one person written down on two phones with no signal is two until somebody merges them, and then one everywhere', async ({
  phones,
  shop,
  server,
}) => {
  const a = await phones.signedIn(shop);
  const b = await phones.signedIn(shop, { colorScheme: 'dark' });
  for (const [phone, fields] of [
    [a, { Name: 'Asha', Phone: '0772 123456' }],
    [b, { Name: 'Mama Asha', Phone: '+256 772 123-456', Notes: 'from Gulu' }],
  ] as const) {
    await phone.loseSignal();
    await phone.app.home.openCustomers();
    await phone.app.customer.startQuickAdd();
    await phone.app.customer.create(fields);
    await phone.app.closeToast();
    await expect(phone.app.customers.card(fields.Name)).toContainText('Pending sync');
  }
  await a.findSignal();
  await a.isSynced();
  await b.findSignal();
  for (const { app } of [a, b]) {
    await expect(app.customers.card('Asha')).toContainText('Possible duplicate of Mama Asha');
    await expect(app.customers.card('Mama Asha')).toContainText('Possible duplicate of Asha');
  }
  await b.app.customers.open('Mama Asha');
  await b.app.customer.mergeButton.click();
  await expect(b.app.customer.mergeDialog).toContainText('This is what stays');
  expect(await seriousFindings(b.page)).toEqual([]);
  await b.app.customer.confirmMerging();
  await expect(b.app.toast).toHaveText('Customers mergedAsha');
  await expect(b.app.customer.facts).toContainText('Also known as Mama Asha');
  await expect(b.app.customer.facts).toContainText('from Gulu');
  await b.isSynced();
  await expect(a.app.customers.cards).toHaveCount(1);
  await expect(a.app.customers.card('Asha')).not.toContainText('Possible duplicate');
  const onServer = await ShopOnServer.of(server.url, shop);
  expect(await onServer.get('/customers')).toHaveLength(1);
});

test('R-CUST-09 R-CUST-10 R-CUST-11 R-CUST-12 R-CUST-13 R-CUST-16 what was typed is never lost without a question, whichever way it is left', async ({
  phones,
  shop,
}) => {
  const { app, page } = await phones.signedInOnline(shop);
  await app.home.openCustomers();
  const { customer } = app;
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await customer.startQuickAdd();
  await customer.create({ Phone: '0772 5' });
  await expect(customer.field('Name')).toHaveAccessibleDescription(saying('Customer name is required'));
  await expect(customer.field('Name')).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Continue editing' }).click();
  await expect(question).toBeHidden();
  await expect(customer.field('Phone')).toHaveValue('0772 5');
  await page.goBack();
  await question.getByRole('button', { name: 'Continue editing' }).click();
  await customer.newDialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(app.heading('No customers found')).toBeVisible();

  await app.customers.startNewCustomer();
  await customer.fill({ Name: 'Okello' });
  await app.goTo('Home');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(customer.field('Name')).toHaveValue('Okello');
  await app.goTo('Home');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(app.header.title).toHaveText('Home');
});

test('R-CUST-01 R-CUST-02 R-CUST-04 C-034 five to a page, and the search box finds the one by a number however it is typed', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await ShopOnServer.of(server.url, shop);
  for (let number = 1; number <= 6; number += 1)
    await onServer.post('/customers', { name: `Customer ${number}`, phone: `0772 00${number} 99${number}` });
  const { app, page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/customers`);
  await expect(app.customers.cards).toHaveCount(5);
  await expect(app.customers.cards.first()).toContainText('Customer 6');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.customers.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('0772003993');
  await expect(app.customers.card('Customer 3')).toBeVisible();
  await expect(app.customers.cards).toHaveCount(1);
});
