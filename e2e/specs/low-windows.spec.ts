import type { Locator, Page } from 'playwright/test';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { expect, test } from '../fixtures/test.ts';
import { goTo } from '../fixtures/within-page.ts';

/* Low windows, as with an open keyboard or in landscape. */

const LOW_WINDOWS = [
  { width: 360, height: 340 },
  { width: 844, height: 390 },
];

const FORMS = [
  '/sales/new',
  '/items/new',
  '/items/new/advanced',
  '/customers/new',
  '/suppliers/new',
  '/purchases/new',
  '/register/business',
];

/** Runs inside the page: returns the hidden parts of the focused field, by name. */
function hiddenOfFocused(): string[] {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !field.matches('input, textarea, select')) return ['no field has the focus'];
  const { left, right, top, bottom } = field.getBoundingClientRect();
  const name =
    field.getAttribute('aria-label') ?? document.querySelector(`label[for="${field.id}"]`)?.textContent ?? field.id;
  if (top < 0 || bottom > window.innerHeight) return [`${name} is out of the window`];
  const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
  const isOwn = (met: Element | null) =>
    met !== null && field.closest('[class*="Wrapper"], [class*="wrapper"]')?.contains(met);
  return points.every((met) => met === field || isOwn(met)) ? [] : [`${name} is covered`];
}

/** Moves through the fields with 'next', as on a phone's keyboard, and expects each to be visible. */
async function everyFieldIsSeen(page: Page, form: Locator, where: string): Promise<void> {
  const fields = form.locator('input:visible, textarea:visible, select:visible');
  await expect(fields.first(), where).toBeVisible();
  for (let nth = 0; nth < (await fields.count()); nth += 1) {
    const field = fields.nth(nth);
    if (await field.isDisabled()) continue;
    await field.focus();
    await expect.poll(() => page.evaluate(hiddenOfFocused), `${where}, field ${nth + 1}`).toEqual([]);
    // Closes a list of choices that the focus has opened.
    if ((await page.getByRole('listbox').count()) > 0) await page.keyboard.press('Escape');
  }
}

/** Expects the focus on the first field with an error, and its message fully visible. */
async function firstErrorIsSeen(page: Page, where: string): Promise<void> {
  await expect(page.locator('[aria-invalid="true"]').first(), where).toBeFocused();
  await expect.poll(() => page.evaluate(hiddenOfFocused), where).toEqual([]);
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const id =
            document.activeElement?.getAttribute('aria-errormessage') ??
            document.activeElement?.getAttribute('aria-describedby') ??
            '';
          const sentence = id
            .split(' ')
            .map((each) => document.getElementById(each))
            .find((each) => each?.textContent);
          if (!sentence) return 'there is no sentence';
          const { left, top, bottom } = sentence.getBoundingClientRect();
          if (top < 0 || bottom > window.innerHeight) return 'it is out of the window';
          const met = document.elementFromPoint(left + 4, (top + bottom) / 2);
          return met && (sentence.contains(met) || met.contains(sentence)) ? 'seen' : 'it is covered';
        }),
      where,
    )
    .toBe('seen');
}

for (const size of LOW_WINDOWS) {
  const at = `${size.width}×${size.height}`;

  test(`R-PLACE-30 R-PLACE-31 in every form each field stands free while somebody types in it, and so does the first error, at ${at}`, async ({
    phones,
    shop,
    server,
  }) => {
    await stockShelves(server.url, shop, [SUGAR, SOAP]);
    const { page } = await phones.signedInOnline(shop);
    await page.setViewportSize(size);
    const main = page.getByRole('main');
    for (const path of FORMS) {
      await goTo(page, path);
      await everyFieldIsSeen(page, main, `${path} at ${at}`);
    }
    for (const [path, button] of [
      ['/sales/new', 'Create sale'],
      ['/items/new', 'Create item'],
      ['/customers/new', 'Create customer'],
      ['/purchases/new', 'Create purchase'],
    ] as const) {
      await goTo(page, path);
      await main.getByRole('button', { name: button }).click();
      await firstErrorIsSeen(page, `${path} at ${at}`);
    }
  });

  test(`R-PLACE-30 in every dialog each field stands free, at ${at}`, async ({ phones, shop, server }) => {
    const onServer = await stockShelves(server.url, shop, [SUGAR, SOAP]);
    const customer = (await onServer.post('/customers', { name: 'Asha', phone: '0700111222' })) as { id: number };
    const items = (await onServer.get('/items')) as { id: number }[];
    const owed = (await onServer.post('/sales', {
      customerId: customer.id,
      status: 'pending',
      items: [{ itemId: items[0]?.id, quantity: 1 }],
    })) as { id: number };
    const { page } = await phones.signedInOnline(shop);
    await page.setViewportSize(size);
    for (const [path, button] of [
      [`/sales/${owed.id}`, 'Record payment'],
      [`/sales/${owed.id}`, 'Cancel sale'],
      [`/customers/${customer.id}`, 'Edit'],
      [`/customers/${customer.id}`, 'Record payment'],
      ['/customers', 'Quick add'],
      [`/items/${items[0]?.id}`, 'Count Stock'],
      ['/counter', 'Other amount'],
      ['/user-management', 'Add User'],
      ['/payment-methods', 'Add'],
    ] as const) {
      await goTo(page, path);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await everyFieldIsSeen(page, dialog, `${button} at ${at}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test(`R-PLACE-32 the total of a sale stays in sight while its lines are typed, and bars leave most of the window free, at ${at}`, async ({
    phones,
    shop,
    server,
  }) => {
    await stockShelves(server.url, shop, [SUGAR, SOAP]);
    const { page, app } = await phones.signedInOnline(shop);
    await goTo(page, '/sales/new');
    await page.setViewportSize(size);
    await app.newSale.fill({ lines: [{ item: SUGAR.name, quantity: '3' }] });
    const quantity = page.getByLabel('Quantity', { exact: true }).first();
    await expect(quantity).toBeFocused();
    await expect.poll(() => page.evaluate(hiddenOfFocused)).toEqual([]);
    await quantity.fill('4');
    await expect(page.getByText(/^Total UGX 18,000/).first()).toBeInViewport({ ratio: 1 });
    const eaten = await page.evaluate(() =>
      [...document.querySelectorAll('.k-top-bar, .k-main-nav, .k-sticky-header, .k-action-bar')]
        .filter((bar) => ['fixed', 'sticky'].includes(getComputedStyle(bar).position))
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ width, height }) => width > height)
        .reduce((sum, { height }) => sum + height, 0),
    );
    expect(eaten).toBeLessThanOrEqual(size.height / 5);
  });

  test(`R-PLACE-30 the login shows phone, PIN and what is wrong with them, at ${at}`, async ({ phones }) => {
    const phone = await phones.take();
    const app = await phone.open('/login');
    await phone.page.setViewportSize(size);
    await everyFieldIsSeen(phone.page, phone.page.locator('form'), `login at ${at}`);
    await app.page.getByRole('button', { name: 'Login' }).click();
    await firstErrorIsSeen(phone.page, `login at ${at}`);
  });
}
