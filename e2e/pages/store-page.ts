import type { Locator, Page } from 'playwright/test';

/** A shop's public pages, as its customers see them. */
export class StorePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  quantityOf = (item: string): Locator => this.page.getByLabel(`Quantity of ${item}`);
  field = (label: string): Locator => this.page.getByLabel(label, { exact: true });
  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name });

  get total(): Locator {
    return this.page.locator('[data-total]');
  }

  get unreachable(): Locator {
    return this.page.locator('#unreachable');
  }

  async openBasket(): Promise<void> {
    await this.button(/^View basket/).click();
    await this.page.getByRole('heading', { name: 'Your order' }).waitFor();
  }
}
