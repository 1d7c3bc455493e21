import type { Locator, Page } from 'playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expect, test } from '../fixtures/test.ts';

const LAPTOP = { width: 1366, height: 768 };

/** More than one page of a table. The first items are on the second page and are the most expensive. */
const ITEMS = Array.from({ length: 60 }, (_, at) => ({
  name: `Item ${String(at + 1).padStart(2, '0')}`,
  price: String(100_000 - at * 100),
  stock: '5',
}));

/** For measurements: they must be repeated while the screen still changes. */
const AT_REST = { timeout: 45_000 };

const tableOf = (page: Page) => page.getByRole('table', { name: 'Items' });
const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const headOf = (page: Page, name: string) => tableOf(page).getByRole('columnheader', { name });
const linkOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const paneScroll = (page: Page) => page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTop);

test('R-WIDE-10 R-WIDE-11 R-WIDE-12 R-WIDE-13 on a laptop a list is a table, sorted by its heads over all of its rows, by mouse and by keyboard', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, ITEMS);
  const { page, line } = await phones.signedInOnline(shop);
  await page.goto(`${line.url}/items`);
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(10);
  await page.setViewportSize(LAPTOP);
  await expect(rowsOf(page)).toHaveCount(50);
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0);
  await expect(rowsOf(page).first()).toContainText('Item 60');
  expect(await seriousFindings(page)).toEqual([]);

  await headOf(page, 'Price').getByRole('button').click();
  await expect(rowsOf(page).first()).toContainText('Item 01');
  await expect(headOf(page, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/\/items\?sort=-price$/);
  await headOf(page, 'Price').getByRole('button').press('Enter');
  await expect(headOf(page, 'Price')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowsOf(page).first()).toContainText('Item 60');
  await headOf(page, 'Price').getByRole('button').press('Enter');
  await expect(page).toHaveURL(/\/items$/);
  await headOf(page, 'Name').getByRole('button').press('Enter');
  await expect(rowsOf(page).first()).toContainText('Item 01');
  await page.reload();
  await expect(rowsOf(page).first()).toContainText('Item 01');
  await expect(headOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');

  // The link covers the row: a press beside its text opens it too, but one on the switch does not.
  const row = rowOf(page, 'Item 03');
  await row.getByRole('switch').click();
  await expect(page).toHaveURL(/\/items\?sort=name$/);
  const box = (await row.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  // For a moment after it has changed, the switch ignores presses, and so does everything under the same pane. So a
  // press that was ignored is repeated.
  await expect(async () => {
    await row.getByRole('cell').nth(1).click({ force: true });
    await expect(page).toHaveURL(/\/items\/\d+\?sort=name$/, { timeout: 3_000 });
  }).toPass(AT_REST);
});

test('R-WIDE-10 on a laptop a barcode and a long price stand in one line, and what is chosen over a list is highlighted where it stands', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [{ name: 'Rice', price: '99999999.99', stock: '5', sku: '6009000000039' }]);
  const { page, line } = await phones.signedInOnline(shop);
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/items`);
  const cells = rowOf(page, 'Rice').getByRole('cell');
  for (const text of ['6009000000039', 'UGX 99,999,999.99'])
    expect(await lineCount(cells.filter({ hasText: text })), text).toBe(1);

  await page.goto(`${line.url}/customers`);
  for (const name of ['All', 'Owing']) {
    const label = page.getByText(name, { exact: true });
    await label.click();
    const highlight = page.locator('.mantine-SegmentedControl-indicator');
    await expect.poll(async () => isInside(await label.boundingBox(), await highlight.boundingBox())).toBe(true);
  }
});

/** The lines that the text of an element takes. */
const lineCount = (element: Locator) =>
  element.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

const isInside = (inner: Box, outer: Box): boolean =>
  inner !== null &&
  outer !== null &&
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

test('R-WIDE-30 on a laptop the cards of Home and the parts of a report stand in two columns, and printed a report is one', async ({
  phones,
  shop,
  server,
}) => {
  // A shop with an item needs no first steps.
  await stockShelves(server.url, shop, [SUGAR]);
  const { page, line } = await phones.signedInOnline(shop);
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/dashboard`);
  await expect.poll(() => columnsOf(page, '.k-home > .mantine-Card-root')).toBe(2);
  await expect.poll(() => gapsOf(page, '.k-home > .mantine-Card-root')).toEqual([16, 16]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => cutOff(page, '.k-home .mantine-Button-label')).toEqual([]);
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/reports`);
  await expect.poll(() => columnsOf(page, '.k-report-card')).toBe(2);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => columnsOf(page, '.k-report-card')).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1023, height: 768 });
  await expect.poll(() => columnsOf(page, '.k-report-card')).toBe(1);
});

/** Returns the number of columns of these elements, each of which fills its column's width. */
const columnsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((parts) => new Set(parts.map((part) => Math.round(part.getBoundingClientRect().left))).size);

/** Returns the texts that do not fit their element. */
const cutOff = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((parts) =>
      parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ textContent }) => textContent),
    );

/** Returns the gaps between the elements of each column, in CSS pixels. */
const gapsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((parts) => {
    const boxes = parts
      .map((part) => part.getBoundingClientRect())
      .toSorted((a, b) => a.left - b.left || a.top - b.top);
    return boxes.flatMap(({ left, top }, nth) => {
      const above = boxes[nth - 1];
      return above && above.left === left ? [Math.round(top - above.bottom)] : [];
    });
  });

test('R-WIDE-14 R-WIDE-20 R-WIDE-36 on a laptop the sales are a table with their days, a sale stands beside it, and axe finds nothing serious', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [{ name: 'Gold', price: '99999999.99', stock: '9999' }]);
  const [item] = (await onServer.get('/items')) as { id: number }[];
  for (const quantity of [1, 2, 9000]) await onServer.post('/sales', { items: [{ itemId: item?.id, quantity }] });
  const { page, line } = await phones.signedInOnline(shop);
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/sales`);
  const table = page.getByRole('table', { name: 'Sales' });
  await expect(table.getByRole('link')).toHaveCount(3);
  await expect(table.getByRole('heading', { name: /^Today · 3 sales/ })).toBeVisible();
  await table.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
  await expect(table.getByRole('heading')).toHaveCount(0);
  await table.getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Receipt' })).toBeVisible();
  await expect(table.getByRole('link')).toHaveCount(3);
  await expect(page).toHaveURL(/\/sales\/\d+\?sort=-total$/);
  expect(await seriousFindings(page)).toEqual([]);
  const largest = table.getByRole('cell', { name: 'UGX 899,999,999,910.00', exact: true });
  await expect(largest).toBeVisible();
  const widths = await largest.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
  expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth);
});

