import type { Locator, Page } from 'playwright/test';

export interface BoughtFields {
  invoice: string;
  status?: 'Completed' | 'Pending';
  lines: readonly { item: string; quantity: string; unitCost: string }[];
}

export class NewPurchasePage {
  readonly submitButton: Locator;
  readonly grandTotal: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.submitButton = page.getByRole('button', { name: 'Create purchase' });
    this.grandTotal = page.getByRole('group', { name: 'Grand total' });
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  /** @param number from 1 */
  line(number: number): Locator {
    return this.#page.getByRole('group', { name: `Line ${number}`, exact: true });
  }

  lineField(number: number, label: string): Locator {
    return this.line(number).getByLabel(label, { exact: true });
  }

  /** Creates a supplier, and waits until it is chosen for this purchase. */
  async createSupplier(name: string): Promise<void> {
    await this.field('Supplier').fill(name);
    await this.#page.getByRole('option', { name: 'New supplier' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'New supplier' });
    await dialog.getByRole('button', { name: 'Create supplier' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async fill({ invoice, status, lines }: BoughtFields): Promise<void> {
    for (const [index, { item, quantity, unitCost }] of lines.entries()) {
      const number = index + 1;
      if (index > 0) await this.#page.getByRole('button', { name: 'Another item' }).click();
      else await this.lineField(number, 'Item').click();
      await this.line(number).getByRole('option').filter({ hasText: item }).first().click();
      await this.lineField(number, 'Quantity').fill(quantity);
      await this.lineField(number, 'Unit cost').fill(unitCost);
    }
    if (status !== undefined) await this.field('Status').selectOption({ label: status });
    await this.field('Invoice number').fill(invoice);
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
