import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  brandSuggestions,
  ITEM_CONDITIONS,
  ITEM_SIZES,
  itemOfLegacy,
  legacyCategoryOf,
  legacyItemSchema,
  legacyReorderLevel,
  subCategoriesOf,
} from '../../../domain/items/legacy-item.ts';
import { UNITS_OF_SALE } from '../../../domain/quantity.ts';

const PHONE = {
  ...{ category: 'Electronics', subCategory: 'Phones', name: 'Spark 20', unitOfMeasure: 'Piece', condition: 'Used' },
  ...{ priceMinor: 50_000_000, initialStockHundredths: 1_000, brand: 'Tecno', size: '', description: '' },
};

test.each([
  ['R-LEG-26', 'Electronics', 'Phones, Tablets, Computers, Laptops, Accessories, Other'],
  ['R-LEG-27', 'Clothing', 'Men, Women, Children, Shoes, Accessories, Other'],
  ['R-LEG-28', 'Furniture', 'Living Room, Bedroom, Kitchen, Office, Outdoor, Other'],
  ['R-LEG-29', 'Medical', 'First Aid, Prescriptions, Equipment, Supplies, Supplements, Other'],
  ['R-LEG-30', 'Food', 'Groceries, Beverages, Snacks, Prepared Meals, Ingredients, Other'],
  ['R-LEG-31', 'Beauty', 'Skincare, Makeup, Hair Care, Fragrances, Tools, Other'],
  ['R-LEG-32', 'Other', 'Miscellaneous'],
  ['R-LEG-33', 'Nothing', ''],
])('%s sub-categories of %s: %s', (_id, category, expected) => {
  expect(
    subCategoriesOf(category)
      .map(({ name }) => name)
      .join(', '),
  ).toBe(expected);
});

test('R-LEG-23 R-LEG-24 R-LEG-25 units of sale, sizes and conditions', () => {
  expect(UNITS_OF_SALE.join(', ')).toBe(
    'Piece, Pack, Box, Carton, Bundle, Set, Pair, Dozen, Kilogram, Liter, Meter, Square Meter, Cubic Meter, Gram, Milliliter, Centimeter, Other',
  );
  expect(ITEM_SIZES.join(', ')).toBe(
    'XS, S, M, L, XL, XXL, XXXL, Small, Medium, Large, Extra Small, Extra Large, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Custom, N/A',
  );
  expect(ITEM_CONDITIONS.join(', ')).toBe('Brand New, Refurbished, Used, Open Box, Not Working');
});

test.each([
  [100, 100],
  [400, 100],
  [999, 100],
  [1_000, 200],
  [1_499, 200],
  [10_000, 2_000],
])('R-LEG-21 of %i hundredths in stock the reorder level is %i: max(1, floor(stock × 0.2))', (stock, level) => {
  expect(legacyReorderLevel(stock)).toBe(level);
});

test('R-LEG-34 C-108 brands: what the shop has used, then a few that go with the sub-category', () => {
  expect(brandSuggestions('Phones', ['Villaon', 'Tecno']).slice(0, 3)).toEqual(['Villaon', 'Tecno', 'Samsung']);
  expect(brandSuggestions('Shoes', [])).toContain('Bata');
  expect(brandSuggestions('Miscellaneous', [])).toEqual([]);
});

test('R-LEG-08 a shop begins with the category of its own kind', () => {
  expect([1, 5, 7].map(legacyCategoryOf)).toEqual(['Electronics', 'Food', 'Other']);
  expect(legacyCategoryOf(null)).toBe('');
});

describe('the rules', () => {
  test.each([
    ['R-LEG-13', { category: '' }, 'Category is required'],
    ['R-LEG-14', { subCategory: ' ' }, 'Sub-category is required'],
    ['R-LEG-15', { name: ' ' }, 'Name is required'],
    ['R-LEG-16', { unitOfMeasure: '' }, 'Unit of sale is required'],
    ['R-LEG-17', { condition: '' }, 'Condition is required'],
    ['R-LEG-18', { priceMinor: Number.NaN }, 'Price is required'],
    ['R-INEW-28', { priceMinor: 0 }, 'Price must be a positive number'],
    ['R-LEG-19 C-109', { initialStockHundredths: 99 }, 'Initial stock is required'],
    ['R-LEG-19', { initialStockHundredths: -1 }, 'Initial stock is required'],
  ])("%s %o: '%s'", (_id, bad, message) => {
    const parsed = v.safeParse(legacyItemSchema, { ...PHONE, ...bad });
    expect(new Set(parsed.issues?.map((issue) => issue.message))).toEqual(new Set([message]));
  });

  test('R-LEG-20 brand, size and description may be blank', () => {
    expect(v.is(legacyItemSchema, { ...PHONE, brand: '', size: '', description: '' })).toBe(true);
  });
});

test('R-LEG-21 R-LEG-22 C-107 makes an item like any other: a tracked product with advanced settings and its reorder level', () => {
  expect(itemOfLegacy(v.parse(legacyItemSchema, PHONE), 'UGX')).toEqual({
    ...{ name: 'Spark 20', description: null, type: 'product', priceMinor: 50_000_000, currency: 'UGX' },
    ...{ costPriceMinor: null, trackStock: true, advancedEnabled: true, unitOfMeasure: 'Piece', sku: null },
    ...{ itemCategoryId: 101, category: 'Electronics', subCategory: 'Phones' },
    ...{ reorderLevelHundredths: 200, initialStockHundredths: 1_000 },
    customFields: { brand: 'Tecno', condition: 'Used' },
  });
});
