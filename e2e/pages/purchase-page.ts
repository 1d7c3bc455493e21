import type { Locator, Page } from 'playwright/test';

export class PurchasePage {
  readonly facts: Locator;
  readonly items: Locator;
  readonly receiveButton: Locator;
  readonly editDialog: Locator;
  readonly deleteDialog: Locator;
  /** The history, newest first. */
  readonly history: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Purchase' });
    this.items = page.getByRole('region', { name: 'Items' });
    this.receiveButton = page.getByRole('button', { name: 'Mark as received' });
    this.editDialog = page.getByRole('dialog', { name: 'Edit purchase' });
    this.deleteDialog = page.getByRole('dialog', { name: 'Delete this purchase?' });
    this.history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  }

  async openTab(name: 'Items' | 'History' | 'Notes'): Promise<void> {
    await this.#page.getByRole('tab', { name }).click();
  }

  async startEditing(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Edit' }).click();
  }

  async save(): Promise<void> {
    await this.editDialog.getByRole('button', { name: 'Save purchase' }).click();
    await this.editDialog.waitFor({ state: 'detached' });
  }

  async startDeleting(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Delete purchase' }).click();
  }

  async confirmDelete(): Promise<void> {
    await this.deleteDialog.getByRole('button', { name: 'Delete purchase' }).click();
  }
}
