import type { Locator, Page } from 'playwright/test';

export class SettingsPage {
  readonly logoutButton: Locator;
  readonly #dialog: Locator;

  constructor(page: Page) {
    this.logoutButton = page.getByRole('button', { name: 'Logout' });
    this.#dialog = page.getByRole('dialog');
  }

  async logOut(): Promise<void> {
    await this.logoutButton.click();
  }

  async logOutAnyway(): Promise<void> {
    await this.#dialog.getByRole('button', { name: 'Log out anyway' }).click();
  }

  async staySignedIn(): Promise<void> {
    await this.#dialog.getByRole('button', { name: 'Stay signed in' }).click();
  }
}
