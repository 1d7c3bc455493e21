import type { Locator, Page } from 'playwright/test';

export class HelpPage {
  readonly firstDay: Locator;

  constructor(page: Page) {
    this.firstDay = page.getByRole('region', { name: 'Your first day' });
  }

  /** Returns the names of parts of screens on the page, each once. */
  async names(): Promise<string[]> {
    await this.firstDay.waitFor();
    return [...new Set(await this.firstDay.locator('strong').allTextContents())];
  }
}
