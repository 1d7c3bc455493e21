import { ITEM_CATEGORY_SEED } from './item-category-seed.ts';
import { LEGACY_FIELD_LABELS } from './item.ts';

/** An additional field that a category's items have (R-ENT-29). */
export interface ItemCategoryField {
  /** The key under which items store the value. Never rename it. */
  name: string;
  label: string;
  type: 'text' | 'select' | 'date';
  placeholder?: string;
  /** The choices of a 'select'. */
  options?: readonly string[];
  required: boolean;
}

export interface ItemCategory {
  id: number;
  businessCategoryId: number;
  name: string;
  description: string;
  /** The CSS colour of the category's mark, '#rrggbb'. */
  color: string;
  schema: { fields: readonly ItemCategoryField[] };
  isActive: boolean;
}

const categoriesById = new Map(ITEM_CATEGORY_SEED.map((category) => [category.id, category]));

/** Returns the item categories of a kind of business, in the order to show them (C-095). */
export function itemCategoriesOf(businessCategoryId: number): readonly ItemCategory[] {
  return ITEM_CATEGORY_SEED.filter((category) => category.businessCategoryId === businessCategoryId);
}

/** The kind of business whose item categories suit every shop: 'Other'. */
const OTHER_BUSINESS = 7;

/** Returns the item categories of a shop; null: it has not said yet what kind of business it is. */
export const itemCategoriesOfShop = (businessCategoryId: number | null): readonly ItemCategory[] =>
  itemCategoriesOf(businessCategoryId ?? OTHER_BUSINESS);

export function itemCategoryById(id: number): ItemCategory | undefined {
  return categoriesById.get(id);
}

const LEGACY_LABELS = new Map<string, string>(Object.entries(LEGACY_FIELD_LABELS));

/** Returns the label of an additional field: the category's, else a known one, else the key (C-096). */
export function fieldLabel(name: string, itemCategoryId: number | null): string {
  const asked = itemCategoryById(itemCategoryId ?? 0)?.schema.fields.find((field) => field.name === name);
  return asked?.label ?? LEGACY_LABELS.get(name) ?? name;
}

/** Returns an item's additional fields with labels, also fields that its category does not have any more (C-096). */
export const labelledFields = (item: {
  itemCategoryId: number | null;
  customFields: Readonly<Record<string, string>>;
}): { name: string; label: string; value: string }[] =>
  Object.entries(item.customFields).map(([name, value]) => ({
    name,
    label: fieldLabel(name, item.itemCategoryId),
    value,
  }));