test('R-WIDE-31 R-WIDE-32 R-WIDE-33 R-WIDE-34 R-WIDE-35 on a laptop forms and cards stand in two columns, and the tab key goes on as one reads', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const [item] = (await onServer.get('/items')) as { id: number }[];
  await onServer.post('/payment-methods', { name: 'Airtel Money', icon: 'Phone' });
  const sale = (await onServer.post('/sales', { items: [{ itemId: item?.id, quantity: 1 }] })) as { id: number };
  const { page, line } = await phones.signedInOnline(shop);
  await page.setViewportSize(LAPTOP);
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
  const field = (label: string) => page.getByLabel(label, { exact: true });

  await page.goto(`${line.url}/customers/new`);
  // Repeated until the screen no longer changes.
  await expect(async () => {
    const name = await boxOf(field('Name'));
    const phone = await boxOf(field('Phone'));
    expect(phone).toMatchObject({ y: name.y, width: name.width });
    expect(phone.x).toBeGreaterThan(name.x + name.width);
    expect(await boxOf(field('Address'))).toMatchObject({ x: name.x });
  }).toPass(AT_REST);
  await field('Name').focus();
  for (const next of ['Phone', 'Address', 'Notes']) {
    await page.keyboard.press('Tab');
    await expect(field(next)).toBeFocused();
  }
  const submit = page.getByRole('button', { name: 'Create customer' });
  await submit.click();
  await expect(field('Name')).toBeFocused();
  expect((await boxOf(submit)).width).toBeLessThanOrEqual(416);

  // Those with a description beside those without one.
  await page.goto(`${line.url}/items/new`);
  await expect(async () => {
    for (const [left, right] of [
      ['Cost price', 'Initial stock'],
      ['Unit of sale', 'SKU'],
    ] as const)
      expect((await boxOf(field(right))).y).toBe((await boxOf(field(left))).y);
  }).toPass(AT_REST);

  await page.goto(`${line.url}/sales/new`);
  await expect(async () => {
    const lineBox = await boxOf(page.getByRole('group', { name: 'Line 1' }));
    const total = await boxOf(page.getByRole('group', { name: 'Grand total' }));
    expect(total.x).toBeGreaterThan(lineBox.x + lineBox.width);
  }).toPass(AT_REST);
  expect((await boxOf(page.getByRole('button', { name: 'Create sale' }))).width).toBeLessThanOrEqual(416);

  await page.goto(`${line.url}/payment-methods`);
  await expect.poll(() => columnsOf(page, 'ul[aria-label="Payment methods"] > li')).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => columnsOf(page, 'ul[aria-label="Payment methods"] > li')).toBe(1);

  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${line.url}/settings/security`);
  await expect.poll(() => columnsOf(page, 'ul[aria-label="What happened"] > li:first-child .k-event > *')).toBe(3);
  await page.goto(`${line.url}/sales/${sale.id}`);
  await expect.poll(() => columnsOf(page, '.k-detail-pane section')).toBe(2);
  await page.setViewportSize(LAPTOP);
  await expect.poll(() => columnsOf(page, '.k-detail-pane section')).toBe(1);

  // However long the list is, its sum stays visible beside it.
  await page.goto(`${line.url}/sales/new`);
  for (const number of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Another item' }).click();
    await page
      .getByRole('group', { name: `Line ${number}`, exact: true })
      .getByLabel('Item')
      .press('Escape');
  }
  await page.getByRole('button', { name: 'Another item' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('group', { name: 'Line 1', exact: true })).not.toBeInViewport();
  await expect(page.getByRole('group', { name: 'Grand total' })).toBeInViewport({ ratio: 1 });
});

test('R-WIDE-20 R-WIDE-21 R-WIDE-22 on a laptop the address shows an item beside its list, and going from row to row moves nothing of it', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, ITEMS);
  const phone = await phones.signedIn(shop);
  const { page, line, app } = phone;
  await page.setViewportSize(LAPTOP);
  await page.goto(`${line.url}/items?sort=name`);
  await rowOf(page, 'Item 30').scrollIntoViewIfNeeded();
  await expect.poll(() => paneScroll(page)).toBeGreaterThan(0);
  // A row that has just appeared ignores clicks, and a repeated click would scroll it; a trial click waits.
  await linkOf(page, 'Item 30').click({ trial: true });
  const topOf = async (name: string) => (await rowOf(page, name).boundingBox())!.y;
  const top = await topOf('Item 30');
  await linkOf(page, 'Item 30').click();
  await expect(app.header.title).toHaveText('Item 30');
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
  await expect(linkOf(page, 'Item 30')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => topOf('Item 30')).toBeCloseTo(top, 0);
  const scrolled = await paneScroll(page);
  expect(await seriousFindings(page)).toEqual([]);

  await page.keyboard.press('ArrowUp');
  await expect(app.header.title).toHaveText('Item 29');
  await page.keyboard.press('ArrowUp');
  await expect(app.header.title).toHaveText('Item 28');
  await expect(linkOf(page, 'Item 28')).toBeFocused();
  await expect.poll(() => paneScroll(page)).toBe(scrolled);
  const address = page.url();
  expect(address).toMatch(/\/items\/\d+\?sort=name$/);

  await phone.isSynced();
  await phone.loseSignal();
  await page.reload();
  await expect(app.header.title).toHaveText('Item 28');
  await expect(linkOf(page, 'Item 28')).toHaveAttribute('aria-current', 'true');
  await expect(headOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');

  // The list can be searched beside the detail too.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Item 5');
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(app.header.title).toHaveText('Item 28');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rowsOf(page)).toHaveCount(50);

  // On a phone the same address shows the item alone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tableOf(page)).toHaveCount(0);
  await expect(app.header.title).toHaveText('Item 28');
  await page.setViewportSize(LAPTOP);

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/items\?sort=name$/);
  await expect(app.header.title).toHaveText('Items');
  await expect(page.getByRole('region', { name: 'Details' })).toHaveCount(0);
});
