import type { Locator, Page } from 'playwright/test';

export class ItemsPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Items' });
    this.cards = this.list.getByRole('listitem');
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async startNewItem(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Item' }).click();
  }
}
