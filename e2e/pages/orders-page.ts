import type { Locator, Page } from 'playwright/test';

export class OrdersPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Orders' });
    this.cards = this.list.getByRole('listitem');
  }

  /** Cards of the orders of this customer. */
  cardOf(customer: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(customer, { exact: true }) });
  }

  async open(customer: string): Promise<void> {
    await this.cardOf(customer).getByRole('link').click();
  }

  async show(chip: 'All' | 'Pending' | 'Confirmed' | 'Fulfilled' | 'Cancelled'): Promise<void> {
    await this.#page.getByRole('radiogroup', { name: 'Status' }).getByText(chip, { exact: true }).click();
  }
}
