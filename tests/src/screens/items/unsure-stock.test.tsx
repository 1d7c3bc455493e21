import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AddStock } from '../../../../src/screens/items/add-stock.tsx';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { actsOf, savingOf } from '../../../support/screens/sales-screens.tsx';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';

/* The browser does not say whether stock was saved. The person taps again, as the message asks them to. */

async function show(path: string) {
  const opened = await openShop({ rows: { item: [itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000 })] } });
  const saving = savingOf(opened);
  renderShop(
    saving,
    [
      { path: '/add-stock', element: <AddStock /> },
      { path: '/items/:id', element: <ItemDetail /> },
      { path: '/items', element: <p>The items</p> },
    ],
    path,
  );
  return { ...opened, saving };
}
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const isUnsure = () => screen.findByText(/Save it here again: nothing is recorded twice\./);
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add stock' }));

test.each([
  ['stock.add', {}, 'Stock added'],
  ['stock.buy', { 'Purchase amount (per unit)': '900', 'Invoice number': 'INV-7' }, 'Purchase created'],
] as const)('SYN-1 %s is there once, with the time of the first tap', async (name, fields, told) => {
  const app = await show('/add-stock?item=8');
  await fill('Quantity', '3');
  for (const [label, value] of Object.entries(fields)) await fill(label, value);
  app.saving.loseAnswer('written');
  await add();
  await isUnsure();
  vi.setSystemTime(NOON_MS + 60_000);
  await add();
  expect(await screen.findByText(told)).toBeTruthy();
  expect(await screen.findByText('The items')).toBeTruthy();
  const [act, ...others] = await actsOf(app.shop);
  expect(others).toEqual([]);
  expect(act?.name).toBe(name);
  const time = name === 'stock.add' ? { batchId: `batch-${NOON_MS}` } : { purchaseDateMs: NOON_MS };
  expect(act?.args).toMatchObject(time);
  expect(await app.shop.stock(8)).toBe(1_300);
});

test('SYN-1 who changes what may have been saved, and puts it back, saves it once', async () => {
  const app = await show('/add-stock?item=8');
  await fill('Quantity', '3');
  app.saving.loseAnswer('written');
  await add();
  await isUnsure();
  vi.setSystemTime(NOON_MS + 60_000);
  await fill('Quantity', '4');
  await add();
  expect(await screen.findByText(/^This form was saved before/)).toBeTruthy();
  await fill('Quantity', '3');
  await add();
  expect(await screen.findByText('Stock added')).toBeTruthy();
  expect(await app.shop.stock(8)).toBe(1_300);
});

test('SYN-1 M19 another count after one that was not saved is held against the stock as it is then', async () => {
  const app = await show('/items/8');
  await userEvent.click(await screen.findByRole('button', { name: 'Count Stock' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Count Stock' }));
  await fill('Counted quantity', '8');
  app.saving.loseAnswer('rolled back');
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  await isUnsure();
  await meanwhile(() => app.shop.sell(8, 300));
  await dialog.findByText('Kaunta shows: 7 pcs');
  await fill('Counted quantity', '7');
  expect(dialog.getByText('Difference: 0')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  expect(await screen.findByText('Stock counted')).toBeTruthy();
  expect(await app.shop.stock(8)).toBe(700);
});

test('SYN-1 stock that was not saved at the first tap is saved at the second one', async () => {
  const app = await show('/add-stock?item=8');
  await fill('Quantity', '3');
  app.saving.loseAnswer('rolled back');
  await add();
  await isUnsure();
  await add();
  expect(await screen.findByText('Stock added')).toBeTruthy();
  expect(await app.shop.stock(8)).toBe(1_300);
});

test('SYN-1 M19 a count is there once, although its item shows the counted stock by then', async () => {
  const app = await show('/items/8');
  await userEvent.click(await screen.findByRole('button', { name: 'Count Stock' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Count Stock' }));
  await fill('Counted quantity', '8');
  app.saving.loseAnswer('written');
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  await isUnsure();
  await dialog.findByText('Kaunta shows: 8 pcs');
  expect(dialog.getByText('Difference: -2')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  expect(await screen.findByText('Stock counted')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await actsOf(app.shop)).map(({ name, args }) => [name, args['expectedHundredths']])).toEqual([
    ['stock.count', 1_000],
  ]);
  expect(await app.shop.stock(8)).toBe(800);
});
