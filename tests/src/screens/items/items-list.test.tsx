import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { newItemImage } from '../../../../domain/items/item-image.ts';
import { ItemsList } from '../../../../src/screens/items/items-list.tsx';
import { itemArgs } from '../../../support/device/replica.ts';
import { BUSINESS_ID, businessRow, itemRow, NOON_MS, USER_ID, userRow } from '../../../support/shop-rows.ts';
import {
  meanwhile,
  openShop,
  renderShop,
  setStatus,
  type ShopOptions,
} from '../../../support/screens/shop-screens.tsx';

async function renderItems(options: ShopOptions = {}, search = '') {
  const opened = await openShop(options);
  const routes = [
    { path: '/items', element: <ItemsList /> },
    { path: '*', element: null },
  ];
  const app = renderShop(opened, routes, `/items${search}`);
  return { ...opened, app };
}

const renderItem = (fields: Partial<Item> = {}, options: ShopOptions = {}) =>
  renderItems({ ...options, rows: { item: [itemRow({ id: 1, name: 'Soap', ...fields })], ...options.rows } });

/** Makes items, each older than the one before. */
const manyItems = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) =>
    itemRow({ id: index + 1, name: `Item ${index + 1}`, createdAtMs: NOON_MS - index }),
  );

const list = () => screen.findByRole('list', { name: 'Items' });
const cards = async () => within(await list()).getAllByRole('listitem');
const card = async (name = 'Soap') => {
  const link = await screen.findByRole('link', { name });
  return within((await cards()).find((each) => each.contains(link))!);
};
const names = async () => (await cards()).map((each) => within(each).getByRole('link').textContent);
const expectNames = (expected: string[]) => waitFor(async () => expect(await names()).toEqual(expected));

describe('the list', () => {
  test('R-ITEM-01 R-ITEM-02 ten to a page, newest first', async () => {
    const { app } = await renderItems({ rows: { item: manyItems(12) } });
    await expectNames(Array.from({ length: 10 }, (_, index) => `Item ${index + 1}`));
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await expectNames(['Item 11', 'Item 12']);
    expect(app.search()).toBe('?page=2');
  });

  test('R-ITEM-02 an item made meanwhile stands first, and says that it waits', async () => {
    const { shop } = await renderItems({
      rows: { item: [itemRow({ id: 1, name: 'Soap', createdAtMs: NOON_MS - 1 })] },
    });
    await expectNames(['Soap']);
    await meanwhile(() => shop.run('item.create', (tools) => itemArgs(tools)));
    await expectNames(['Matches', 'Soap']);
    expect((await card('Matches')).getByText('Pending sync')).toBeTruthy();
    expect((await card('Soap')).queryByText('Pending sync')).toBeNull();
  });

  test("R-ITEM-17 'New Item' goes to /items/new", async () => {
    const { app } = await renderItem();
    await userEvent.click(await screen.findByRole('link', { name: 'New Item' }));
    expect(app.path()).toBe('/items/new');
  });

  test("R-ITEM-22 R-ITEM-24 an empty shop: 'No items found', 'Get started by adding your first item'", async () => {
    await renderItems();
    expect(await screen.findByText('No items found')).toBeTruthy();
    expect(screen.getByText('Get started by adding your first item')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Import a list from a file' }).getAttribute('href')).toBe('/items/import');
  });

  test('C-148 a device without a copy of the shop is not an empty shop', async () => {
    const { shop } = await renderItems({ state: { snapshotComplete: false } });
    expect(await screen.findByText('Loading items...')).toBeTruthy();
    expect(screen.queryByText('No items found')).toBeNull();
    await meanwhile(async () => {
      await shop.write((tx) =>
        tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { status: 502, waitMs: 1_000 } }),
      );
      await setStatus(shop, { failureCount: 1 });
    });
    expect(await screen.findByText('HTTP error! status: 502')).toBeTruthy();
    expect(screen.queryByText('No items found')).toBeNull();
  });
});

