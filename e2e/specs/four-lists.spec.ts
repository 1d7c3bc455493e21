import { seriousFindings } from '../fixtures/axe.ts';
import { back } from '../fixtures/back.ts';
import { bringUp, isAt, tap, windowTop } from '../fixtures/in-place.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import type { ShopOnServer } from '../fixtures/shop.ts';
import { Storefront } from '../fixtures/storefront.ts';
import { expect, test } from '../fixtures/test.ts';

/* Orders, customers, suppliers and purchases have lists like sales and items: table, detail, scroll position. */

const LAPTOP = { width: 1366, height: 768 };
const SMALL_PHONE = { width: 360, height: 640 };
/** As many orders as a shop accepts in a minute, and more than a small phone shows at once. */
const COUNT = 9;
const nameOf = (number: number) => `Row ${String(number).padStart(2, '0')}`;

interface List {
  label: string;
  path: string;
  /** The head of the column with the names of the rows. */
  head: string;
  /** Creates one row with this name. */
  make(around: { onServer: ShopOnServer; storefront: Storefront; itemId: number }, name: string): Promise<unknown>;
}

const LISTS: readonly List[] = [
  {
    ...{ label: 'Orders', path: '/orders', head: 'Customer' },
    make: ({ storefront }, name) => storefront.order({ name, phone: '0772 900 100' }, { [SUGAR.name]: '1' }),
  },
  {
    ...{ label: 'Customers', path: '/customers', head: 'Name' },
    make: ({ onServer }, name) => onServer.post('/customers', { name }),
  },
  {
    ...{ label: 'Suppliers', path: '/suppliers', head: 'Name' },
    make: ({ onServer }, name) => onServer.post('/suppliers', { name }),
  },
  {
    ...{ label: 'Purchases', path: '/purchases', head: 'Supplier' },
    make: ({ onServer, itemId }, name) =>
      onServer.post('/purchases', {
        ...{ supplierName: name, items: [{ itemId, quantity: '1', unitCost: '1000' }] },
      }),
  },
];

for (const { label, path, head, make } of LISTS) {
  test(`R-PLACE-10 R-PLACE-11 R-WIDE-10 R-WIDE-12 R-WIDE-20 R-WIDE-21 R-WIDE-22 the list of ${label.toLowerCase()} is where it was on a small phone, and on a laptop a sorted table with the detail beside it`, async ({
    phones,
    shop,
    server,
  }) => {
    const onServer = await stockShelves(server.url, shop, [{ ...SUGAR, stock: '1000' }]);
    const storefront = await Storefront.of(server.url, onServer);
    const [item] = (await onServer.get('/items')) as { id: number }[];
    for (let number = 1; number <= COUNT; number += 1)
      await make({ onServer, storefront, itemId: item?.id ?? 0 }, nameOf(number));
    const { page, line } = await phones.signedInOnline(shop);

    await page.setViewportSize(SMALL_PHONE);
    await page.goto(line.url + path);
    const card = page
      .getByRole('list', { name: label, exact: true })
      .getByRole('listitem')
      .filter({ hasText: nameOf(5) });
    const top = await bringUp(card);
    await expect.poll(() => windowTop(page)).toBeGreaterThan(0);
    await tap(card.getByRole('link').first());
    await expect(page).toHaveURL(new RegExp(`${path}/\\d+$`));
    await expect.poll(() => windowTop(page)).toBe(0);
    await back(page);
    await isAt(card, top);
    await tap(card.getByRole('link').first());
    await expect(page).toHaveURL(new RegExp(`${path}/\\d+$`));
    await page.getByRole('link', { name: 'Back' }).click();
    await isAt(card, top);
    await page.reload();
    await isAt(card, top);

    await page.setViewportSize(LAPTOP);
    const table = page.getByRole('table', { name: label, exact: true });
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });
    const headButton = table.getByRole('columnheader', { name: head, exact: true }).getByRole('button');
    await expect(rows).toHaveCount(COUNT);
    await expect(rows.first()).toContainText(nameOf(COUNT));
    await headButton.click();
    await expect(rows.first()).toContainText(nameOf(1));
    await headButton.press('Enter');
    await expect(rows.first()).toContainText(nameOf(COUNT));
    await page.reload();
    await expect(rows.first()).toContainText(nameOf(COUNT));
    await expect(rows).toHaveCount(COUNT);
    expect(await seriousFindings(page)).toEqual([]);

    const linkIn = (number: number) =>
      rows
        .filter({ hasText: nameOf(number) })
        .getByRole('link')
        .first();
    await tap(linkIn(7));
    await expect(page.locator('.k-detail-pane')).toBeVisible();
    await expect(linkIn(7)).toHaveAttribute('aria-current', 'true');
    // The rows are sorted from the last name to the first, so the row below has the name before.
    await page.keyboard.press('ArrowDown');
    await expect(linkIn(6)).toHaveAttribute('aria-current', 'true');
    await expect(linkIn(6)).toBeFocused();
    const address = page.url();
    await page.reload();
    expect(page.url()).toBe(address);
    await expect(linkIn(6)).toHaveAttribute('aria-current', 'true');
    await expect(rows.first()).toContainText(nameOf(COUNT));
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.locator('.k-detail-pane')).toHaveCount(0);
    await expect(rows).toHaveCount(COUNT);
  });
}
