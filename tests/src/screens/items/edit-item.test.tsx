import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { newItemImage } from '../../../../domain/items/item-image.ts';
import { itemCategoriesOf } from '../../../../domain/items/item-category.ts';
import { EditItem } from '../../../../src/screens/items/edit-item.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { BUSINESS_ID, businessRow, itemRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { enter, field, press } from '../../../support/screens/screen-driver.ts';

const PHONES = 101;
const KEY = '1'.repeat(32);
const SOAP: Partial<Item> & { id: number } = {
  ...{
    id: 1,
    name: 'Soap',
    itemCategoryId: 501,
    category: 'Groceries',
    priceMinor: 1_200_000,
    costPriceMinor: 900_000,
  },
  ...{ sku: 'SO-1', description: 'Blue', unitOfMeasure: 'Piece', currentStockHundredths: 0 },
};

async function renderEdit(fields: Partial<Item> = {}, options: ShopOptions = {}, run?: ShownReplica['run']) {
  const rows = { business: [businessRow({ businessCategoryId: 5 })], item: [itemRow({ ...SOAP, ...fields })] };
  const opened = await openShop({ rows, ...options });
  const routes = [
    { path: '/items/:id/edit', element: <EditItem /> },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  const replica = { ...opened.replica, run: run ?? opened.replica.run };
  const app = renderShop({ replica }, routes, '/items/1/edit');
  await screen.findByLabelText('Name');
  const item = async () => (await opened.device.rows('item'))[0];
  const sent = async () => (await opened.shop.outbox()).map(({ wire }) => wire.args);
  return { ...opened, app, item, sent };
}

const advanced = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Advanced settings/ });

