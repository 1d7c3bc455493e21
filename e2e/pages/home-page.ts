import type { Locator, Page } from 'playwright/test';

export class HomePage {
  /** What came in today. */
  readonly today: Locator;
  readonly #quickActions: Locator;

  constructor(page: Page) {
    this.today = page.getByRole('region', { name: "Today's Summary" });
    this.#quickActions = page.getByRole('navigation', { name: 'Quick actions' });
  }

  async openSales(): Promise<void> {
    await this.#quickActions.getByRole('link', { name: 'Sales', exact: true }).click();
  }

  async openCustomers(): Promise<void> {
    await this.#quickActions.getByRole('link', { name: 'Customers' }).click();
  }

  async openSuppliers(): Promise<void> {
    await this.#quickActions.getByRole('link', { name: 'Suppliers' }).click();
  }
}
