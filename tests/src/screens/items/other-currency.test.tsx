import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AddStock } from '../../../../src/screens/items/add-stock.tsx';
import { EditItem } from '../../../../src/screens/items/edit-item.tsx';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { ItemsList } from '../../../../src/screens/items/items-list.tsx';
import { freshCounter, showCounter, SOAP } from '../../../support/screens/counter-screen.tsx';
import { SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { businessRow, itemRow } from '../../../support/shop-rows.ts';

/* A shop that has changed its currency since the price was set: no amount is converted (decision 67). */

const SUGAR = itemRow({ id: 8, name: 'Sugar', priceMinor: 150_000, currency: 'UGX', currentStockHundredths: 1_000 });
const ROUTES = [
  { path: '/items', element: <ItemsList /> },
  { path: '/items/:id', element: <ItemDetail /> },
  { path: '/items/:id/edit', element: <EditItem /> },
  { path: '/add-stock', element: <AddStock /> },
];

const OF_KES = { business: [businessRow({ currency: 'KES' })], item: [SUGAR] };

async function show(path: string) {
  const { replica } = await openShop({ rows: OF_KES });
  renderShop({ replica }, ROUTES, path);
}

test.each(['/items', '/items/8', '/add-stock?item=8'])(
  'C-043 at %s the price is in the currency in which it is sold now',
  async (path) => {
    await show(path);
    expect(await screen.findByText('KES 1,500.00')).toBeTruthy();
    expect(screen.queryByText(/UGX/)).toBeNull();
  },
);

test('C-043 R-CTR-03 on the counter too', async () => {
  freshCounter();
  await showCounter({ rows: { ...SHOP_ROWS, ...OF_KES, item: [SUGAR, SOAP] } });
  expect(await screen.findByRole('button', { name: /^Sugar, KES/ })).toBeTruthy();
});

test("C-043 the item's form asks for the price in it", async () => {
  await show('/items/8/edit');
  const field = await screen.findByLabelText<HTMLInputElement>('Selling price');
  expect(await within(field.closest<HTMLElement>('.mantine-InputWrapper-root')!).findByText('KES')).toBeTruthy();
});
