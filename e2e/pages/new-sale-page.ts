import type { Locator, Page } from 'playwright/test';

export interface LineFields {
  item: string;
  quantity?: string;
  price?: string;
}

export class NewSalePage {
  readonly submitButton: Locator;
  readonly grandTotal: Locator;
  readonly notes: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.submitButton = page.getByRole('button', { name: 'Create sale' });
    this.grandTotal = page.getByRole('group', { name: 'Grand total' });
    this.notes = this.field('Notes');
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

  async fillLine(number: number, { item, quantity, price }: LineFields): Promise<void> {
    await this.chooseItem(number, item);
    if (quantity !== undefined) await this.lineField(number, 'Quantity').fill(quantity);
    if (price !== undefined) await this.lineField(number, 'Price').fill(price);
  }

  async chooseItem(number: number, item: string): Promise<void> {
    await this.lineField(number, 'Item').click();
    await this.line(number).getByRole('option').filter({ hasText: item }).first().click();
  }

  async payBy(method: string, transactionId?: string): Promise<void> {
    await this.field('Payment method').selectOption({ label: method });
    if (transactionId !== undefined) await this.field('Transaction ID').fill(transactionId);
  }

  async chooseCustomer(name: string): Promise<void> {
    await this.field('Customer').fill(name);
    await this.#page.getByRole('option').filter({ hasText: name }).click();
  }

  /** Creates a customer, and waits until they are chosen for this sale. */
  async createCustomer(name: string, phone?: string): Promise<void> {
    await this.field('Customer').fill(name);
    await this.#page.getByRole('option', { name: 'New customer' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'New customer' });
    if (phone !== undefined) await dialog.getByLabel('Phone', { exact: true }).fill(phone);
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async addLine(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Another item' }).click();
  }

  async removeLine(number: number): Promise<void> {
    await this.#page.getByRole('button', { name: `Remove line ${number}` }).click();
  }

  async goBack(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Back', exact: true }).click();
  }

  async fill({ lines, notes }: { lines: readonly LineFields[]; notes?: string }): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (index > 0) await this.addLine();
      await this.fillLine(index + 1, line);
    }
    if (notes !== undefined) await this.notes.fill(notes);
  }

  /** Types a code as a keyboard scanner does: quickly, into whatever has the focus. */
  async scanByKeyboard(code: string): Promise<void> {
    const protocol = await this.#page.context().newCDPSession(this.#page);
    const startS = Date.now() / 1_000;
    // Each key has the time stamp of a scanner, however busy the machine is.
    for (const [nth, key] of [...code, 'Enter'].entries()) {
      const text = key === 'Enter' ? '\r' : key;
      const timestamp = startS + nth * 0.01;
      await protocol.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp });
      await protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp });
    }
    await protocol.detach();
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