describe('search', () => {
  const item = [
    itemRow({ id: 4711, name: 'Blue Band', priceMinor: 725_000, costPriceMinor: 610_000 }),
    itemRow({ id: 8, name: 'Matches', priceMinor: 20_000, costPriceMinor: 15_000, createdAtMs: NOON_MS - 1 }),
  ];

  test.each([
    ['R-ITEM-18', 'blue'],
    ['R-ITEM-19', '4711'],
    ['R-ITEM-20', '6100'],
    ['R-ITEM-21', '7250'],
  ])('%s finds an item by %s', async (_id, typed) => {
    await renderItems({ rows: { item } }, `?q=${typed}`);
    await expectNames(['Blue Band']);
  });

  test('R-ITEM-20 C-097 what an item cost is no way to find it for staff', async () => {
    const ofStaff = item.map(({ costPriceMinor: _, ...row }) => row);
    await renderItems({ rows: { item: ofStaff }, state: { role: 'staff', projection: 'staff' } }, '?q=6100');
    expect(await screen.findByText('No items found')).toBeTruthy();
  });

  test("R-ITEM-22 R-ITEM-23 nothing found: 'No items found', 'Try a different search term'", async () => {
    await renderItems({ rows: { item } }, '?q=candle');
    expect(await screen.findByText('No items found')).toBeTruthy();
    expect(screen.getByText('Try a different search term')).toBeTruthy();
    expect(screen.queryByText('Get started by adding your first item')).toBeNull();
  });
});

describe('a card', () => {
  test('R-ITEM-03 shows the first picture', async () => {
    const picture = (order: number) => ({
      ...newItemImage(BUSINESS_ID, `${order}`.repeat(32), order),
      isStored: true,
    });
    const { app } = await renderItem({ images: [picture(0), picture(1)] });
    await card();
    const shown = [...app.container.querySelectorAll('li img')].map((image) => image.getAttribute('src'));
    expect(shown).toEqual([`/uploads/7/${'0'.repeat(32)}/thumbnail.webp`]);
  });

  test('R-ITEM-03 without a picture, a sign stands in its place', async () => {
    const { app } = await renderItem();
    await card();
    expect(app.container.querySelector('li .k-thumbnail svg')).toBeTruthy();
  });

  test('R-ITEM-04 R-ITEM-05 R-ITEM-06 shows name and price, with currency and 2 decimals', async () => {
    await renderItem({ priceMinor: 1_250_050 });
    expect((await card()).getByText('Soap')).toBeTruthy();
    expect((await card()).getByText('UGX 12,500.50')).toBeTruthy();
  });

  test.each([
    ['C-037', 'KES', 'KES 1,500.00'],
    ['R-ITEM-07 C-037', '', 'UGX 1,500.00'],
  ])("%s an item without a currency, in a shop of '%s': %s", async (_ids, currency, shown) => {
    await renderItem({ currency: '' }, { rows: { business: [businessRow({ currency })] } });
    expect(await (await card()).findByText(shown)).toBeTruthy();
  });

  test.each<[string, Partial<Item>, string[]]>([
    ['R-ITEM-08', { currentStockHundredths: 1_200 }, ['Stock: 12 pcs']],
    ['R-ITEM-08 C-103', { currentStockHundredths: 750 }, ['Stock: 7.5 pcs']],
    ['C-090', { currentStockHundredths: 500 }, ['Stock: 5 pcs', 'Low stock']],
    ['C-090', { currentStockHundredths: 501 }, ['Stock: 5.01 pcs']],
    ['C-090', { currentStockHundredths: 800, reorderLevelHundredths: 800 }, ['Stock: 8 pcs', 'Low stock']],
    ['C-090', { currentStockHundredths: 500, reorderLevelHundredths: 200 }, ['Stock: 5 pcs']],
    ['C-091 C-103', { currentStockHundredths: 50 }, ['Stock: 0.5 pcs', 'Low stock']],
    ['C-091', { currentStockHundredths: 0 }, ['Stock: 0 pcs', 'Out of stock']],
    ['C-091 G14', { currentStockHundredths: -200 }, ['Stock: -2 pcs', 'Out of stock', 'Oversold by 2']],
    ['R-ITEM-09', { trackStock: false, currentStockHundredths: 0 }, ['Untracked']],
    ['R-ITEM-09 C-089', { type: 'service', currentStockHundredths: 0 }, ['Untracked']],
  ])('%s %o: %o', async (_ids, fields, expected) => {
    await renderItem(fields);
    const shown = (await card()).queryAllByText(/^(Stock: |Low|Out|Oversold|Untracked)/);
    expect(shown.map((each) => each.textContent)).toEqual(expected);
  });

  test('R-ITEM-15 opens /items/{id}', async () => {
    const { app } = await renderItem({ id: 4711 });
    await userEvent.click((await card()).getByRole('link'));
    expect(app.path()).toBe('/items/4711');
  });
});

