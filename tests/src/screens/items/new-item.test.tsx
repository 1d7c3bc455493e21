import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { itemCategoriesOf } from '../../../../domain/items/item-category.ts';
import { NEW_ITEM_VALUES } from '../../../../src/screens/items/item-form.ts';
import { NewItem } from '../../../../src/screens/items/new-item.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { setSignedOut } from '../../../../src/state/session.ts';
import { businessRow } from '../../../support/shop-rows.ts';
import { logOutElsewhere, openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { field } from '../../../support/screens/screen-driver.ts';

const ELECTRONICS = 1;
const PHARMACY = 4;

async function renderForm(options: ShopOptions = {}, run?: ShownReplica['run']) {
  const opened = await openShop(options);
  const replica = { ...opened.replica, run: run ?? opened.replica.run };
  const routes = [
    { path: '/items/new', element: <NewItem /> },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  const app = renderShop({ replica }, routes, '/items/new');
  await screen.findByLabelText('Name');
  // The shop's row has arrived, and with it the fields of its business category.
  if (options.rows?.business?.length !== 0) await screen.findByRole('option', { name: firstCategory(options) });
  const items = () => opened.device.rows('item');
  return { ...opened, app, items };
}

const firstCategory = ({ rows }: ShopOptions): string =>
  itemCategoriesOf(rows?.business?.[0]?.businessCategoryId ?? ELECTRONICS)[0]?.name ?? '';

const shopOf = (businessCategoryId: number, currency = 'UGX'): ShopOptions => ({
  rows: { business: [businessRow({ businessCategoryId, currency })] },
});

/** Sets values directly, because the subject is not typing. */
function fill(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    const control = field(label);
    const option = [...control.querySelectorAll('option')].find((each) => each.textContent === text);
    fireEvent.change(control, { target: { value: option?.value ?? text } });
  }
}

/** A choice by its words; 'Choose …' is none. */
const shownIn = (label: string): string => {
  const control = field(label);
  if (!(control instanceof HTMLSelectElement)) return control.value;
  return control.value === '' ? '' : (control.selectedOptions[0]?.textContent ?? '');
};

const GOOD = { Name: 'Charger', Category: 'Accessories', 'Selling price': '12,500' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const create = () => press('Create item');
const choose = (type: 'Product' | 'Service') => userEvent.click(screen.getByRole('radio', { name: type }));

const messageBeside = (label: string): string[] => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.flatMap((id) => document.getElementById(id)?.textContent ?? []);
};

const toast = async (role: 'alert' | 'status', title: string) => {
  const texts = await within(await screen.findByRole(role)).findAllByText(/./);
  expect(texts.map((each) => each.textContent)).toContain(title);
  return texts.map((each) => each.textContent);
};

describe('the form', () => {
  test.each([
    ['R-INEW-01', 'Name'],
    ['R-INEW-04', 'Selling price'],
    ['R-INEW-05', 'Cost price'],
    ['R-INEW-11', 'Description'],
    ['R-INEW-12 C-092', 'Initial stock'],
    ['R-INEW-13 C-092', 'SKU'],
  ])('%s has one field %s', async (_ids, label) => {
    await renderForm();
    expect(screen.getAllByLabelText(label)).toHaveLength(1);
  });

  test('R-INEW-02 C-095 the category is picked from those of the shop’s kind', async () => {
    const { items } = await renderForm();
    const offered = [...(field('Category') as unknown as HTMLSelectElement).options].map(({ value }) => Number(value));
    const categories = itemCategoriesOf(ELECTRONICS);
    expect(offered.filter((id) => id > 0)).toEqual(categories.map(({ id }) => id));
    fill(GOOD);
    await create();
    const { id: itemCategoryId } = categories.find(({ name }) => name === 'Accessories')!;
    await waitFor(async () => expect(await items()).toMatchObject([{ itemCategoryId, category: 'Accessories' }]));
  });

  test('R-INEW-14 R-INEW-15 C-092 has the type: product, or service', async () => {
    await renderForm();
    const choices = within(screen.getByRole('radiogroup', { name: 'Type' })).getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
      ['product', true],
      ['service', false],
    ]);
  });

  test.each([
    ['R-INEW-22', 'Name', ''],
    ['R-INEW-23', 'Selling price', '0'],
    ['R-INEW-24', 'Initial stock', '0'],
    ['R-INEW-25', 'Cost price', ''],
  ])("%s %s starts as '%s'", async (_id, label, value) => {
    await renderForm();
    expect(field(label).value).toBe(value);
  });

  const choices = () =>
    within(field('Category'))
      .getAllByRole('option')
      .slice(1)
      .map((option) => option.textContent);

  test.each([[ELECTRONICS], [PHARMACY]])(
    'R-INEW-03 C-095 the categories are those of business category %i',
    async (id) => {
      await renderForm(shopOf(id));
      const expected = itemCategoriesOf(id).map(({ name }) => name);
      expect(expected.length).toBeGreaterThan(3);
      expect(choices()).toEqual(expected);
    },
  );

  test('C-097 staff neither see nor send what an item costs', async () => {
    const { items } = await renderForm({ state: { role: 'staff', projection: 'staff' } });
    expect(screen.queryByLabelText('Cost price')).toBeNull();
    fill(GOOD);
    await create();
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect((await items())[0]).not.toHaveProperty('costPriceMinor');
  });
});

