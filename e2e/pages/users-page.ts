import type { Locator, Page } from 'playwright/test';

/** The screen of the shop's users. */
export class UsersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens it from Settings. */
  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Manage Users' }).click();
  }

  card(name: string): Locator {
    return this.#page.getByRole('group', { name, exact: true });
  }

  async add({ name, email, phone, pin }: { name: string; email: string; phone: string; pin: string }): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Username', { exact: true }).fill(name);
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Phone', { exact: true }).fill(phone);
    await dialog.getByLabel('PIN', { exact: true }).fill(pin);
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async setRole(name: string, role: 'admin' | 'staff'): Promise<void> {
    await this.card(name).getByRole('button', { name: 'Edit' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabel('Role', { exact: true }).selectOption(role);
    await dialog.getByRole('button', { name: 'Save user' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async remove(name: string): Promise<void> {
    await this.card(name).getByRole('button', { name: 'Delete' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}
