import { ITEM_CATEGORY_SEED } from './item-category-seed.ts';

/** A further field of an item, asked for by its category (R-ENT-29). */
export interface ItemCategoryField {
  /** The key under which an item keeps the value; never renamed. */
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
  /** CSS colour, '#rrggbb', of the category's mark. */
  color: string;
  schema: { fields: readonly ItemCategoryField[] };
  isActive: boolean;
}

const categoriesById = new Map(ITEM_CATEGORY_SEED.map((category) => [category.id, category]));

/** The item categories that a kind of business starts with, in the order to show them (C-095). */
export function itemCategoriesOf(businessCategoryId: number): readonly ItemCategory[] {
  return ITEM_CATEGORY_SEED.filter((category) => category.businessCategoryId === businessCategoryId);
}

export function itemCategoryById(id: number): ItemCategory | undefined {
  return categoriesById.get(id);
}
