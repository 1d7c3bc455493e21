import type { Locator, Page } from 'playwright/test';

export class SalePage {
  readonly facts: Locator;
  readonly items: Locator;
  readonly reason: Locator;
  readonly confirmCancelButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Sale' });
    this.items = page.getByRole('region', { name: 'Items' });
    const dialog = page.getByRole('dialog');
    this.reason = dialog.getByLabel('Reason');
    this.confirmCancelButton = dialog.getByRole('button', { name: 'Cancel sale' });
  }

  async startCancelling(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel sale' }).click();
  }
}
