import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AdvancedItem } from '../../../../src/screens/items/advanced-item.tsx';
import { Products } from '../../../../src/screens/items/products.tsx';
import { setSignedOut } from '../../../../src/state/session.ts';
import { businessRow, itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { logOutElsewhere, openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { enter, field, press } from '../../../support/screens/screen-driver.ts';

const routes = [
  { path: '/products', element: <Products /> },
  { path: '/items/new/advanced', element: <AdvancedItem /> },
  { path: '*', element: <p>Elsewhere</p> },
];

async function open(path: string, options: ShopOptions = {}) {
  const opened = await openShop({
    ...options,
    rows: { business: [businessRow({ businessCategoryId: 1 })], ...options.rows },
  });
  return { ...opened, app: renderShop(opened, routes, path), items: () => opened.device.rows('item') };
}
const options = (label: string) =>
  within(field(label))
    .getAllByRole('option')
    .slice(1)
    .map((option) => option.textContent);

describe('/products', () => {
  const product = (id: number, fields: object = {}) =>
    itemRow({ id, name: `Product ${id}`, createdAtMs: NOON_MS + id, ...fields });
  const names = async () =>
    within(await screen.findByRole('list', { name: 'Products' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  test('R-LEG-01 R-LEG-04 C-029 the shop’s own items of type product, newest first; nothing archived', async () => {
    const item = [product(1), product(3), product(2), product(4, { type: 'service' }), product(5, { isActive: false })];
    await open('/products', { rows: { item } });
    expect(await names()).toEqual(['Product 3', 'Product 2', 'Product 1']);
  });

  test('R-LEG-01 C-034 ten to a page, and searched', async () => {
    const item = Array.from({ length: 12 }, (_, index) => product(index + 1));
    await open('/products', { rows: { item } });
    expect(await names()).toHaveLength(10);
    await press('Next');
    await waitFor(async () => expect(await names()).toEqual(['Product 2', 'Product 1']));
  });

  test("R-LEG-03 nothing there: 'No products found. Add your first product!'", async () => {
    await open('/products', { rows: { item: [product(1, { type: 'service' })] } });
    expect(await screen.findByText('No products found. Add your first product!')).toBeTruthy();
    expect(screen.queryByText('Try a different search term')).toBeNull();
  });

  test("R-LEG-02 M38 C-106 'New Product' is a dialog over the same act: saved on this device, and marked so", async () => {
    const { items, shop } = await open('/products');
    await press('New Product');
    const dialog = within(await screen.findByRole('dialog', { name: 'New Product' }));
    await press('Create product');
    expect(await dialog.findByText('Item name is required')).toBeTruthy();
    enter('Name', 'Charger');
    fireEvent.change(field('Category'), { target: { value: '105' } });
    enter('Selling price', '12,500');
    enter('Initial stock', '4');
    await press('Create product');
    expect(await screen.findByText('The item has been created successfully.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await items()).toMatchObject([{ name: 'Charger', type: 'product', currentStockHundredths: 400 }]);
    expect(await names()).toEqual(['Charger']);
    expect(screen.getByText('Pending sync')).toBeTruthy();
    expect(screen.queryByText(/Demo/)).toBeNull();
    expect((await shop.outbox()).map(({ wire }) => wire.name)).toEqual(['item.create']);
  });
});

describe('Add New Item', () => {
  const GOOD = {
    ...{ Category: 'Electronics', 'Sub-category': 'Phones', Name: 'Spark 20', 'Unit of sale': 'Piece' },
    ...{ Condition: 'Used', Price: '500,000', 'Initial stock': '10' },
  };
  const fill = (values: Record<string, string>) => {
    for (const [label, text] of Object.entries(values)) enter(label, text);
  };

  test('R-LEG-05 R-LEG-08 R-LEG-33 C-027 C-028 stands at /items/new/advanced; another category, other sub-categories', async () => {
    await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    await waitFor(() => expect(options('Category')[0]).toBe('Electronics'));
    expect(options('Category')).toEqual(['Electronics', 'Clothing', 'Furniture', 'Medical', 'Food', 'Beauty', 'Other']);
    expect(field('Sub-category').disabled).toBe(true);
    enter('Category', 'Beauty');
    expect(options('Sub-category')).toEqual(['Skincare', 'Makeup', 'Hair Care', 'Fragrances', 'Tools', 'Other']);
    enter('Sub-category', 'Makeup');
    enter('Category', 'Other');
    expect(options('Sub-category')).toEqual(['Miscellaneous']);
    expect(field('Sub-category').value).toBe('');
  });

  test.each([
    ['R-LEG-13', 'Category', 'Category is required'],
    ['R-LEG-14', 'Sub-category', 'Sub-category is required'],
    ['R-LEG-15', 'Name', 'Name is required'],
    ['R-LEG-16', 'Unit of sale', 'Unit of sale is required'],
    ['R-LEG-17', 'Condition', 'Condition is required'],
    ['R-LEG-18', 'Price', 'Price is required'],
    ['R-LEG-19', 'Initial stock', 'Initial stock is required'],
  ])("%s no %s: '%s', and nothing is saved", async (_id, label, message) => {
    const { items } = await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    fill(GOOD);
    enter(label, '');
    if (label === 'Category') enter('Sub-category', '');
    await press('Add item');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await items()).toEqual([]);
  });

  test("R-LEG-19 C-109 an initial stock under 1: 'Initial stock is required'", async () => {
    await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    fill({ ...GOOD, 'Initial stock': '0.5' });
    await press('Add item');
    expect(await screen.findByText('Initial stock is required')).toBeTruthy();
    expect(field('Name').value).toBe('Spark 20');
  });

  test('R-LEG-12 R-LEG-20 R-LEG-21 R-LEG-22 M38 C-106 saves a tracked product with its reorder level, goes to /items, and claims no more', async () => {
    const { app, items } = await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    fill({ ...GOOD, Size: 'Custom' });
    expect(screen.getByText('At 2 or below, the item is shown as low.')).toBeTruthy();
    await press('Add item');
    await waitFor(() => expect(app.path()).toBe('/items'));
    expect(screen.getByText('The item has been created successfully.')).toBeTruthy();
    expect(await items()).toMatchObject([
      {
        ...{ category: 'Electronics', subCategory: 'Phones', unitOfMeasure: 'Piece', type: 'product' },
        ...{ trackStock: true, advancedEnabled: true, reorderLevelHundredths: 200, currentStockHundredths: 1_000 },
        customFields: { condition: 'Used', size: 'Custom' },
      },
    ]);
  });

  test('R-LEG-35 C-106 refused, it shows the real reason: no item in Demo Mode', async () => {
    const { items, shop } = await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    fill(GOOD);
    await logOutElsewhere(shop);
    await press('Add item');
    expect(await screen.findByText('You have logged out.')).toBeTruthy();
    expect(screen.queryByText(/Demo/)).toBeNull();
    expect(field('Name').value).toBe('Spark 20');
    expect(await items()).toEqual([]);
  });

  test('R-LEG-34 C-108 suggests brands of the sub-category, those of the shop first, and takes any other', async () => {
    const used = itemRow({ id: 1, category: 'Electronics', subCategory: 'Phones', customFields: { brand: 'Villaon' } });
    await open('/items/new/advanced', { rows: { item: [used] } });
    await screen.findByLabelText('Name');
    fill({ Category: 'Electronics', 'Sub-category': 'Phones' });
    await userEvent.click(screen.getByLabelText('Brand', { selector: 'input' }));
    await waitFor(() =>
      expect(
        within(screen.getByRole('listbox', { hidden: true }))
          .getAllByRole('option', { hidden: true })
          .map((option) => option.textContent)
          .slice(0, 2),
      ).toEqual(['Villaon', 'Samsung']),
    );
    await userEvent.type(screen.getByLabelText('Brand', { selector: 'input' }), 'Own brand');
    expect(screen.getByLabelText<HTMLInputElement>('Brand', { selector: 'input' }).value).toBe('Own brand');
  });

  test("R-LEG-09 R-LEG-10 R-LEG-11 C-035 leaving dirty: 'Unsaved Changes', 'Leave page' / 'Stay on page'", async () => {
    const { app } = await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    enter('Name', 'Half a thing');
    await press('Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stay on page' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name').value).toBe('Half a thing');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }));
    await waitFor(() => expect(app.path()).toBe('/items'));
  });

  test("R-LEG-06 R-LEG-07 C-032 without login: 'Authentication Required', 'Go to Login' to /login", async () => {
    const { app } = await open('/items/new/advanced');
    await screen.findByLabelText('Name');
    act(() => setSignedOut('logout'));
    expect(await screen.findByText('Authentication Required')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(app.path()).toBe('/login');
  });
});
