import { stockShelves } from '../fixtures/items.ts';
import { ELECTRONICS, refusalOf, registerShop, ShopOnServer } from '../fixtures/shop.ts';
import { expect, saying, test } from '../fixtures/test.ts';

const GOOD = { name: 'Maize flour', category: 'Groceries', price: '3500', stock: '8' };

test('R-INEW-27 R-INEW-28 R-INEW-29 R-INEW-30 R-INEW-32 each bad field of a new item has its sentence, and nothing typed is lost', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  await phone.page.goto(`${phone.line.url}/items/new`);
  const { newItem } = phone.app;
  await newItem.submit();
  await expect(newItem.field('Name')).toHaveAccessibleDescription(saying('Item name is required'));
  await expect(newItem.field('Category')).toHaveAccessibleDescription(saying('Please select an item category'));
  await expect(newItem.field('Selling price')).toHaveAccessibleDescription(saying('Price must be a positive number'));
  await expect(newItem.field('Name')).toBeFocused();

  await newItem.fill({ ...GOOD, name: '   ' });
  for (const [label, typed, sentence] of [
    ['Name', '   ', 'Item name is required'],
    ['Selling price', '0', 'Price must be a positive number'],
    ['Selling price', '-5', 'Price must be a positive number'],
    ['Selling price', 'ten', 'Price must be a positive number'],
    ['Initial stock', '-1', 'Stock must be a positive number or zero'],
    ['Initial stock', 'many', 'Stock must be a positive number or zero'],
  ] as const) {
    const field = newItem.field(label);
    await field.fill(typed);
    await newItem.submit();
    await expect(field).toHaveAccessibleDescription(saying(sentence));
    await expect(field).toHaveValue(typed);
    await field.fill(label === 'Name' ? GOOD.name : label === 'Selling price' ? GOOD.price : GOOD.stock);
  }
  // Cost, description and SKU stayed empty.
  await newItem.submit();
  await expect(phone.app.toast).toHaveText('SuccessThe item has been created successfully.');
  await expect(phone.app.items.card(GOOD.name)).toContainText('Stock: 8');
});

test('R-INEW-06 R-INEW-07 R-INEW-08 R-INEW-31 a category asks for its own fields, and names a required one that is blank', async ({
  phones,
  server,
}) => {
  const shop = await registerShop(server.url, ELECTRONICS);
  const phone = await phones.signedInOnline(shop);
  await phone.page.goto(`${phone.line.url}/items/new`);
  const { newItem } = phone.app;
  await newItem.fill({ ...GOOD, category: 'Phones' });
  await expect(newItem.field('Condition').getByRole('option', { name: 'Refurbished' })).toBeAttached();
  await newItem.submit();
  const brand = phone.page.getByLabel(/^Brand/);
  await expect(brand).toHaveAccessibleDescription(saying('Please fill in all required additional fields'));
  await expect(newItem.field('Name')).toHaveValue(GOOD.name);
  await brand.fill('Tecno');
  await newItem.field('Condition').selectOption('Refurbished');
  await newItem.submit();
  await expect(phone.app.toast).toHaveText('SuccessThe item has been created successfully.');
  const onServer = await ShopOnServer.of(server.url, shop);
  await expect
    .poll(() => onServer.get('/items'))
    .toEqual([
      expect.objectContaining({ name: GOOD.name, customFields: { brand: 'Tecno', condition: 'Refurbished' } }),
    ]);
});

test('R-INEW-27 R-INEW-28 R-INEW-29 R-INEW-30 R-INEW-31 the server refuses the same input in the same words', async ({
  shop,
  server,
}) => {
  const { token } = await stockShelves(server.url, shop, []);
  const item = { name: GOOD.name, price: GOOD.price, stock: GOOD.stock, itemCategoryId: 501 };
  for (const [part, path, sentence] of [
    [{ name: '  ' }, 'name', 'Item name is required'],
    [{ price: '0' }, 'price', 'Price must be a positive number'],
    [{ price: 'ten' }, 'price', 'Price must be a positive number'],
    [{ stock: '-1' }, 'stock', 'Stock must be a positive number or zero'],
    [{ itemCategoryId: 999 }, 'itemCategoryId', 'Please select an item category'],
    [{ itemCategoryId: 101 }, 'customFields', 'Please fill in all required additional fields'],
  ] as const) {
    const refusal = await refusalOf(server.url, '/items', { ...item, ...part }, token);
    expect([400, 422]).toContain(refusal.status);
    expect(refusal.details).toContainEqual({ path, message: sentence });
  }
});

test('R-INEW-35 R-INEW-36 leaving a half-made item is asked about first; Cancel on a clean form just leaves', async ({
  phones,
  shop,
}) => {
  const phone = await phones.signedInOnline(shop);
  const { app, page } = phone;
  await page.goto(`${phone.line.url}/items/new`);
  await app.newItem.cancel();
  await expect(page).toHaveURL(/\/items$/);
  await app.items.startNewItem();
  await app.newItem.field('Name').fill('Half a thing');
  await app.goTo('Home');
  await expect(page.getByRole('dialog', { name: 'Unsaved Changes' })).toBeVisible();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.newItem.field('Name')).toHaveValue('Half a thing');
  await app.newItem.cancel();
  await app.dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/items$/);
  await expect(app.heading('No items found')).toBeVisible();
});
