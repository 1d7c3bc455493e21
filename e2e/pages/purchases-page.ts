import type { Locator, Page } from 'playwright/test';

export class PurchasesPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Purchases' });
    this.cards = this.list.getByRole('listitem');
  }

  /** The card of the purchase with this invoice number. */
  card(invoice: string): Locator {
    return this.cards.filter({ hasText: `Invoice ${invoice}` });
  }

  async open(invoice: string): Promise<void> {
    await this.card(invoice).getByRole('link').click();
  }

  async startNewPurchase(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Purchase' }).click();
  }
}
