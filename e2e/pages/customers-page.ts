import type { Locator, Page } from 'playwright/test';

export class CustomersPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Customers' });
    this.cards = this.list.getByRole('listitem');
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.#page.getByRole('link', { name, exact: true }) });
  }

  async open(name: string): Promise<void> {
    await this.#page.getByRole('link', { name, exact: true }).click();
  }

  async startNewCustomer(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Customer' }).click();
  }

  async show(which: 'All' | 'Owing'): Promise<void> {
    await this.#page.getByRole('radiogroup', { name: 'Show' }).getByText(which, { exact: true }).click();
  }
}
