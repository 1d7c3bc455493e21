import type { Locator, Page } from 'playwright/test';

/** The top bar of every signed-in screen. */
export class Header {
  readonly #bar: Locator;
  /** The sync status, as text, or as a dot beside an open search; a link to Sync status. */
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
