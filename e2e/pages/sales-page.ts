import type { Locator, Page } from 'playwright/test';

export class SalesPage {
  readonly list: Locator;
  readonly cards: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('list', { name: 'Sales' });
    this.cards = this.list.getByRole('listitem');
  }

  /** The card of the sale with these notes. */
  cardWith(notes: string): Locator {
    return this.cards.filter({ has: this.#page.getByText(notes, { exact: true }) });
  }

  /** Returns the text of each card on the page, without the headings of days, which have sums of their own. */
  async cardTexts(): Promise<string[]> {
    return await this.cards.evaluateAll((cards) =>
      (cards as HTMLElement[]).map((card) => card.innerText.replace(card.querySelector('h2')?.innerText ?? '', '')),
    );
  }

  async startNewSale(): Promise<void> {
    await this.#page.getByRole('link', { name: 'New Sale' }).click();
  }

  async openSale(notes: string): Promise<void> {
    await this.cardWith(notes).getByRole('link').click();
  }

  async search(text: string): Promise<void> {
    const box = this.#page.getByRole('searchbox', { name: 'Search' });
    if (!(await box.isVisible())) await this.#page.getByRole('button', { name: 'Search', exact: true }).click();
    await box.fill(text);
  }

  /** Gives back the whole amount due for a cancelled sale, from its card. */
  async giveBack(notes: string, method: string): Promise<void> {
    await this.cardWith(notes).getByRole('button', { name: 'Settle refund' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Settle refund' });
    await dialog.getByLabel('Payment method').selectOption({ label: method });
    await dialog.getByRole('button', { name: 'Record refund' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Goes to the next page of the list; false if there is none. */
  async turnPage(): Promise<boolean> {
    const pages = this.#page.getByRole('navigation', { name: 'Pages' });
    const next = pages.getByRole('button', { name: 'Next' });
    if ((await pages.count()) === 0 || (await next.isDisabled())) return false;
    const shown = Number(/Page (\d+) of/.exec(await pages.innerText())?.[1]);
    await next.click();
    await pages.getByText(`Page ${shown + 1} of`).waitFor();
    return true;
  }
}
