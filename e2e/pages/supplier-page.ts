import type { Locator, Page } from 'playwright/test';

export type SupplierFields = Partial<Record<'Name' | 'Phone' | 'Email' | 'Address' | 'Notes', string>>;

/** The screen of one supplier, and the forms to create and edit suppliers. */
export class SupplierPage {
  readonly facts: Locator;
  readonly purchases: Locator;
  readonly editDialog: Locator;
  readonly deleteDialog: Locator;
  /** The message that it was not saved, and why. */
  readonly failure: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Supplier' });
    this.purchases = page.getByRole('list', { name: 'Purchases of this supplier' }).getByRole('listitem');
    this.editDialog = page.getByRole('dialog', { name: 'Edit Supplier' });
    this.deleteDialog = page.getByRole('dialog', { name: 'Delete supplier?' });
    this.failure = page.locator('form').getByRole('alert');
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  async fill(fields: SupplierFields): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await this.field(label).fill(text);
  }

  async create(fields: SupplierFields): Promise<void> {
    await this.fill(fields);
    await this.#page.getByRole('button', { name: 'Create supplier' }).click();
  }

  async edit(fields: SupplierFields): Promise<void> {
    await this.#page.getByRole('button', { name: 'Edit' }).click();
    await this.fill(fields);
    await this.editDialog.getByRole('button', { name: 'Save supplier' }).click();
  }

  async startDeleting(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Delete supplier' }).click();
  }

  async confirmDeleting(): Promise<void> {
    await this.deleteDialog.getByRole('button', { name: 'Delete' }).click();
  }
}
