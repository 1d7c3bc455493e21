import * as v from 'valibot';
import { itemCategoriesOf, type ItemCategory } from './item-category.ts';
import {
  ITEM_DESCRIPTION_CHARS_MAX,
  type ItemFields,
  itemFieldsSchema,
  itemNameSchema,
  itemPriceSchema,
  itemStockSchema,
} from './item.ts';
import { QUANTITY_HUNDREDTHS_PER_UNIT, UNITS_OF_SALE } from '../quantity.ts';
import { notHundredths } from '../hundredths.ts';

/*
 * The older form 'Add New Item', with a broad category, sub-category, unit, condition, size and brand. It creates an
 * item like any other (C-027, C-028, C-107).
 */

/**
 * The broad categories, each with the kind of business whose item categories are its sub-categories (R-LEG-26 to
 * R-LEG-32).
 */
const LEGACY_CATEGORIES = {
  Electronics: 1,
  Clothing: 2,
  Furniture: 3,
  Medical: 4,
  Food: 5,
  Beauty: 6,
  Other: 7,
} as const satisfies Record<string, number>;

export const LEGACY_CATEGORY_NAMES = Object.keys(LEGACY_CATEGORIES);

const isCategory = (name: string): name is keyof typeof LEGACY_CATEGORIES => Object.hasOwn(LEGACY_CATEGORIES, name);

export const subCategoriesOf = (category: string): readonly ItemCategory[] =>
  isCategory(category) ? itemCategoriesOf(LEGACY_CATEGORIES[category]) : [];

/** Returns the broad category of a kind of business; '' if there is none. */
export const legacyCategoryOf = (businessCategoryId: number | null): string =>
  LEGACY_CATEGORY_NAMES.find((name) => isCategory(name) && LEGACY_CATEGORIES[name] === businessCategoryId) ?? '';

/** The sizes to choose from (R-LEG-24). */
export const ITEM_SIZES = [
  ...['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'],
  ...['Small', 'Medium', 'Large', 'Extra Small', 'Extra Large'],
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  ...['Custom', 'N/A'],
] as const;

/** The conditions to choose from (R-LEG-25). */
export const ITEM_CONDITIONS = ['Brand New', 'Refurbished', 'Used', 'Open Box', 'Not Working'] as const;

/** Suggested brands by sub-category (C-108). Brands that the shop has used come before them. Others may be typed. */
const BRAND_SEEDS: Readonly<Record<string, readonly string[]>> = {
  Phones: ['Samsung', 'Apple', 'Tecno', 'Infinix', 'Itel', 'Nokia', 'Xiaomi'],
  Tablets: ['Samsung', 'Apple', 'Lenovo', 'Huawei'],
  Computers: ['HP', 'Dell', 'Lenovo', 'Acer'],
  Laptops: ['HP', 'Dell', 'Lenovo', 'Acer', 'Asus', 'Apple'],
  Shoes: ['Bata', 'Nike', 'Adidas', 'Puma'],
  Skincare: ['Nivea', 'Vaseline', 'Garnier'],
  Beverages: ['Coca-Cola', 'Pepsi', 'Rwenzori'],
};

/** Returns suggested brands (R-LEG-34). `used`: the brands of the shop's items in that sub-category. */
export const brandSuggestions = (subCategory: string, used: readonly string[]): string[] => [
  ...new Set([...used, ...(BRAND_SEEDS[subCategory] ?? [])]),
];

/** Returns a fifth of the first stock, but at least one unit; both in hundredths (R-LEG-21). */
export const legacyReorderLevel = (initialStockHundredths: number): number =>
  Math.max(1, Math.floor((initialStockHundredths / QUANTITY_HUNDREDTHS_PER_UNIT) * 0.2)) * QUANTITY_HUNDREDTHS_PER_UNIT;

const NO_STOCK = 'Initial stock is required';
const required = (sentence: string) => v.pipe(v.string(sentence), v.trim(), v.minLength(1, sentence));
const optional = v.pipe(v.string(), v.trim(), v.maxLength(120, 'Use at most 120 characters'));

/** The fields of the older form (R-LEG-13 to R-LEG-20). */
export const legacyItemSchema = v.object({
  category: v.pipe(required('Category is required'), v.check(isCategory, 'Category is required')),
  subCategory: required('Sub-category is required'),
  name: v.pipe(required('Name is required'), itemNameSchema),
  unitOfMeasure: v.pipe(required('Unit of sale is required'), v.picklist(UNITS_OF_SALE, 'Unit of sale is required')),
  condition: v.pipe(required('Condition is required'), v.picklist(ITEM_CONDITIONS, 'Condition is required')),
  priceMinor: v.pipe(v.number('Price is required'), itemPriceSchema),
  initialStockHundredths: v.pipe(
    v.number(NO_STOCK),
    v.safeInteger(notHundredths),
    v.minValue(QUANTITY_HUNDREDTHS_PER_UNIT, NO_STOCK),
    itemStockSchema,
  ),
  brand: optional,
  size: optional,
  description: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(ITEM_DESCRIPTION_CHARS_MAX, `Use at most ${ITEM_DESCRIPTION_CHARS_MAX} characters`),
  ),
});
export type LegacyItem = v.InferOutput<typeof legacyItemSchema>;

/** Returns the item that the older form creates (R-LEG-21, R-LEG-22). */
export function itemOfLegacy(legacy: LegacyItem, currency: string): ItemFields & { initialStockHundredths: number } {
  const { category, subCategory, name, unitOfMeasure, priceMinor, initialStockHundredths, description } = legacy;
  const further = { brand: legacy.brand, size: legacy.size, condition: legacy.condition };
  const fields = {
    name,
    description: description === '' ? null : description,
    type: 'product' as const,
    priceMinor,
    currency,
    costPriceMinor: null,
    trackStock: true,
    unitOfMeasure,
    itemCategoryId: subCategoriesOf(category).find((each) => each.name === subCategory)?.id ?? null,
    category,
    subCategory,
    reorderLevelHundredths: legacyReorderLevel(initialStockHundredths),
    advancedEnabled: true,
    sku: null,
    customFields: Object.fromEntries(Object.entries(further).filter(([, value]) => value !== '')),
  };
  return { ...v.parse(itemFieldsSchema, fields), initialStockHundredths };
}