describe('what a category asks for besides', () => {
  test('R-INEW-06 R-INEW-07 R-INEW-08 R-INEW-09 its fields: text with label and placeholder, select with its options, date', async () => {
    await renderForm(shopOf(PHARMACY));
    expect(screen.queryByLabelText(/Expiry date/)).toBeNull();
    fill({ Category: 'Prescriptions' });
    expect(screen.getByLabelText<HTMLInputElement>(/Expiry date/).type).toBe('date');
    expect(field('Strength')).toMatchObject({ type: 'text', placeholder: 'e.g. 500 mg' });
    const schema = itemCategoriesOf(PHARMACY).find(({ name }) => name === 'Prescriptions')?.schema;
    const select = schema?.fields.find(({ type }) => type === 'select');
    const options = within(field(select?.label ?? '')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value }) => value)).toEqual(['', ...(select?.options ?? [])]);
  });

  test('R-INEW-06 another category asks for its own', async () => {
    await renderForm(shopOf(PHARMACY));
    fill({ Category: 'Prescriptions' });
    fill({ Category: '' });
    expect(screen.queryByLabelText(/Expiry date/)).toBeNull();
  });

  test("R-INEW-31 a required one left blank: 'Please fill in all required additional fields'", async () => {
    const { items } = await renderForm();
    fill({ ...GOOD, Category: 'Phones' });
    await create();
    const brand = await screen.findByLabelText(/Brand/);
    await waitFor(() => expect(document.activeElement).toBe(brand));
    expect(screen.getByText('Please fill in all required additional fields')).toBeTruthy();
    expect(await items()).toEqual([]);
  });

  test('R-INEW-06 C-095 C-096 the item keeps them by key, with its category and the name of that', async () => {
    const { items } = await renderForm();
    fill({ ...GOOD, Category: 'Phones' });
    await userEvent.type(screen.getByLabelText(/Brand/), 'Tecno');
    await userEvent.selectOptions(field('Condition'), 'Refurbished');
    await create();
    const phones = itemCategoriesOf(ELECTRONICS).find(({ name }) => name === 'Phones');
    await waitFor(async () =>
      expect(await items()).toMatchObject([
        {
          itemCategoryId: phones?.id,
          category: 'Phones',
          customFields: { brand: 'Tecno', condition: 'Refurbished' },
        },
      ]),
    );
  });
});

