import type { Locator, Page } from 'playwright/test';

/** The screen of the shop's own data and picture. */
export class BusinessPage {
  readonly picture: Locator;
  readonly waiting: Locator;
  readonly removeButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.picture = page.getByRole('img', { name: /^Picture of / });
    this.waiting = page.getByText('The image waits to be sent');
    this.removeButton = page.getByRole('button', { name: 'Remove image' });
  }

  /** Opens it from Settings. */
  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Manage Business Information' }).click();
  }

  async chooseImage(name: string, buffer: Buffer): Promise<void> {
    await this.#page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  }

  async isDrawn(): Promise<boolean> {
    return await this.picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  }
}
