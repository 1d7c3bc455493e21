import type { Locator, Page } from 'playwright/test';

export class HelpPage {
  readonly firstDay: Locator;

  constructor(page: Page) {
    this.firstDay = page.getByRole('region', { name: 'Your first day' });
  }

  /** What it names of the screens, each once. */
  async names(): Promise<string[]> {
    await this.firstDay.waitFor();
    return [...new Set(await this.firstDay.locator('strong').allTextContents())];
  }
}
