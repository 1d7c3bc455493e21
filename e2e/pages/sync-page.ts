import type { Locator, Page } from 'playwright/test';

export class SyncPage {
  readonly waiting: Locator;
  readonly journal: Locator;
  /** Cards of the changes about which a person must decide. */
  readonly attention: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.waiting = page.getByRole('region', { name: /Waiting/ }).getByRole('listitem');
    this.attention = page.getByRole('region', { name: 'Needs attention' }).getByRole('group');
    this.journal = page.getByRole('region', { name: 'Journal' });
  }

  async syncNow(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Sync now' }).click();
  }
}
