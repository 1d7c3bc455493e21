import type { Locator, Page } from 'playwright/test';

/** The bell in the top bar, and the list that it opens. */
export class Alerts {
  readonly bell: Locator;
  readonly list: Locator;
  readonly entries: Locator;

  constructor(page: Page) {
    this.bell = page.getByRole('button', { name: 'Notifications' });
    this.list = page.getByRole('dialog', { name: 'Notifications' });
    this.entries = this.list.getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.bell.click();
    await this.list.waitFor();
  }
}
