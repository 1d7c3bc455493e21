import type { Locator, Page } from 'playwright/test';

export class LoginPage {
  readonly phone: Locator;
  readonly pin: Locator;
  readonly submitButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.phone = page.getByLabel('Phone', { exact: true });
    this.pin = page.getByLabel('PIN', { exact: true });
    this.submitButton = page.getByRole('button', { name: 'Login' });
  }

  async signIn({ phone, pin }: { phone: string; pin: string }): Promise<void> {
    // The register screen has a field with this name too, and is shown until this screen is loaded.
    await this.submitButton.waitFor();
    await this.phone.fill(phone);
    await this.pin.fill(pin);
    await this.submitButton.click();
  }

  async goToRegister(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Register' }).click();
  }
}