describe('what is refused', () => {
  test.each([
    ['R-INEW-27', 'Name', '   ', 'Item name is required'],
    ['R-INEW-28 C-042', 'Selling price', '0', 'Price must be a positive number'],
    ['R-INEW-28', 'Selling price', '-5', 'Price must be a positive number'],
    ['R-INEW-28', 'Selling price', 'ten', 'Price must be a positive number'],
    ['R-INEW-28', 'Selling price', '', 'Price must be a positive number'],
    ['R-INEW-28 C-041 X-TYPE-05', 'Selling price', '1.005', 'Use at most 2 decimals'],
    ['C-040', 'Selling price', '100000000', 'Amount is too large'],
    ['R-INEW-29', 'Initial stock', '-1', 'Stock must be a positive number or zero'],
    ['R-INEW-29', 'Initial stock', 'many', 'Stock must be a positive number or zero'],
    ['R-INEW-29', 'Initial stock', '', 'Stock must be a positive number or zero'],
    ['R-INEW-30', 'Category', '', 'Please select an item category'],
  ])(
    "%s %s '%s': '%s' stands beside it, the focus in it, and nothing typed is lost",
    async (_ids, label, bad, message) => {
      const { items, app } = await renderForm();
      const typed = { ...GOOD, SKU: 'CH-20', Description: 'With a cable', [label]: bad };
      fill(typed);
      await create();
      await waitFor(() => expect(messageBeside(label)).toContain(message));
      expect(document.activeElement).toBe(field(label));
      for (const [name, text] of Object.entries(typed)) expect(shownIn(name)).toBe(text);
      expect(await items()).toEqual([]);
      expect(app.path()).toBe('/items/new');
    },
  );

  test('R-INEW-39 refused by the device: the toast gives the sentence, the rule stands beside its field', async () => {
    const message = 'Use at most 160 characters';
    await renderForm({}, async () => ({
      ok: false,
      error: { code: 'invalid_args', issues: [{ path: 'name', message }] },
    }));
    fill(GOOD);
    await create();
    expect(await toast('alert', 'Error')).toContain(message);
    expect(messageBeside('Name')).toContain(message);
    expect(field('Name').value).toBe('Charger');
  });

  test('R-INEW-39 SYN-24 logged out in another tab meanwhile: says so, and everything typed stays', async () => {
    const { items, shop } = await renderForm();
    fill(GOOD);
    await logOutElsewhere(shop);
    await create();
    expect(await toast('alert', 'Error')).toContain('You have logged out.');
    expect(field('Name').value).toBe('Charger');
    expect(await items()).toEqual([]);
  });

  test("R-INEW-39 nobody knows why: 'Failed to save item. Please try again.'", async () => {
    const { app } = await renderForm({}, async () => Promise.reject(new Error('gone')));
    fill(GOOD);
    await create();
    expect(await toast('alert', 'Error')).toContain('Failed to save item. Please try again.');
    expect(field('Name').value).toBe('Charger');
    expect(app.path()).toBe('/items/new');
  });

  test("R-INEW-41 C-032 logged out meanwhile: 'Authentication Required', 'Please log in to create items'", async () => {
    const { items } = await renderForm();
    fill(GOOD);
    act(() => setSignedOut('logout'));
    await create();
    expect(await toast('alert', 'Authentication Required')).toContain('Please log in to create items');
    expect(await items()).toEqual([]);
  });
});