describe('what is archived', () => {
  const OLD = itemRow({ id: 2, name: 'Old radio', sku: 'R-9', isActive: false });

  test('C-105 G18 leaves the list, and stands behind a link of its own', async () => {
    const { app } = await renderItem({}, { rows: { item: [itemRow({ id: 1, name: 'Soap' }), OLD] } });
    await expectNames(['Soap']);
    await userEvent.click(await screen.findByRole('link', { name: '1 archived item' }));
    expect(app.search()).toBe('?archived');
    const archived = await screen.findByRole('list', { name: 'Archived items' });
    expect(within(archived).getAllByRole('link')).toHaveLength(1);
    expect(within(archived).getByText('Archived')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'All items' }));
    await expectNames(['Soap']);
  });

  test('C-105 is searched by name and SKU, where it stands', async () => {
    await renderItems(
      { rows: { item: [OLD, itemRow({ id: 3, name: 'Old lamp', isActive: false })] } },
      '?archived&q=r-9',
    );
    const archived = await screen.findByRole('list', { name: 'Archived items' });
    expect(
      within(archived)
        .getAllByRole('link')
        .map((each) => each.textContent),
    ).toEqual(['Old radio']);
  });

  test('C-105 more than the list can show is said, and the search finds them', async () => {
    const old = manyItems(201).map((item) => ({ ...item, isActive: false }));
    const { app } = await renderItems({ rows: { item: old } }, '?archived');
    expect(await screen.findByText('The 200 newest. Search to find the others.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Item 201' })).toBeNull();
    app.unmount();
    await renderItems({ rows: { item: old } }, '?archived&q=item 201');
    expect(await screen.findByRole('link', { name: 'Item 201' })).toBeTruthy();
    expect(screen.queryByText(/^The 200 newest/)).toBeNull();
  });

  test('C-105 nothing archived, no link', async () => {
    await renderItem();
    await expectNames(['Soap']);
    expect(screen.queryByRole('link', { name: /archived/ })).toBeNull();
  });
});

describe('a conflict', () => {
  test("M13 G5 stands on the card with both words, and 'Keep mine' settles it there", async () => {
    const conflict = [
      {
        ...({ id: 9, version: 1, table: 'item', rowId: 1, group: 'price', status: 'open', settled: null } as const),
        mine: { values: { priceMinor: 1_200_000 }, userId: USER_ID, atMs: NOON_MS },
        theirs: { values: { priceMinor: 1_150_000 }, userId: 71, atMs: NOON_MS },
        createdAtMs: NOON_MS,
      },
    ];
    const user = [userRow({ id: 71, firstName: 'Amina' })];
    const item = [itemRow({ id: 1, name: 'Soap', priceMinor: 1_150_000 })];
    const { shop, app } = await renderItem({}, { rows: { item, conflict, user } });
    const soap = await card();
    expect(soap.getByText('Conflict')).toBeTruthy();
    expect(await soap.findByText('Price: yours 12,000 · Amina 11,500')).toBeTruthy();
    await userEvent.click(soap.getByRole('button', { name: 'Keep mine' }));
    expect(await soap.findByText('UGX 12,000.00')).toBeTruthy();
    await waitFor(() => expect(soap.queryByText('Conflict')).toBeNull());
    expect(app.path()).toBe('/items');
    expect((await shop.outbox()).map(({ wire }) => [wire.name, wire.args])).toEqual([
      ['conflict.settle', { id: 9, keep: 'mine', mine: { priceMinor: 1_200_000 }, theirs: { priceMinor: 1_150_000 } }],
    ]);
  });
});
