import type { Locator, Page } from 'playwright/test';

export class HomePage {
  /** Today's takings. */
  readonly today: Locator;
  /** The first steps, shown in a shop without items. */
  readonly firstSteps: Locator;
  readonly #quickActions: Locator;

  constructor(page: Page) {
    this.today = page.getByRole('region', { name: "Today's Summary" });
    this.firstSteps = page.getByRole('region', { name: 'Start here' });
    this.#quickActions = page.getByRole('navigation', { name: 'Quick actions' });
  }

  async open(action: 'New Sale' | 'Add Stock' | 'Purchases' | 'Reports'): Promise<void> {
    await this.#quickActions.getByRole('link', { name: action, exact: true }).click();
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