describe('what is created', () => {
  test("R-INEW-37 R-INEW-38 goes to /items with 'Success', 'The item has been created successfully.'", async () => {
    const { app } = await renderForm();
    fill(GOOD);
    await create();
    await waitFor(() => expect(app.path()).toBe('/items'));
    expect(await toast('status', 'Success')).toContain('The item has been created successfully.');
  });

  test('R-INEW-12 R-INEW-13 R-INEW-05 an item with everything that was typed, and its first stock', async () => {
    const { items, device } = await renderForm();
    const typed = { 'Cost price': '9000', 'Initial stock': '7.5', SKU: 'CH-20', Description: 'With a cable' };
    fill({ ...GOOD, ...typed, 'Unit of sale': 'Meter' });
    await create();
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect((await items())[0]).toMatchObject({
      ...{ name: 'Charger', category: 'Accessories', type: 'product', currency: 'UGX' },
      ...{ priceMinor: 1_250_000, costPriceMinor: 900_000, currentStockHundredths: 750 },
      ...{ sku: 'CH-20', description: 'With a cable', unitOfMeasure: 'Meter' },
    });
    expect(await device.rows('stockMovement')).toMatchObject([{ type: 'opening', quantityHundredths: 750 }]);
  });

  test('R-INEW-32 R-INEW-18 R-INEW-26 C-089 blank cost, description and SKU are none; a product is tracked, whatever the form started with', async () => {
    expect(NEW_ITEM_VALUES.trackStock).toBe(false);
    const { items } = await renderForm();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Advanced settings' }).checked).toBe(false);
    fill({ ...GOOD, 'Cost price': ' ', SKU: ' ', Description: ' ' });
    await create();
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect((await items())[0]).toMatchObject({
      ...{ costPriceMinor: null, description: null, sku: null },
      ...{ advancedEnabled: false, trackStock: true, reorderLevelHundredths: null },
    });
  });

  test('R-INEW-16 R-INEW-17 C-089 C-104 a service: no advanced settings, no stock, not tracked', async () => {
    const { items, device } = await renderForm();
    fill({ ...GOOD, 'Initial stock': '5' });
    await choose('Service');
    expect(screen.queryByLabelText('Initial stock')).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Advanced settings' })).toBeNull();
    await create();
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect((await items())[0]).toMatchObject({
      ...{ type: 'service', trackStock: false, advancedEnabled: false, currentStockHundredths: 0 },
    });
    expect(await device.rows('stockMovement')).toEqual([]);
  });

  test('R-INEW-17 C-104 a stock that cannot be read is no obstacle to a service', async () => {
    const { items } = await renderForm();
    fill({ ...GOOD, 'Initial stock': 'many' });
    await choose('Service');
    await create();
    await waitFor(async () => expect(await items()).toMatchObject([{ type: 'service' }]));
  });

  test('R-INEW-19 R-INEW-21 C-089 advanced settings: a reorder level, and whether stock is tracked', async () => {
    const { items } = await renderForm();
    fill(GOOD);
    await userEvent.click(screen.getByRole('switch', { name: 'Advanced settings' }));
    fill({ 'Reorder level': '12.5' });
    await userEvent.click(screen.getByRole('switch', { name: /^Track stock/ }));
    await create();
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect((await items())[0]).toMatchObject({
      ...{ advancedEnabled: true, reorderLevelHundredths: 1_250, trackStock: false },
    });
  });

  test('G60 a second tap in the same blink makes no second item', async () => {
    const { items, app } = await renderForm();
    fill(GOOD);
    const button = screen.getByRole('button', { name: 'Create item' });
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(app.path()).toBe('/items'));
    expect(await items()).toHaveLength(1);
  });
});

describe('the price', () => {
  test('R-INEW-34 C-041 goes by 500 in UGX, and may be anything', async () => {
    const { items } = await renderForm();
    await press('Sell for more');
    expect(field('Selling price').value).toBe('500');
    fill({ ...GOOD, 'Selling price': '1200' });
    await press('Sell for more');
    expect(field('Selling price').value).toBe('1700');
    await press('Sell for less');
    expect(field('Selling price').value).toBe('1200');
    await create();
    await waitFor(async () => expect(await items()).toMatchObject([{ priceMinor: 120_000 }]));
  });

  test('R-INEW-33 C-041 goes by 0.01 in any other currency', async () => {
    const { items } = await renderForm(shopOf(ELECTRONICS, 'KES'));
    fill({ ...GOOD, 'Selling price': '12.5' });
    await press('Sell for more');
    expect(field('Selling price').value).toBe('12.51');
    await create();
    await waitFor(async () => expect(await items()).toMatchObject([{ priceMinor: 1_251, currency: 'KES' }]));
  });

  test('C-037 is in UGX where the currency of the shop is not known', async () => {
    await renderForm(shopOf(ELECTRONICS, ''));
    expect(screen.getAllByText('UGX').length).toBeGreaterThan(0);
  });

  test('G55 every button has a name of its own', async () => {
    await renderForm();
    const labels = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(labels).toEqual([...new Set(labels)]);
  });
});

describe('leaving', () => {
  test('R-INEW-35 Cancel returns to /items', async () => {
    const { app } = await renderForm();
    await press('Cancel');
    await waitFor(() => expect(app.path()).toBe('/items'));
  });

  test('R-INEW-36 C-035 with something typed it asks first, and staying keeps it', async () => {
    const { app } = await renderForm();
    fill({ Name: 'Charger' });
    await press('Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    expect(app.path()).toBe('/items/new');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name').value).toBe('Charger');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(app.path()).toBe('/items'));
  });
});
