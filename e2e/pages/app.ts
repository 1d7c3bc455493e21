import type { Locator, Page } from 'playwright/test';
import { closeToasts } from '../fixtures/toasts.ts';
import { Alerts } from './alerts.ts';
import { BusinessPage } from './business-page.ts';
import { CounterPage } from './counter-page.ts';
import { CustomerPage } from './customer-page.ts';
import { CustomersPage } from './customers-page.ts';
import { Header } from './header.ts';
import { HomePage } from './home-page.ts';
import { ItemPage } from './item-page.ts';
import { ItemsPage } from './items-page.ts';
import { LoginPage } from './login-page.ts';
import { NewItemPage } from './new-item-page.ts';
import { NewPurchasePage } from './new-purchase-page.ts';
import { NewSalePage } from './new-sale-page.ts';
import { PaymentMethodsPage } from './payment-methods-page.ts';
import { OrderPage } from './order-page.ts';
import { OrdersPage } from './orders-page.ts';
import { PurchasePage } from './purchase-page.ts';
import { PurchasesPage } from './purchases-page.ts';
import { RegisterPage } from './register-page.ts';
import { ReportsPage } from './reports-page.ts';
import { SalePage } from './sale-page.ts';
import { SalesPage } from './sales-page.ts';
import { SettingsPage } from './settings-page.ts';
import { SupplierPage } from './supplier-page.ts';
import { SuppliersPage } from './suppliers-page.ts';
import { SyncPage } from './sync-page.ts';
import { UsersPage } from './users-page.ts';

/** The app in one page of the browser: the navigation, the screens, and what every screen has. */
export class App {
  readonly page: Page;
  readonly header: Header;
  readonly alerts: Alerts;
  readonly business: BusinessPage;
  readonly login: LoginPage;
  readonly register: RegisterPage;
  readonly home: HomePage;
  readonly items: ItemsPage;
  readonly item: ItemPage;
  readonly newItem: NewItemPage;
  readonly orders: OrdersPage;
  readonly order: OrderPage;
  readonly sales: SalesPage;
  readonly newSale: NewSalePage;
  readonly counter: CounterPage;
  readonly sale: SalePage;
  readonly customers: CustomersPage;
  readonly customer: CustomerPage;
  readonly purchases: PurchasesPage;
  readonly newPurchase: NewPurchasePage;
  readonly purchase: PurchasePage;
  readonly reports: ReportsPage;
  readonly suppliers: SuppliersPage;
  readonly supplier: SupplierPage;
  readonly methods: PaymentMethodsPage;
  readonly settings: SettingsPage;
  readonly sync: SyncPage;
  readonly users: UsersPage;
  /** The visible toast, about the last act or failure. */
  readonly toast: Locator;
  readonly dialog: Locator;
  /** The message that offers a new version. */
  readonly updatePrompt: Locator;

  constructor(page: Page) {
    this.page = page;
    this.header = new Header(page);
    this.alerts = new Alerts(page);
    this.business = new BusinessPage(page);
    this.login = new LoginPage(page);
    this.register = new RegisterPage(page);
    this.home = new HomePage(page);
    this.items = new ItemsPage(page);
    this.item = new ItemPage(page);
    this.newItem = new NewItemPage(page);
    this.orders = new OrdersPage(page);
    this.order = new OrderPage(page);
    this.sales = new SalesPage(page);
    this.newSale = new NewSalePage(page);
    this.counter = new CounterPage(page);
    this.sale = new SalePage(page);
    this.customers = new CustomersPage(page);
    this.customer = new CustomerPage(page);
    this.purchases = new PurchasesPage(page);
    this.newPurchase = new NewPurchasePage(page);
    this.purchase = new PurchasePage(page);
    this.reports = new ReportsPage(page);
    this.suppliers = new SuppliersPage(page);
    this.supplier = new SupplierPage(page);
    this.methods = new PaymentMethodsPage(page);
    this.settings = new SettingsPage(page);
    this.sync = new SyncPage(page);
    this.users = new UsersPage(page);
    const toasts = page.locator('.k-toasts');
    // The toast before it stays in the page for a moment, invisible.
    this.toast = toasts.getByRole('status').or(toasts.getByRole('alert')).last();
    this.dialog = page.getByRole('dialog');
    this.updatePrompt = page
      .getByRole('main')
      .getByRole('status')
      .filter({ has: page.getByRole('button', { name: 'Reload' }) });
  }

  /** Waits until a screen is shown, by its title. */
  async isShown(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).filter({ hasText: /./ }).first().waitFor();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text, { exact: true });
  }

  async goTo(link: 'Home' | 'Orders' | 'Sell' | 'Items' | 'Settings'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
  }

  async applyUpdate(): Promise<void> {
    await this.updatePrompt.getByRole('button', { name: 'Reload' }).click();
  }

  async closeToast(): Promise<void> {
    await this.toast.getByRole('button', { name: 'Close message' }).click();
  }

  /** Closes every toast as soon as it appears, so that none is in the way of a tap. */
  async closeToastsAsTheyCome(): Promise<void> {
    await this.page.addLocatorHandler(this.toast, () => this.page.evaluate(closeToasts), { noWaitAfter: true });
  }
}
