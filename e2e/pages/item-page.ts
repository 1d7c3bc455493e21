import type { Locator, Page } from 'playwright/test';

/** The screen of one item, and the form to edit it. */
export class ItemPage {
  /** The conflict about a field that two people changed, with its two choices. */
  readonly conflict: Locator;
  /** The section of the item's stock, with its actions. */
  readonly stock: Locator;
  readonly countDialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.conflict = page.getByRole('group', { name: /^Conflict: / });
    this.stock = page.getByRole('region', { name: 'Stock' });
    this.countDialog = page.getByRole('dialog', { name: 'Count Stock' });
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

  async addStock(quantity: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Add Stock' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Add Stock' });
    await dialog.getByLabel('Quantity', { exact: true }).fill(quantity);
    await dialog.getByRole('button', { name: 'Add stock', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async startCounting(): Promise<void> {
    await this.stock.getByRole('button', { name: 'Count Stock' }).click();
  }

  async saveCount(counted: string): Promise<void> {
    await this.countDialog.getByLabel('Counted quantity').fill(counted);
    await this.countDialog.getByRole('button', { name: 'Save count' }).click();
    await this.countDialog.waitFor({ state: 'detached' });
  }
}
