import type { Locator, Page } from 'playwright/test';

/** One item, and the form that changes it. */
export class ItemPage {
  /** What two people made of one field, each with its two choices. */
  readonly conflict: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.conflict = page.getByRole('group', { name: /^Conflict: / });
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  async startEditing(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Edit' }).click();
  }

  async save(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Save item' }).click();
  }
}
