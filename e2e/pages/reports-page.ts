import type { Locator, Page } from 'playwright/test';

export class ReportsPage {
  /** The sentence about how complete the figures are. */
  readonly reach: Locator;
  readonly cashCounts: Locator;
  readonly countDialog: Locator;
  readonly unpaid: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.reach = page.getByRole('note').first();
    this.cashCounts = page.getByRole('list', { name: 'Cash counts' }).getByRole('listitem');
    this.countDialog = page.getByRole('dialog', { name: 'Count Cash' });
    this.unpaid = page.getByRole('list', { name: 'Unpaid sales' }).getByRole('listitem');
  }

  /** The figure with this name in a part of the report. */
  figure(part: string, name: string): Locator {
    const region = this.#page.getByRole('region', { name: part, exact: true });
    return region.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');
  }

  bars(label: string): Locator {
    return this.#page.getByRole('list', { name: label }).getByRole('listitem');
  }

  async choose(tab: 'Sales' | 'Inventory' | 'Unpaid'): Promise<void> {
    await this.#page.getByRole('tab', { name: tab }).click();
  }

  async choosePeriod(period: 'Today' | 'This week' | 'This month' | 'From – to'): Promise<void> {
    await this.#page.getByText(period, { exact: true }).click();
  }

  /** Exports the report; returns the file's name and path. */
  async exportCsv(): Promise<{ name: string; path: string }> {
    const downloading = this.#page.waitForEvent('download');
    await this.#page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), path: await download.path() };
  }

  async startCount(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Count cash' }).click();
  }

  async fillCount({ opening, counted }: { opening: string; counted: string }): Promise<void> {
    await this.countDialog.getByLabel('Cash at the start').fill(opening);
    await this.countDialog.getByLabel('Counted cash').fill(counted);
  }

  async saveCount(): Promise<void> {
    await this.countDialog.getByRole('button', { name: 'Save count' }).click();
  }
}
