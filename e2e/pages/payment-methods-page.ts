import type { Locator, Page } from 'playwright/test';

export class PaymentMethodsPage {
  readonly cards: Locator;
  readonly archived: Locator;
  readonly addButton: Locator;
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.cards = page.getByRole('list', { name: 'Payment methods', exact: true }).getByRole('group');
    this.archived = page.getByRole('list', { name: 'Archived payment methods' }).getByRole('group');
    this.addButton = page.getByRole('button', { name: 'Add', exact: true });
    this.dialog = page.getByRole('dialog', { name: 'Add payment method' });
  }

  card(name: string): Locator {
    return this.#page.getByRole('group', { name, exact: true });
  }

  act(name: string, act: 'Set as default' | 'Archive' | 'Restore' | 'Remove'): Locator {
    return this.card(name).getByRole('button', { name: act });
  }

  get name(): Locator {
    return this.dialog.getByLabel('Name', { exact: true });
  }

  async add(name: string, icon?: string): Promise<void> {
    await this.addButton.click();
    await this.name.fill(name);
    if (icon !== undefined) await this.dialog.getByRole('radio', { name: icon }).check();
    await this.submit();
  }

  async submit(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add method' }).click();
  }
}
