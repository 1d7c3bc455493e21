import type { Locator, Page } from 'playwright/test';

/** The top bar of every signed-in screen. */
export class Header {
  readonly #bar: Locator;
  /** How the device stands with the server, in words, or as a dot beside an open search; leads to Sync status. */
  readonly syncStatus: Locator;
  readonly title: Locator;

  constructor(page: Page) {
    this.#bar = page.getByRole('banner');
    this.syncStatus = this.#bar.locator('.k-sync-link, .k-sync-dot-link');
    this.title = this.#bar.getByRole('heading', { level: 1 });
  }

  async openSyncStatus(): Promise<void> {
    await this.syncStatus.click();
  }
}
