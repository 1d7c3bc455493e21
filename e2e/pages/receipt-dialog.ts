import type { Locator, Page } from 'playwright/test';

/** The dialog with the receipt of the shown sale. */
export class ReceiptDialog {
  readonly paper: Locator;
  readonly printButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    this.paper = dialog.getByRole('article', { name: 'Receipt' });
    this.printButton = dialog.getByRole('button', { name: 'Print Receipt' });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await this.paper.waitFor();
  }

  async choosePaper(name: '58 mm' | '80 mm' | 'A4'): Promise<void> {
    await this.#page.getByRole('dialog').getByText(name, { exact: true }).click();
  }

  async startSharing(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Share' }).click();
    await this.#page.getByRole('menu').waitFor();
  }

  async shareAs(name: 'WhatsApp' | 'Image' | 'Other'): Promise<void> {
    await this.#page.getByRole('menuitem', { name }).click();
    await this.#page.getByRole('menu').waitFor({ state: 'detached' });
  }
}
