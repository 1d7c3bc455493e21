import type { Locator, Page } from 'playwright/test';

export interface ItemFields {
  name: string;
  category: string;
  price: string;
  stock: string;
}

export class NewItemPage {
  readonly submitButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.submitButton = page.getByRole('button', { name: 'Create item' });
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  async fill({ name, category, price, stock }: ItemFields): Promise<void> {
    await this.field('Name').fill(name);
    await this.field('Category').selectOption({ label: category });
    await this.field('Selling price').fill(price);
    await this.field('Initial stock').fill(stock);
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
