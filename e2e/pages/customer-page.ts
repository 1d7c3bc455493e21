import type { Locator, Page } from 'playwright/test';

export type CustomerFields = Partial<Record<'Name' | 'Phone' | 'Address' | 'Notes', string>>;

/** The screen of one customer, and the forms to create and edit customers. */
export class CustomerPage {
  readonly facts: Locator;
  readonly sales: Locator;
  readonly newDialog: Locator;
  readonly editDialog: Locator;
  readonly deleteDialog: Locator;
  readonly mergeButton: Locator;
  readonly mergeDialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Customer' });
    this.sales = page.getByRole('list', { name: 'Sales of this customer' }).getByRole('link');
    this.newDialog = page.getByRole('dialog', { name: 'New customer' });
    this.editDialog = page.getByRole('dialog', { name: 'Edit customer' });
    this.deleteDialog = page.getByRole('dialog', { name: 'Delete this customer?' });
    this.mergeButton = page.getByRole('main').getByRole('button', { name: 'Merge' });
    this.mergeDialog = page.getByRole('dialog', { name: 'Merge these customers?' });
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  async fill(fields: CustomerFields): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await this.field(label).fill(text);
  }

  async create(fields: CustomerFields): Promise<void> {
    await this.fill(fields);
    await this.#page.getByRole('button', { name: 'Create customer' }).click();
  }

  async startQuickAdd(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Quick add' }).click();
  }

  async edit(fields: CustomerFields): Promise<void> {
    await this.#page.getByRole('button', { name: 'Edit' }).click();
    await this.fill(fields);
    await this.editDialog.getByRole('button', { name: 'Save customer' }).click();
  }

  async confirmMerging(): Promise<void> {
    await this.mergeDialog.getByRole('button', { name: 'Merge' }).click();
  }

  async startDeleting(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Delete customer' }).click();
  }

  async confirmDeleting(): Promise<void> {
    await this.deleteDialog.getByRole('button', { name: 'Delete' }).click();
  }
}
