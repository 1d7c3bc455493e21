import type { Locator, Page } from 'playwright/test';

export class OrderPage {
  readonly facts: Locator;
  readonly customer: Locator;
  readonly items: Locator;
  readonly confirmButton: Locator;
  readonly fulfillButton: Locator;
  readonly cancelButton: Locator;
  readonly fulfilDialog: Locator;
  readonly cancelDialog: Locator;
  /** The conflict, with the versions of two people. */
  readonly conflict: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.facts = page.getByRole('region', { name: 'Order' });
    this.customer = page.getByRole('region', { name: 'Customer' });
    this.items = page.getByRole('region', { name: 'Items' });
    this.confirmButton = page.getByRole('button', { name: 'Confirm', exact: true });
    this.fulfillButton = page.getByRole('button', { name: 'Fulfill', exact: true });
    this.cancelButton = page.getByRole('button', { name: 'Cancel', exact: true });
    this.fulfilDialog = page.getByRole('dialog', { name: 'Fulfill order' });
    this.cancelDialog = page.getByRole('dialog', { name: 'Cancel this order?' });
    this.conflict = page.getByRole('group', { name: 'Conflict: Status' });
  }

  /** Fulfils the order: paid now by the shop's default method, or later. */
  async fulfil({ isPayLater = false }: { isPayLater?: boolean } = {}): Promise<void> {
    await this.fulfillButton.click();
    if (isPayLater) await this.fulfilDialog.getByLabel('Pay later').click();
    await this.fulfilDialog.getByRole('button', { name: 'Fulfill order' }).click();
    await this.fulfilDialog.waitFor({ state: 'detached' });
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click();
    await this.cancelDialog.getByRole('button', { name: 'Cancel order' }).click();
    await this.cancelDialog.waitFor({ state: 'detached' });
  }

  async openSale(): Promise<void> {
    await this.facts.getByRole('link', { name: /^#SALE-/ }).click();
  }

  async goBack(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Back' }).click();
  }
}
