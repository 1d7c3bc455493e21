import type { Page } from 'playwright/test';
import type { Phone } from '../fixtures/phone.ts';
import { newOwner } from '../fixtures/shop.ts';
import { expect, type Phones, signIn, test } from '../fixtures/test.ts';
import type { App } from '../pages/app.ts';
import { HelpPage } from '../pages/help-page.ts';
import { ReceiptDialog } from '../pages/receipt-dialog.ts';
import type { RegisterFields } from '../pages/register-page.ts';
import { StorePage } from '../pages/store-page.ts';

/** A new user who looks for the names that Help uses. */
class Guide {
  readonly #names: ReadonlySet<string>;
  readonly #unseen: Set<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
    this.#unseen = new Set(names);
  }

  get unseen(): string[] {
    return [...this.#unseen];
  }

  /** Expects each of these on the screen, under the same name as in Help. */
  async finds(page: Page, ...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const place = page.getByText(name, { exact: true }).or(page.getByLabel(name, { exact: true }));
      await expect(place.filter({ visible: true }).first()).toBeVisible();
      this.used(name);
    }
  }

  used(name: string): void {
    expect(this.#names, 'what Help names').toContain(name);
    this.#unseen.delete(name);
  }
}

const JOAN = { name: 'Joan Achieng', phone: '0799 000777', pin: '1470' };
const ASHA = { name: 'Asha Nansubuga', phone: '0701 222333' };
const PETER = { name: 'Peter Okot', phone: '0755 123123' };

/*
 * A new user opens a shop with only the app and its Help. Every step uses a name from Help, and at the end every name
 * in Help was found on a screen.
 */
test('G42 G51 C-026 R-HOME-03 R-NOTIF-08 C-048 SYN-17 a stranger does a shop’s first day by what Help says', async ({
  phones,
  server,
}) => {
  const owner = newOwner();
  const sarah = await phones.take();
  const guide = await test.step('Help is there before anything else', () => readHelp(sarah));
  await test.step('Open the shop', () => openTheShop(sarah, guide, owner));
  await test.step('Put your items in', () => putItemsIn(sarah, guide));
  await test.step('When goods come in', () => bringGoodsIn(sarah, guide));
  await test.step('Sell', () => sellForCash(sarah, guide));
  await test.step('Sell on credit', () => sellOnCredit(sarah, guide));
  await test.step('Put a mistake right', () => putAMistakeRight(sarah, guide));
  const joan = await test.step('Let somebody help you', () => takeOnHelp(phones, sarah, guide, owner));
  await test.step('Let customers order', () => serveAnOrder(phones, { sarah, joan }, guide, server.url));
  await test.step('both sell without a signal, and find both sales once it is back', () => sellInTheDark(sarah, joan));
  await test.step('Close the day', () => closeTheDay(sarah, guide));
  await test.step('Keep Kaunta on the phone', async () => {
    await sarah.app.goTo('Settings');
    // Only the browser can offer the installation, and this one never does, so the event is made here.
    await sarah.page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() });
      globalThis.dispatchEvent(offer);
    });
    await guide.finds(sarah.page, 'Install app');
  });
  expect(guide.unseen).toEqual([]);
});

/** Expects a toast with these words and closes it, because it delays the next toast and covers what is under it. */
async function told(app: App, words: string): Promise<void> {
  await expect(app.toast).toContainText(words);
  await app.closeToast();
}

async function readHelp(phone: Phone): Promise<Guide> {
  const { page } = await phone.open('/');
  await page.getByRole('link', { name: 'Help' }).click();
  const guide = new Guide(await new HelpPage(page).names());
  await page.getByRole('link', { name: 'Back' }).click();
  return guide;
}

async function openTheShop(phone: Phone, guide: Guide, owner: RegisterFields): Promise<void> {
  const { app, page } = phone;
  await guide.finds(page, 'Register', 'Login');
  await page.getByRole('link', { name: 'Register' }).click();
  await app.register.fill(owner);
  await app.register.submit();
  // The register screen has a field with this name too.
  await app.login.submitButton.waitFor();
  await told(app, 'Registration successful! You can now log in.');
  // It was typed on the screen before.
  await expect(app.login.phone).toHaveValue(owner.phone);
  await guide.finds(page, 'Phone', 'PIN');
  await app.login.pin.fill(owner.pin);
  await app.login.submitButton.click();
  await expect(app.header.title).toHaveText('Home');
  await phone.isReadyForOffline();
  await guide.finds(page, 'Home', 'Orders', 'Settings', 'New Item', 'New Sale', 'Add Stock', 'Purchases', 'Reports');
  await guide.finds(page, 'Sales', 'Sales today');
  await app.goTo('Settings');
  await guide.finds(page, 'Payment Methods', 'Import and export', 'Manage Users');
  await page.getByRole('link', { name: 'Payment Methods' }).click();
  await guide.finds(page, 'Cash', 'Add');
  await app.goTo('Settings');
  await page.getByRole('link', { name: 'Import and export' }).click();
  await guide.finds(page, 'Import items', 'Export sales');
}

