import type { Locator, Page } from 'playwright/test';

export class SuppliersPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Suppliers' });
    this.cards = this.list.getByRole('listitem');
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async open(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).click();
  }

  async startNewSupplier(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Supplier' }).click();
  }
}
