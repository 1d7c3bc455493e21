import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AdvancedItem } from '../../../../src/screens/items/advanced-item.tsx';
import { NewItem } from '../../../../src/screens/items/new-item.tsx';
import { businessRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

/* The forms of a new item, opened for a scanned code that no item has (R-CTR-14). */

const CODE = '4006381333931';
const ROUTES = [
  { path: '/items/new', element: <NewItem /> },
  { path: '/items/new/advanced', element: <AdvancedItem /> },
  { path: '*', element: <p>Elsewhere</p> },
];

async function open(path: string) {
  const opened = await openShop({ rows: { business: [businessRow({ businessCategoryId: 1 })] } });
  const app = renderShop(opened, ROUTES, `${path}?code=${CODE}`);
  await screen.findByLabelText('Name');
  // The categories come from the shop's row, which is read after the form is shown.
  await waitFor(() => expect(screen.getByLabelText('Category').querySelectorAll('option').length).toBeGreaterThan(1));
  return { app, items: () => opened.device.rows('item') };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

function fill(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    const option = [...field.querySelectorAll('option')].find((each) => each.textContent === text);
    fireEvent.change(field, { target: { value: option?.value ?? text } });
  }
}

test('X-TYPE-23 a scan into the SKU of a filled form saves nothing', async () => {
  const { app, items } = await open('/items/new');
  fill({ Name: 'Spark 20', Category: 'Accessories', 'Selling price': '12,500' });
  const sku = screen.getByLabelText<HTMLInputElement>('SKU');
  await userEvent.clear(sku);
  await userEvent.type(sku, '5449000000996{Enter}');
  expect(sku.value).toBe('5449000000996');
  expect(app.path()).toBe('/items/new');
  expect(await items()).toEqual([]);
});

describe.each([
  {
    ...{ path: '/items/new', submit: 'Create item' },
    typed: { Name: 'Spark 20', Category: 'Accessories', 'Selling price': '12,500' },
  },
  {
    ...{ path: '/items/new/advanced', submit: 'Add item' },
    typed: {
      ...{ Category: 'Electronics', 'Sub-category': 'Phones', Name: 'Spark 20', 'Unit of sale': 'Piece' },
      ...{ Condition: 'Used', Price: '500,000', 'Initial stock': '10' },
    },
  },
])('$path', ({ path, submit, typed }) => {
  test('R-CTR-14 gives the item the code, and the counter goes on with it', async () => {
    const { app, items } = await open(path);
    fill(typed);
    await press(submit);
    await waitFor(() => expect(app.path()).toBe('/counter'));
    const [item] = await items();
    expect(item).toMatchObject({ name: 'Spark 20', sku: CODE });
    expect(app.search()).toBe(`?add=${item?.id}`);
  });

  test('R-CTR-14 leads back to the counter where it is given up', async () => {
    const { app } = await open(path);
    await press('Cancel');
    await waitFor(() => expect(app.path()).toBe('/counter'));
  });
});

test('R-CTR-14 the code is seen in the form, and goes on to the longer one, which says it', async () => {
  const { app } = await open('/items/new');
  expect(screen.getByLabelText<HTMLInputElement>('SKU').value).toBe(CODE);
  await userEvent.click(screen.getByRole('link', { name: 'Advanced' }));
  expect([app.path(), app.search()]).toEqual(['/items/new/advanced', `?code=${CODE}`]);
  expect(await screen.findByText(`The item gets the code ${CODE}, which was scanned.`)).toBeTruthy();
});
