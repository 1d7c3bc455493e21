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

  get sendLink(): Locator {
    return this.unreachable.getByRole('link', { name: 'Send it on WhatsApp instead' });
  }

  async openBasket(): Promise<void> {
    await this.button(/^View basket/).click();
    await this.#isLoaded('Your order');
  }

  async startOrder(): Promise<void> {
    await this.button('Place order').last().click();
  }

  /** Waits until the shop has the order. */
  async placeOrder(): Promise<void> {
    await this.startOrder();
    await this.#isLoaded('Order received');
  }

  /** Waits until the page's script runs. Its content is shown before that. */
  async #isLoaded(heading: string): Promise<void> {
    await this.page.getByRole('heading', { name: heading }).waitFor();
    await this.page.waitForLoadState();
  }
}