async function putItemsIn({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.goTo('Home');
  await app.home.firstSteps.getByRole('link', { name: 'Add your first item' }).click();
  await guide.finds(page, 'Name', 'Category', 'Selling price', 'Cost price', 'Initial stock', 'Unit of sale');
  await guide.finds(page, 'Add images', 'Create item');
  await app.newItem.fill({ name: 'Irish potatoes', category: 'Groceries', price: '3000', stock: '12.5' });
  await app.newItem.field('Unit of sale').selectOption({ label: 'Kilogram' });
  guide.used('Kilogram');
  await app.newItem.submit();
  await told(app, 'The item has been created successfully.');
  await expect(app.items.card('Irish potatoes')).toContainText('12.5 Kilogram');
  await app.items.startNewItem();
  await app.newItem.fill({ name: 'Sugar 1 kg', category: 'Groceries', price: '5000', stock: '20' });
  await app.newItem.submit();
  await told(app, 'The item has been created successfully.');
  await expect(app.items.card('Sugar 1 kg')).toBeVisible();
  await app.goTo('Home');
  await expect(app.home.today).toBeVisible();
  await expect(app.home.firstSteps).toHaveCount(0);
}

async function bringGoodsIn({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.home.open('Add Stock');
  await page.getByRole('button', { name: /^Sugar 1 kg/ }).click();
  await guide.finds(page, 'Quantity', 'Add stock', 'Purchase amount (per unit)');
  await page.getByLabel('Quantity', { exact: true }).fill('10');
  await page.getByLabel('Purchase amount (per unit)').fill('4100');
  await page.getByRole('button', { name: 'Add stock' }).click();
  await told(app, 'Purchase created');
  await expect(app.items.card('Sugar 1 kg')).toContainText('30');
  await app.items.card('Sugar 1 kg').getByRole('link', { name: 'Sugar 1 kg' }).click();
  await guide.finds(page, 'Adjust Stock', 'Count Stock');
  await app.goTo('Home');
  await app.home.open('Purchases');
  await expect(app.purchases.list).toContainText('Default Supplier');
  await guide.finds(page, 'New Purchase');
}

async function sellForCash({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.goTo('Home');
  await app.home.open('New Sale');
  await guide.finds(page, 'Item', 'Quantity', 'Another item', 'Create sale');
  await app.newSale.fill({
    lines: [
      { item: 'Sugar 1 kg', quantity: '2' },
      { item: 'Irish potatoes', quantity: '1.25' },
    ],
    notes: 'first',
  });
  await guide.finds(page, 'Amount received', 'Customer', 'Pay later');
  await app.newSale.field('Amount received').fill('10000');
  await app.newSale.submit();
  await expect(page.getByText(/^This is less than the total/)).toBeVisible();
  await app.newSale.field('Amount received').fill('20000');
  await guide.finds(page, 'Change');
  await expect(page.getByText('UGX 6,250.00')).toBeVisible();
  await app.newSale.submit();
  await told(app, 'Sale created');
  await expect(app.header.title).toHaveText('Sales');
  await app.sales.openSale('first');
  await guide.finds(page, 'Receipt');
  const receipt = new ReceiptDialog(page);
  await receipt.open();
  await guide.finds(page, 'Print Receipt', 'Share');
  await expect(receipt.paper).toContainText('13,750.00');
  await page.keyboard.press('Escape');
  await expect(receipt.paper).toHaveCount(0);
}

async function sellOnCredit({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.goTo('Home');
  await app.home.open('New Sale');
  await app.newSale.fill({ lines: [{ item: 'Sugar 1 kg', quantity: '3' }], notes: 'on credit' });
  await app.newSale.field('Customer').fill(ASHA.name);
  await guide.finds(page, 'New customer');
  await page.keyboard.press('Escape');
  await app.newSale.createCustomer(ASHA.name, ASHA.phone);
  await told(app, 'Customer created');
  await app.newSale.field('Pay later').click();
  await app.newSale.submit();
  await told(app, 'Sale created');
  await expect(app.header.title).toHaveText('Sales');
  await app.goTo('Home');
  await app.home.openCustomers();
  await page.getByRole('link', { name: ASHA.name }).first().click();
  await guide.finds(page, 'Record payment');
  await app.sale.recordPaymentButton.click();
  await app.sale.recordPayment('7000', 'Cash');
  await told(app, 'Payment recorded');
  await expect(page.getByText(/^Owes/)).toContainText('8,000');
  await app.goTo('Home');
  await app.home.open('Reports');
  await guide.finds(page, 'Unpaid');
  await app.reports.choose('Unpaid');
  await expect(app.reports.unpaid).toContainText(['UGX 8,000.00']);
  await guide.finds(page, 'Remind by WhatsApp');
}

async function putAMistakeRight({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.goTo('Home');
  await app.home.openSales();
  await app.sales.openSale('first');
  await guide.finds(page, 'Cancel sale');
  await app.sale.startCancelling();
  await guide.finds(page, 'Reason');
  await app.sale.reason.fill('wrong weight');
  await guide.finds(page, 'Was the money given back?', 'Not yet');
  await page.getByRole('radio', { name: 'Not yet' }).check();
  await app.sale.confirmCancelButton.click();
  await told(app, 'Sale cancelled');
  await expect(app.sale.facts).toContainText('wrong weight');
  await guide.finds(page, 'Settle refund');
  await page.getByRole('link', { name: 'Back' }).click();
  await app.sales.giveBack('Reason: wrong weight', 'Cash');
  await told(app, 'Refund recorded');
  await expect(app.text('Refund due: UGX 13,750.00')).toHaveCount(0);
}

async function takeOnHelp(phones: Phones, { app, page }: Phone, guide: Guide, owner: RegisterFields): Promise<Phone> {
  await app.goTo('Settings');
  await app.users.open();
  await guide.finds(page, 'Add User');
  await page.getByRole('button', { name: 'Add User' }).click();
  await guide.finds(page, 'Phone', 'PIN', 'Email');
  await app.users.add({ ...JOAN, email: owner.email });
  await told(app, 'User added successfully');
  await expect(app.users.card(JOAN.name)).toBeVisible();
  return await signIn(await phones.take(), JOAN);
}

async function serveAnOrder(
  phones: Phones,
  { sarah, joan }: { sarah: Phone; joan: Phone },
  guide: Guide,
  serverUrl: string,
): Promise<void> {
  const { app, page } = sarah;
  await app.goTo('Orders');
  const path = await page.getByRole('link', { name: 'Open the page of your shop' }).getAttribute('href');
  await app.goTo('Items');
  await guide.finds(page, 'Display on Kaunta Store');
  await app.items.card('Sugar 1 kg').getByRole('switch').click();
  await told(app, 'Kaunta status updated successfully');
  await expect(app.header.syncStatus).toHaveText('All changes synced');

  const peter = await phones.take();
  const store = new StorePage(await peter.context.newPage());
  await store.page.goto(serverUrl + path);
  await store.quantityOf('Sugar 1 kg').fill('2');
  await store.openBasket();
  await store.field('Name').fill(PETER.name);
  await store.field('Phone number').fill(PETER.phone);
  await store.placeOrder();

  await expect(app.alerts.bell).toHaveAccessibleName('Notifications 1');
  await told(app, 'New Order');
  await told(joan.app, 'New Order');
  await app.alerts.open();
  await guide.finds(page, 'Enable');
  await expect(app.alerts.entries).toContainText([PETER.name]);
  await app.alerts.entries.getByRole('link').click();
  await guide.finds(page, 'Confirm');
  await app.order.confirmButton.click();
  await told(app, 'Order confirmed');
  await guide.finds(page, 'Fulfill');
  await app.order.fulfil();
  await told(app, 'Order fulfilled and sale created');
  await expect(app.order.facts).toContainText('Fulfilled');
  await expect(app.header.syncStatus).toHaveText('All changes synced');
  await store.page.reload();
  await expect(store.page.getByRole('heading', { name: 'Order completed' })).toBeVisible();
}

async function sellInTheDark(...both: readonly [Phone, Phone]): Promise<void> {
  for (const phone of both) {
    await phone.loseSignal();
    await expect(phone.app.header.syncStatus).toHaveText(/^Offline/);
  }
  for (const [index, { app }] of both.entries()) {
    await app.goTo('Home');
    await app.home.open('New Sale');
    await app.newSale.fill({ lines: [{ item: 'Irish potatoes', quantity: '7' }], notes: `in the dark ${index}` });
    await app.newSale.submit();
    await told(app, 'Sale created');
    await expect(app.header.syncStatus).toHaveText('Offline · 1 change pending');
  }
  for (const phone of both) await phone.findSignal();
  for (const { app, page } of both) {
    // Together they sold more than the stock: both sales are kept, and a message says so.
    await expect(app.header.syncStatus).toHaveText('1 need attention');
    await expect(app.sales.cardWith('in the dark 0')).toBeVisible();
    await expect(app.sales.cardWith('in the dark 1')).toBeVisible();
    await app.header.openSyncStatus();
    await expect(page.getByText('Oversold by 1.5')).toBeVisible();
  }
}

async function closeTheDay({ app, page }: Phone, guide: Guide): Promise<void> {
  await app.goTo('Home');
  await app.home.open('Reports');
  await guide.finds(page, 'Total sales', 'Day close', 'Count cash');
  // One on credit, one by the order, two with no signal; the first sale was cancelled.
  await expect(app.reports.figure('Sales', 'Total sales')).toHaveText('UGX 67,000.00');
  await app.reports.startCount();
  await guide.finds(page, 'Notes');
  await app.reports.countDialog.getByText('All devices').click();
  await app.reports.fillCount({ opening: '20000', counted: '79000' });
  await app.reports.saveCount();
  await told(app, 'Cash counted');
  await expect(app.reports.cashCounts).toHaveCount(1);
}
