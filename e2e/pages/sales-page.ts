import type { Locator, Page } from 'playwright/test';

export class SalesPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Sales' });
    this.cards = this.list.getByRole('listitem');
  }

  /** Of the sale with these notes. */
  cardWith(notes: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(notes, { exact: true }) });
  }

  async startNewSale(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Sale' }).click();
  }

  async openSale(notes: string): Promise<void> {
    await this.cardWith(notes).getByRole('link').click();
  }
}
