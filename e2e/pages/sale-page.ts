import type { Locator, Page } from 'playwright/test';

export class SalePage {
  readonly facts: Locator;
  readonly items: Locator;
  /** The section of payments, refunds and balance; absent if the sale was paid at once. */
  readonly payments: Locator;
  readonly recordPaymentButton: Locator;
  readonly paymentDialog: Locator;
  readonly reason: Locator;
  readonly confirmCancelButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Sale', exact: true });
    this.items = page.getByRole('region', { name: 'Items' });
    this.payments = page.getByRole('region', { name: 'Payments' });
    this.recordPaymentButton = page.getByRole('main').getByRole('button', { name: 'Record payment' });
    this.paymentDialog = page.getByRole('dialog', { name: 'Record payment' });
    const dialog = page.getByRole('dialog');
    this.reason = dialog.getByLabel('Reason');
    this.confirmCancelButton = dialog.getByRole('button', { name: 'Cancel sale' });
  }

  async startCancelling(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel sale' }).click();
  }

  /** Records a payment of this typed amount, and waits until it is saved. */
  async recordPayment(amount: string, method: string): Promise<void> {
    await this.paymentDialog.getByLabel('Amount', { exact: true }).fill(amount);
    await this.paymentDialog.getByLabel('Payment method').selectOption({ label: method });
    await this.paymentDialog.getByRole('button', { name: 'Record payment' }).click();
    await this.paymentDialog.waitFor({ state: 'detached' });
  }

  /**
   * Cancels a sale. For a paid sale the dialog also asks about the money; by default it is given back.
   */
  async cancel(reason: string, { isGivenBack = true }: { isGivenBack?: boolean } = {}): Promise<void> {
    await this.startCancelling();
    await this.reason.fill(reason);
    if (!isGivenBack) await this.#page.getByRole('dialog').getByRole('radio', { name: 'Not yet' }).check();
    await this.confirmCancelButton.click();
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