describe('the form', () => {
  test('R-IEDIT-01 R-IEDIT-02 R-IEDIT-03 shows what the item has; its stock is not among it', async () => {
    await renderEdit({ currentStockHundredths: 700 });
    const shown = ['Name', 'Category', 'Selling price', 'Cost price', 'SKU', 'Unit of sale', 'Description'].map(
      (label) => field(label).value,
    );
    expect(shown).toEqual(['Soap', '501', '12000', '9000', 'SO-1', 'Piece', 'Blue']);
    expect(screen.queryByLabelText(/stock/i)).toBeNull();
  });

  test('R-IEDIT-01 C-096 C-107 what its category asks for stands there, and what another form gave it', async () => {
    const customFields = { brand: 'Tecno', condition: 'New', size: 'XL', oldKey: 'kept' };
    await renderEdit({ itemCategoryId: PHONES, category: 'Phones', subCategory: 'Smart', customFields });
    expect(screen.getByLabelText<HTMLInputElement>(/^Brand/).value).toBe('Tecno');
    expect(field('Size').value).toBe('XL');
    expect(field('oldKey').value).toBe('kept');
    expect(field('Sub-category').value).toBe('Smart');
  });

  test('R-IEDIT-01 a category and a unit that the shop does not list are still its own', async () => {
    await renderEdit({
      itemCategoryId: PHONES,
      category: 'Phones',
      unitOfMeasure: 'sack',
      customFields: { brand: 'x' },
    });
    expect((field('Category') as unknown as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('Phones');
    expect(field('Unit of sale').value).toBe('sack');
  });

  test('X-TYPE-61 a date of the category in the year 26 is said at its field, and mended there', async () => {
    const { sent } = await renderEdit({ customFields: { expiryDate: 'in May' } });
    enter('Selling price', '13000');
    enter('Expiry date', '0026-08-01');
    await press('Save item');
    expect(await screen.findByText('Enter a date')).toBeTruthy();
    expect(await sent()).toEqual([]);
    enter('Expiry date', '2026-08-01');
    await press('Save item');
    await waitFor(async () =>
      expect(await sent()).toMatchObject([{ change: { customFields: { expiryDate: '2026-08-01' } } }]),
    );
  });

  test('X-TYPE-61 what a date field of the category holds from before does not keep the item from being saved', async () => {
    const { sent } = await renderEdit({ customFields: { expiryDate: 'in May' } });
    fireEvent.blur(field('Expiry date'));
    enter('Selling price', '13000');
    await press('Save item');
    await waitFor(async () => expect(await sent()).toHaveLength(1));
    expect((await sent())[0]).toMatchObject({ change: { priceMinor: 1_300_000 } });
    expect((await sent())[0]).not.toHaveProperty('change.customFields');
  });

  test('R-IEDIT-11 C-100 advanced settings that are on stay on, and the item stays a product', async () => {
    await renderEdit({ advancedEnabled: true, trackStock: true });
    expect(advanced()).toMatchObject({ checked: true, disabled: true });
    expect(screen.getByText('Once on, they stay on.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Service' }).disabled).toBe(true);
    expect(screen.getByText('An item with advanced settings stays a product.')).toBeTruthy();
  });

  test('C-100 an item whose stock has moved stays a product, and says so', async () => {
    await renderEdit({ currentStockHundredths: 700 });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Service' }).disabled).toBe(true);
    expect(screen.getByText('An item whose stock has moved stays a product.')).toBeTruthy();
  });

  test('C-100 an item whose stock moves while Service is chosen stays a product, says so, and can be put back', async () => {
    const { shop, app, item } = await renderEdit();
    await userEvent.click(screen.getByRole('radio', { name: 'Service' }));
    await meanwhile(() =>
      shop.absorb({ rows: { item: [itemRow({ ...SOAP, currentStockHundredths: 5_000, version: 2 })] } }),
    );
    expect(await screen.findByText('An item whose stock has moved stays a product.')).toBeTruthy();
    await press('Save item');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect([app.path(), (await item())?.type]).toEqual(['/items/1/edit', 'product']);
    await userEvent.click(screen.getByRole('radio', { name: 'Product' }));
    await press('Save item');
    await waitFor(() => expect(app.path()).toBe('/items/1'));
    expect((await item())?.type).toBe('product');
  });

  test('R-IEDIT-01 C-097 staff are not shown what it costs, and their edit does not blank it', async () => {
    const rows = { business: [businessRow({ businessCategoryId: 5 })], item: [itemRow(SOAP)] };
    const { sent } = await renderEdit({}, { rows, state: { role: 'staff', projection: 'staff' } });
    expect(screen.queryByLabelText('Cost price')).toBeNull();
    enter('Name', 'Soap bar');
    await press('Save item');
    await waitFor(async () =>
      expect(await sent()).toEqual([{ id: 1, base: { name: 'Soap' }, change: { name: 'Soap bar' } }]),
    );
  });

  test.each([
    ['abc', 'Invalid Item ID'],
    ['2', 'Item Not Found'],
  ])("R-IEDIT-01 '/items/%s/edit': '%s', with a link back to /items", async (id, title) => {
    const opened = await openShop();
    const app = renderShop(
      opened,
      [
        { path: '/items/:id/edit', element: <EditItem /> },
        { path: '*', element: null },
      ],
      `/items/${id}/edit`,
    );
    expect(await screen.findByText(title)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Items' }));
    expect(app.path()).toBe('/items');
  });
});

describe('what is saved', () => {
  test("R-IEDIT-05 R-IEDIT-12 'Success', 'The item has been updated successfully.', and back on the item", async () => {
    const { app, item } = await renderEdit();
    enter('Selling price', '11,500');
    await press('Save item');
    await waitFor(() => expect(app.path()).toBe('/items/1'));
    const toast = within(screen.getByRole('status'));
    expect(toast.getByText('Success')).toBeTruthy();
    expect(toast.getByText('The item has been updated successfully.')).toBeTruthy();
    expect(await item()).toMatchObject({ priceMinor: 1_150_000, name: 'Soap' });
  });

  test('M13 only what was changed travels, with what the person saw, also when the item changed under the form', async () => {
    const { shop, sent } = await renderEdit();
    await meanwhile(() => shop.absorb({ rows: { item: [itemRow({ ...SOAP, version: 3, priceMinor: 1_300_000 })] } }));
    expect(field('Selling price').value).toBe('12000');
    enter('Selling price', '11500');
    await press('Save item');
    await waitFor(async () =>
      expect(await sent()).toEqual([
        { id: 1, base: { priceMinor: 1_200_000, currency: 'UGX' }, change: { priceMinor: 1_150_000 } },
      ]),
    );
  });

  test('M13 SYN-1 a form whose pictures were refused after its fields were saved goes on from what it saved', async () => {
    const opened = await openShop({
      rows: { item: [itemRow({ ...SOAP, images: [newItemImage(BUSINESS_ID, KEY, 0)] })] },
    });
    let refusals = 1;
    const run: ShownReplica['run'] = async (name, ...rest) => {
      if (name === 'item.removeImage' && refusals-- > 0) return { ok: false, error: { code: 'item_missing' } };
      return await opened.replica.run(name, ...rest);
    };
    const routes = [
      { path: '/items/:id/edit', element: <EditItem /> },
      { path: '*', element: <p>Elsewhere</p> },
    ];
    const app = renderShop({ replica: { ...opened.replica, run } }, routes, '/items/1/edit');
    await screen.findByLabelText('Name');
    enter('Selling price', '13000');
    await userEvent.click(screen.getByRole('button', { name: 'Remove image 1' }));
    await press('Save item');
    await screen.findByRole('alert');
    enter('Selling price', '14000');
    await press('Save item');
    await waitFor(() => expect(app.path()).toBe('/items/1'));
    const edits = (await opened.shop.outbox()).filter(({ wire }) => wire.name === 'item.edit');
    expect(edits.map(({ wire }) => wire.args)).toMatchObject([
      { base: { priceMinor: 1_200_000 }, change: { priceMinor: 1_300_000 } },
      { base: { priceMinor: 1_300_000 }, change: { priceMinor: 1_400_000 } },
    ]);
  });

  test('M13 a form that nobody changed saves nothing, and leaves alone what it would say otherwise', async () => {
    // An item made through the API: stock is not tracked, although its advanced settings are off.
    const { app, sent } = await renderEdit({ trackStock: false });
    await press('Save item');
    await waitFor(() => expect(app.path()).toBe('/items/1'));
    expect(await sent()).toEqual([]);
  });

  test('R-IEDIT-01 R-INEW-31 another category: its fields are asked for, the name of the category goes along', async () => {
    const { sent } = await renderEdit({ customFields: { netContent: '500 g', size: 'XL' } });
    const other = [...(field('Category') as unknown as HTMLSelectElement).options].find(
      (option) => option.textContent === 'Beverages',
    );
    enter('Category', other?.value ?? '');
    await press('Save item');
    await waitFor(async () => expect(await sent()).toHaveLength(1));
    expect((await sent())[0]).toMatchObject({
      base: { itemCategoryId: 501, category: 'Groceries', subCategory: null },
      change: { itemCategoryId: Number(other?.value), category: 'Beverages' },
    });
  });

  test('R-IEDIT-11 C-089 advanced settings may be turned on: a reorder level, and whether stock is counted', async () => {
    const { item } = await renderEdit();
    await userEvent.click(advanced());
    enter('Reorder level', '12');
    await press('Save item');
    await waitFor(async () =>
      expect(await item()).toMatchObject({ advancedEnabled: true, trackStock: true, reorderLevelHundredths: 1_200 }),
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['Name', ' ', 'Item name is required'],
    ['Selling price', '0', 'Price must be a positive number'],
    ['Selling price', '-5', 'Price must be a positive number'],
    ['Selling price', 'ten', 'Price must be a positive number'],
    ['Selling price', '', 'Price must be a positive number'],
    ['Selling price', '100000000', 'Amount is too large'],
    ['Category', '', 'Please select an item category'],
  ])("R-IEDIT-02 %s '%s': '%s', and nothing is saved", async (label, bad, message) => {
    const { app, sent } = await renderEdit();
    enter(label, bad);
    await press('Save item');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field(label));
    expect(await sent()).toEqual([]);
    expect(app.path()).toBe('/items/1/edit');
  });

  test('R-IEDIT-02 what the category requires may not be blank, as at creation', async () => {
    const wanting = itemCategoriesOf(1).find(({ schema }) => schema.fields.some(({ required }) => required));
    const required = wanting?.schema.fields.filter((each) => each.required) ?? [];
    const { sent } = await renderEdit({
      ...{ itemCategoryId: wanting?.id ?? 0, category: wanting?.name ?? '' },
      customFields: Object.fromEntries(required.map(({ name }) => [name, 'given'])),
    });
    expect(required.length).toBeGreaterThan(0);
    for (const { label } of required)
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: '' } });
    await press('Save item');
    expect(await screen.findByText('Please fill in all required additional fields')).toBeTruthy();
    expect(await sent()).toEqual([]);
  });

  test('X-TYPE-54 an item without a category is edited without one, and keeps what its file called it', async () => {
    const { item, sent } = await renderEdit({ itemCategoryId: null, category: 'Soaps' });
    enter('Selling price', '13000');
    await press('Save item');
    await waitFor(async () => expect(await item()).toMatchObject({ priceMinor: 1_300_000, category: 'Soaps' }));
    expect(await sent()).toEqual([expect.objectContaining({ change: { priceMinor: 1_300_000 } })]);
  });

  test('X-TYPE-54 what its category requires is not asked for where the item never had it', async () => {
    const { item } = await renderEdit({ itemCategoryId: PHONES, category: 'Phones', customFields: {} });
    enter('Selling price', '13000');
    await press('Save item');
    await waitFor(async () => expect(await item()).toMatchObject({ priceMinor: 1_300_000, customFields: {} }));
  });

  test('X-TYPE-54 a category chosen in an edit asks for all that it requires', async () => {
    const electronics = { business: [businessRow({ businessCategoryId: 1 })], item: [itemRow(SOAP)] };
    const { sent } = await renderEdit({}, { rows: electronics });
    enter('Category', String(PHONES));
    await press('Save item');
    expect(await screen.findByText('Please fill in all required additional fields')).toBeTruthy();
    expect(await sent()).toEqual([]);
  });

  test("R-IEDIT-13 refused by the device: 'Error' with its sentence", async () => {
    await renderEdit({}, {}, async () => ({ ok: false, error: { code: 'item_missing' } }));
    enter('Name', 'Soap bar');
    await press('Save item');
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Error')).toBeTruthy();
    expect(toast.getByText('The item is no longer there, or its stock is not tracked.')).toBeTruthy();
    expect(field('Name').value).toBe('Soap bar');
  });

  test("R-IEDIT-13 nobody knows why: 'Failed to save item. Please try again.'", async () => {
    await renderEdit({}, {}, async () => Promise.reject(new Error('gone')));
    enter('Name', 'Soap bar');
    await press('Save item');
    expect(await screen.findByText('Failed to save item. Please try again.')).toBeTruthy();
    expect(field('Name').value).toBe('Soap bar');
  });
});

describe('leaving', () => {
  test('R-IEDIT-06 Cancel returns to the item', async () => {
    const { app } = await renderEdit();
    await press('Cancel');
    await waitFor(() => expect(app.path()).toBe('/items/1'));
  });

  test('R-IEDIT-04 C-035 with something changed it asks first, and staying keeps it', async () => {
    const { app } = await renderEdit();
    enter('Name', 'Soap bar');
    await press('Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name').value).toBe('Soap bar');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(app.path()).toBe('/items/1'));
  });
});
