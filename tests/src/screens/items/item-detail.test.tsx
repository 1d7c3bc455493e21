import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { businessRow, itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

const routes = [
  { path: '/items/:id', element: <ItemDetail /> },
  { path: '*', element: null },
];

async function renderItem(fields: Partial<Item> = {}, options: ShopOptions = {}, path = '/items/1') {
  const opened = await openShop({ rows: { item: [itemRow({ id: 1, name: 'Soap', ...fields })] }, ...options });
  return { ...opened, app: renderShop(opened, routes, path) };
}

/** Returns the value beside a name. */
const fact = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent;

describe('what is not there', () => {
  test.each(['abc', '1x', '-1', '0', '1.5', '99999999999999999'])(
    "R-IDET-01 R-IDET-02 '/items/%s': 'Invalid Item ID', with a link back to /items",
    async (id) => {
      const { app } = await renderItem({}, {}, `/items/${id}`);
      expect(await screen.findByText('Invalid Item ID')).toBeTruthy();
      await userEvent.click(screen.getByRole('link', { name: 'Back to Items' }));
      expect(app.path()).toBe('/items');
    },
  );

  test("R-IDET-03 R-IDET-04 no such item: 'Item Not Found', with a link back to /items", async () => {
    const { app } = await renderItem({}, {}, '/items/2');
    expect(await screen.findByText('Item Not Found')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Items' }));
    expect(app.path()).toBe('/items');
  });
});

describe('an item', () => {
  test('R-IDET-05 says when it was made, in the time of the shop', async () => {
    await renderItem({ createdAtMs: NOON_MS });
    expect(await fact('Created')).toBe('21 Nov 2026, 12:00');
  });

  test('R-IDET-09 R-IDET-10 R-IDET-11 R-IDET-12 shows name, price, stock with its unit, and category', async () => {
    await renderItem({
      priceMinor: 1_250_050,
      currentStockHundredths: 350,
      unitOfMeasure: 'Kilogram',
      category: 'Groceries',
    });
    const card = within(await screen.findByRole('region', { name: 'Item' }));
    expect(card.getByRole('heading', { name: 'Soap' })).toBeTruthy();
    expect(card.getByText('UGX 12,500.50')).toBeTruthy();
    expect(card.getByText('Stock: 3.5 Kilogram')).toBeTruthy();
    expect(card.getByText('Low stock')).toBeTruthy();
    expect(await fact('Category')).toBe('Groceries');
  });

  test('R-IDET-15 C-096 shows what its category asks for under its label, and keeps what it asks for no more', async () => {
    await renderItem({ itemCategoryId: 501, customFields: { netContent: '500 g', oldKey: 'kept' } });
    expect(await fact('Net content')).toBe('500 g');
    expect(await fact('oldKey')).toBe('kept');
  });

  test('R-IDET-16 R-IDET-17 C-046 an admin sees the cost price and the margin on the price', async () => {
    await renderItem({ priceMinor: 400_000, costPriceMinor: 300_000 });
    expect(await fact('Cost price')).toBe('UGX 3,000.00');
    expect(await fact('Profit margin')).toBe('25.0% (UGX 1,000.00)');
  });

  test('R-IDET-17 C-046 sold for less than it cost, the margin is below zero', async () => {
    await renderItem({ priceMinor: 100_000, costPriceMinor: 150_000 });
    expect(await fact('Profit margin')).toBe('-50.0% (-UGX 500.00)');
  });

  test("C-046 without a cost price both are 'Not set'", async () => {
    await renderItem({ costPriceMinor: null });
    expect(await fact('Cost price')).toBe('Not set');
    expect(await fact('Profit margin')).toBe('Not set');
  });

  test('R-IDET-18 C-097 staff see neither', async () => {
    // Even a row that still holds it does not show it.
    const row = itemRow({ id: 1, name: 'Soap', costPriceMinor: 100_000 });
    await renderItem(
      {},
      { rows: { business: [businessRow()], item: [row] }, state: { role: 'staff', projection: 'staff' } },
    );
    expect(await fact('SKU')).toBe('-');
    expect(screen.queryByText('Cost price')).toBeNull();
    expect(screen.queryByText('Profit margin')).toBeNull();
  });

  test.each<[string, Partial<Item>]>([
    // Also if the row says that it is tracked.
    ['R-IDET-08 a service', { type: 'service', trackStock: true }],
    ['C-089 a product that is not tracked', { trackStock: false }],
  ])('%s has no Add Stock', async (_what, fields) => {
    await renderItem(fields);
    expect(await screen.findByText('Untracked')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add Stock' })).toBeNull();
  });

  test("its way back leads to the list, and a change that waits is marked 'Pending sync'", async () => {
    const { app, shop } = await renderItem();
    await shop.run('item.setStore', () => ({ id: 1, isKauntaEnabled: true }));
    expect(await screen.findByText('Pending sync')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Display on Kaunta Store' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/items');
  });
});

describe('adding stock', () => {
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Add Stock' }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Add Stock' }));
  const add = () => userEvent.click(dialog().getByRole('button', { name: 'Add stock' }));
  const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);

  test("R-IDET-07 R-STK-21 R-STK-22 raises the stock at once: 'Stock added' / 'Stock has been added successfully'", async () => {
    const { shop } = await renderItem({ currentStockHundredths: 350, unitOfMeasure: 'Kilogram' });
    await open();
    await userEvent.type(field('Quantity'), '12.5');
    await add();
    expect(await screen.findByText('Stock added')).toBeTruthy();
    expect(screen.getByText('Stock has been added successfully')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('Stock: 16 Kilogram')).toBeTruthy());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await shop.outbox()).map(({ wire }) => wire)).toMatchObject([
      { name: 'stock.add', args: { itemId: 1, quantityHundredths: 1_250, costPriceMinor: null } },
    ]);
  });

  test('R-STK-18 R-STK-19 cost price and batch may stay blank; the batch is then named after the time', async () => {
    const { shop } = await renderItem();
    await open();
    await userEvent.type(field('Quantity'), '1');
    await add();
    await screen.findByText('Stock added');
    expect((await shop.outbox())[0]?.wire.args).toMatchObject({ costPriceMinor: null, batchId: `batch-${NOON_MS}` });
  });

  test('R-STK-18 keeps the cost price and the batch that were typed', async () => {
    const { shop } = await renderItem();
    await open();
    await userEvent.type(field('Quantity'), '1');
    await userEvent.type(field('Cost price'), '1,250.50');
    await userEvent.type(field('Batch'), 'B-7');
    await add();
    await screen.findByText('Stock added');
    expect((await shop.outbox())[0]?.wire.args).toMatchObject({ costPriceMinor: 125_050, batchId: 'B-7' });
  });

  test.each([
    ...['', '0', '-3', 'ten'].map((typed) => [typed, 'Quantity must be a positive number'] as const),
    ['10%', 'Write the number as 1500 or 1,500.50'] as const,
  ])("R-STK-15 R-STK-16 X-TYPE-05 X-TYPE-06 Quantity '%s': '%s' beside it, nothing saved", async (typed, sentence) => {
    const { shop } = await renderItem();
    await open();
    if (typed !== '') await userEvent.type(field('Quantity'), typed);
    await add();
    expect(await dialog().findByText(sentence)).toBeTruthy();
    expect(document.activeElement).toBe(field('Quantity'));
    expect(field('Quantity').value).toBe(typed);
    expect(await shop.outbox()).toEqual([]);
  });

  test('R-STK-16 0.01 is enough', async () => {
    const { shop } = await renderItem();
    await open();
    await userEvent.type(field('Quantity'), '0.01');
    await add();
    await screen.findByText('Stock added');
    expect((await shop.outbox())[0]?.wire.args).toMatchObject({ quantityHundredths: 1 });
  });

  test("R-STK-25 what the device cannot write is said, 'Failed to add stock. Please try again.', and stays typed", async () => {
    const opened = await openShop({ rows: { item: [itemRow({ id: 1, name: 'Soap' })] } });
    const { device, replica } = opened;
    const run: typeof replica.run = (name, build, act) =>
      replica.run(
        name,
        (tools) => {
          device.runOutOfSpace();
          return build(tools);
        },
        act,
      );
    renderShop({ replica: { ...replica, run } }, routes, '/items/1');
    await open();
    await userEvent.type(field('Quantity'), '3');
    await add();
    expect(await screen.findByText('Failed to add stock. Please try again.')).toBeTruthy();
    expect(field('Quantity').value).toBe('3');
    expect(screen.getByText('Stock: 10 pcs')).toBeTruthy();
  });

  test('C-097 staff are not asked what it cost', async () => {
    // Even a row that still holds it does not show it.
    const row = itemRow({ id: 1, name: 'Soap', costPriceMinor: 100_000 });
    await renderItem({}, { rows: { item: [row] }, state: { role: 'staff', projection: 'staff' } });
    await open();
    expect(field('Quantity')).toBeTruthy();
    expect(dialog().queryByLabelText('Cost price')).toBeNull();
  });
});
