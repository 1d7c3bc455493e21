import { describe, expect, test } from 'vitest';
import { BUSINESS_CATEGORIES, businessCategoryById } from '../../../domain/business-category.ts';
import { MINTED_ID_MIN } from '../../../domain/id.ts';
import { itemCategoriesOf, itemCategoriesOfShop, itemCategoryById } from '../../../domain/items/item-category.ts';

const all = BUSINESS_CATEGORIES.flatMap(({ id }) => itemCategoriesOf(id));
const namesOf = (id: number): string =>
  itemCategoriesOf(id)
    .map(({ name }) => name)
    .join(', ');

describe('business categories', () => {
  test('R-REG-11 there are seven kinds to pick from, found by id', () => {
    expect(BUSINESS_CATEGORIES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(businessCategoryById(5)?.name).toBe('Food and Groceries');
    expect(businessCategoryById(8)).toBeUndefined();
  });
});

describe('item categories', () => {
  test.each([
    ['R-LEG-26', 1, 'Phones, Tablets, Computers, Laptops, Accessories, Other'],
    ['R-LEG-27', 2, 'Men, Women, Children, Shoes, Accessories, Other'],
    ['R-LEG-28', 3, 'Living Room, Bedroom, Kitchen, Office, Outdoor, Other'],
    ['R-LEG-29', 4, 'First Aid, Prescriptions, Equipment, Supplies, Supplements, Other'],
    ['R-LEG-30', 5, 'Groceries, Beverages, Snacks, Prepared Meals, Ingredients, Other'],
    ['R-LEG-31', 6, 'Skincare, Makeup, Hair Care, Fragrances, Tools, Other'],
    ['R-LEG-32', 7, 'Miscellaneous'],
  ])('%s C-095 business category %i starts with %s', (_rule, id, names) => {
    expect(namesOf(id)).toBe(names);
  });

  test('C-095 every kind of business has some, and an unknown kind has none', () => {
    expect(BUSINESS_CATEGORIES.every(({ id }) => itemCategoriesOf(id).length > 0)).toBe(true);
    expect(itemCategoriesOf(99)).toEqual([]);
  });

  test('SYN-2 C-095 ids are all different, below every id that an act mints, and find their category', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const category of all) {
      expect(category.id).toBeGreaterThan(0);
      expect(category.id).toBeLessThan(MINTED_ID_MIN);
      expect(itemCategoryById(category.id)).toBe(category);
    }
    expect(itemCategoryById(1)).toBeUndefined();
  });

  test('R-ENT-29 C-095 every category asks for further fields with a name, a label and a type that can be drawn', () => {
    for (const { schema, color } of all) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(schema.fields.length).toBeGreaterThan(0);
      expect(new Set(schema.fields.map(({ name }) => name)).size).toBe(schema.fields.length);
      for (const field of schema.fields) {
        expect(field.name).toMatch(/^[a-z][A-Za-z]*$/);
        expect(field.label).not.toBe('');
        expect(['text', 'select', 'date']).toContain(field.type);
        expect((field.options?.length ?? 0) > 1).toBe(field.type === 'select');
        expect(field.placeholder !== undefined).toBe(field.type === 'text');
      }
    }
  });

  test('R-ENT-29 some fields are required, and most are not, so that an item is quick to make', () => {
    const fields = all.flatMap(({ schema }) => schema.fields);
    const required = fields.filter((field) => field.required);
    expect(required.length).toBeGreaterThan(0);
    expect(required.length).toBeLessThan(fields.length / 4);
  });
});

test('C-095 a shop that has not said what it is has the item categories of every other kind of shop', () => {
  const other = BUSINESS_CATEGORIES.find(({ name }) => name === 'Other')?.id ?? 0;
  expect(itemCategoriesOfShop(null)).toEqual(itemCategoriesOf(other));
  expect(itemCategoriesOfShop(null).length).toBeGreaterThan(0);
  expect(itemCategoriesOfShop(1)).toEqual(itemCategoriesOf(1));
});
