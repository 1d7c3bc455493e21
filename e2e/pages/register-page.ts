import type { Locator, Page } from 'playwright/test';

export interface RegisterFields {
  businessName: string;
  category: string;
  country: string;
  address: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  pin: string;
  confirmPin: string;
}

export class RegisterPage {
  readonly submitButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.submitButton = page.getByRole('button', { name: 'Register' });
  }

  field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }

  async fill(fields: RegisterFields): Promise<void> {
    await this.field('Business name').fill(fields.businessName);
    await this.field('Business category').selectOption({ label: fields.category });
    await this.field('Country').selectOption({ label: fields.country });
    await this.field('Address').fill(fields.address);
    await this.field('First name').fill(fields.firstName);
    await this.field('Last name').fill(fields.lastName);
    await this.field('Email').fill(fields.email);
    await this.field('Phone').fill(fields.phone);
    await this.field('PIN').fill(fields.pin);
    await this.field('Confirm PIN').fill(fields.confirmPin);
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
