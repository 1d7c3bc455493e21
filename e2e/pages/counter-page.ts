import type { Locator, Page } from 'playwright/test';

/** The counter: tiles, basket, payment. */
export class CounterPage {
  readonly search: Locator;
  readonly basket: Locator;
  readonly charge: Locator;
  readonly payment: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.search = page.getByLabel('Search or scan', { exact: true });
    this.basket = page.getByRole('complementary', { name: 'Basket' });
    this.charge = page.getByRole('button', { name: /^Charge / });
    this.payment = page.getByRole('dialog', { name: 'Take payment' });
  }

  tile(name: string): Locator {
    return this.#page.getByRole('button', { name: new RegExp(`^${name}, `) });
  }

  async tap(name: string): Promise<void> {
    await this.tile(name).click();
  }

  async pay(button: string): Promise<void> {
    await this.charge.click();
    await this.payment.getByRole('button', { name: button, exact: true }).click();
  }

  /** Sells an amount without an item, paid in cash. */
  async sellOther(amount: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Other amount' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Other amount' });
    for (const key of amount) await dialog.getByRole('button', { name: key, exact: true }).click();
    await dialog.getByRole('button', { name: 'Add to the basket' }).click();
    await dialog.waitFor({ state: 'detached' });
    await this.pay('Exact');
    await this.payment.waitFor({ state: 'detached' });
  }
}
